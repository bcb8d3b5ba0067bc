import { Dismissed, MailState, PaidCheckouts, PaymentsFindings } from '@vidhi/contracts/reconciliation.ts';
import { createServiceClient } from '@vidhi/service-kit/service-client.ts';
import { FeesResponse, FeeSums } from '@vidhi/contracts/payment-fees.ts';
import { ReplayedPayment } from '@vidhi/contracts/shop-money.ts';
import type { MoneyRoutesOptions } from '../money/money-routes.ts';
import type { ReconciliationSources } from './reconcile.ts';

/** A repair lists all payments of the last days at the provider. */
const TIMEOUT_MS = 60_000;

export function createReconciliationSources(options: {
  paymentsUrl: string;
  notifyUrl: string | undefined;
  serviceToken: string;
}): ReconciliationSources & MoneyRoutesOptions['payments'] {
  const { paymentsUrl, notifyUrl, serviceToken } = options;
  const clientOf = (url: string) => createServiceClient({ url, serviceToken, timeoutMs: TIMEOUT_MS });
  const payments = clientOf(paymentsUrl);
  const notify = notifyUrl === undefined ? null : clientOf(notifyUrl);

  return {
    readPayments: () => payments.get('/internal/reconciliation', PaymentsFindings),
    async listPaid(after, since) {
      const query = new URLSearchParams({ after, ...(since === null ? {} : { since: since.toISOString() }) });
      return (await payments.get(`/internal/paid-checkouts?${query}`, PaidCheckouts)).checkouts;
    },
    findPaid: async (ids) =>
      ids.length === 0
        ? []
        : (await payments.post('/internal/paid-checkouts/find', PaidCheckouts, { ids })).checkouts,
    repairPayments: () => payments.send('/internal/reconciliation/repair', {}),
    dismiss: async (id) =>
      (await payments.post('/internal/reconciliation/dismissals', Dismissed, { id })).outcome,
    replay: (paymentId) => payments.post('/internal/reconciliation/replay', ReplayedPayment, { paymentId }),
    findFees: async (ids) => (await payments.post('/internal/fees/find', FeesResponse, { ids })).fees,
    sumFees: (from, before) =>
      payments.get(
        `/internal/fees?${new URLSearchParams({ from: from.toISOString(), before: before.toISOString() })}`,
        FeeSums,
      ),
    readMails: async () => (notify === null ? null : notify.get('/internal/mails/state', MailState)),
  };
}
