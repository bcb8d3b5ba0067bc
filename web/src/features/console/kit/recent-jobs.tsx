import { useState } from 'react';
import type { Job } from '@vidhi/contracts/jobs.ts';
import { formatMoment } from '#shared/text/dates.ts';
import * as styles from '../kit.module.css';
import { isActive, jobText, type JobCalls, type ResourceJobs } from './jobs.ts';

interface RecentJobsProps {
  jobs: ResourceJobs;
  /** The job that is followed, as it is now. */
  latest: Job | null;
  calls: JobCalls;
  onShow: (job: Job) => void;
  /** Called with a job that is still running, as after the page was loaded again. */
  onRunning: (job: Job) => void;
}

const TEXTS = {
  title: 'Bulk changes of the last day',
  none: 'You have made none in this list.',
  failed: 'They could not be loaded.',
  show: (label: string) => `Show ${label}`,
} as const;

/** Returns the jobs with the state of the one that is followed, which may have begun since. */
function withLatest(jobs: readonly Job[], latest: Job | null): readonly Job[] {
  if (latest === null) return jobs;
  const isKnown = jobs.some(({ key }) => key === latest.key);
  return isKnown ? jobs.map((job) => (job.key === latest.key ? latest : job)) : [latest, ...jobs];
}

/** The own jobs of a list, to look at their results again and to undo them. Requested when it is opened. */
export function RecentJobs({ jobs, latest, calls, onShow, onRunning }: RecentJobsProps) {
  const [found, setFound] = useState<readonly Job[] | 'failed' | null>(null);
  const handleToggle = (isOpen: boolean) => {
    if (!isOpen) return;
    calls.list().then(
      (all) => {
        const own = all.filter(({ collection }) => collection === jobs.collection);
        const running = own.find(isActive);
        if (latest === null && running !== undefined) onRunning(running);
        setFound(own);
      },
      () => setFound('failed'),
    );
  };
  return (
    <details className={styles.recent} onToggle={({ currentTarget }) => handleToggle(currentTarget.open)}>
      <summary>{TEXTS.title}</summary>
      {found === 'failed' && <p role="alert">{TEXTS.failed}</p>}
      {Array.isArray(found) && found.length === 0 && latest === null && <p>{TEXTS.none}</p>}
      <ul className={styles.failures}>
        {withLatest(Array.isArray(found) ? (found as readonly Job[]) : [], latest).map((job) => (
          <li key={job.key}>
            <button type="button" className={styles.textButton} onClick={() => onShow(job)}>
              {job.label}
            </button>{' '}
            {formatMoment(job.at)}. {jobText(job)}
          </li>
        ))}
      </ul>
    </details>
  );
}
