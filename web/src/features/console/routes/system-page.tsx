import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { formatMoment } from '#shared/text/dates.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { BackupSection } from '../system/backup-section.tsx';
import { DeadLetters } from '../system/dead-letters.tsx';
import { DeadMails } from '../system/dead-mails.tsx';
import { ImportSection } from '../system/import-section.tsx';
import { ProblemList } from '../system/problem-list.tsx';
import { DelayList, ProcessList } from '../system/process-list.tsx';
import { systemApi } from '../system/system-api.ts';

/** `/console/system`: what is wrong with the site, since when, and what to do. */
export function SystemPage() {
  const query = systemApi.useRow('');
  return (
    <>
      <header className="page-head">
        <h1>System</h1>
      </header>
      <QueryBoundary query={query} loading={<Skeleton shape="list" label={KIT.loading} />}>
        {(health) => (
          <>
            <ProblemList health={health} />
            <p>
              Observed {formatMoment(health.measured_at)}.{' '}
              <button type="button" className="button button--plain" onClick={() => void query.refetch()}>
                Look again
              </button>
            </p>
            <ProcessList health={health} />
            <DelayList health={health} />
            <DeadLetters />
            <DeadMails />
            <BackupSection now={health.measured_at} />
            <ImportSection />
          </>
        )}
      </QueryBoundary>
    </>
  );
}
