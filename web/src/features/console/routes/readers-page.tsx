import { useState } from 'react';
import { MAX_SUMMARY_DAYS } from '@vidhi/contracts/page-views.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useSession } from '#shared/session/session.ts';
import { useOptionsQuery } from '#shared/site/site-api.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { mayAccess } from '../access.ts';
import { KIT } from '../kit/kit-texts.ts';
import { PeriodFields } from '../kit/period-fields.tsx';
import { salesApi } from '../money/money-api.ts';
import { readerApi } from '../readers/reader-api.ts';
import { lastDays } from '../readers/reader-days.ts';
import { ReaderFigures } from '../readers/reader-figures.tsx';
import { READERS } from '../readers/reader-texts.ts';
import { serverNow } from '../session/staff-request.ts';
import * as kit from '../kit.module.css';
import * as styles from '../readers/readers.module.css';

const PERIODS = [7, 30, 90, 365] as const;
const DAY_MS = 86_400_000;

/** Returns what is wrong with a period; null for a good one. */
function periodFault({ from, to }: { from: string; to: string }): string | null {
  if (from === '' || to === '' || from > to) return READERS.order;
  return (Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_SUMMARY_DAYS ? READERS.long : null;
}

/** `/console/readers`: what is read and searched for, by day, with the sales of the days. */
export function ReadersPage() {
  const { data: options } = useOptionsQuery();
  return (
    <>
      <header className="page-head">
        <h1>{READERS.title}</h1>
        <p className="page-head__about">{READERS.about}</p>
      </header>
      {options !== undefined && options.countsReaders !== true && (
        <>
          <p>{READERS.off}</p>
          <p>
            <PageLink to="/console/settings#settings-readers">{READERS.settings}</PageLink>
          </p>
        </>
      )}
      <Readers />
    </>
  );
}

function Readers() {
  const [now] = useState(() => serverNow());
  const [period, setPeriod] = useState(() => lastDays(now, 30));
  const { from, to } = period;
  const fault = periodFault(period);
  return (
    <>
      <div className={styles.readerLine}>
        <fieldset className={styles.readerPeriods}>
          <legend className="visually-hidden">Period</legend>
          {PERIODS.map((days) => {
            const last = lastDays(now, days);
            return (
              <button
                key={days}
                type="button"
                className={kit.tool}
                aria-pressed={from === last.from && to === last.to}
                onClick={() => setPeriod(last)}
              >
                {days} days
              </button>
            );
          })}
        </fieldset>
        <PeriodFields period={period} onChange={setPeriod} />
      </div>
      {fault === null ? (
        <Period key={`${from}..${to}`} id={`${from}..${to}`} />
      ) : (
        <p className={styles.readerFault}>{fault}</p>
      )}
    </>
  );
}

function Period({ id }: { id: string }) {
  const session = useSession();
  const maySeeSales = session !== null && mayAccess(session, ['shop', 'refund']);
  const query = readerApi.useRow(id);
  const sales = salesApi.useRow(id, { isSkipped: !maySeeSales });
  const loading = <Skeleton shape="form" label={KIT.loading} />;
  return (
    <QueryBoundary query={query} loading={loading}>
      {(summary) =>
        maySeeSales ? (
          <QueryBoundary query={sales} loading={loading}>
            {(sold) => <ReaderFigures summary={summary} sales={sold} />}
          </QueryBoundary>
        ) : (
          <ReaderFigures summary={summary} sales={null} />
        )
      }
    </QueryBoundary>
  );
}
