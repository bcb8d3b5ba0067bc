import { useState } from 'react';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useSession } from '#shared/session/session.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { AccountsSection } from '../money/accounts-section.tsx';
import { reconciliationApi } from '../money/money-api.ts';
import { ReconciliationSection } from '../money/reconciliation-section.tsx';
import { ReplaySection } from '../money/replay-section.tsx';
import { SalesSection } from '../money/sales-section.tsx';
import { serverNow } from '../session/staff-request.ts';

/** `/console/money`: whether payments and orders fit, a payment that was lost, the accounts, and sales. */
export function MoneyPage() {
  const query = reconciliationApi.useRow('');
  const session = useSession();
  const isAdministrator = session?.role === ROLE.administrator;
  const [paymentId, setPaymentId] = useState('');
  const [now] = useState(() => serverNow());
  return (
    <>
      <header className="page-head">
        <h1>Money</h1>
      </header>
      <QueryBoundary query={query} loading={<Skeleton shape="form" label={KIT.loading} />}>
        {(report) => (
          <ReconciliationSection report={report} mayRepair={isAdministrator} onReplay={setPaymentId} />
        )}
      </QueryBoundary>
      {isAdministrator && <ReplaySection paymentId={paymentId} onChange={setPaymentId} />}
      <AccountsSection now={now} />
      <SalesSection now={now} />
    </>
  );
}
