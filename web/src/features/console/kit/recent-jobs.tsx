import { useState } from 'react';
import type { Job } from '@vidhi/contracts/jobs.ts';
import { formatMoment } from '#shared/text/dates.ts';
import * as styles from '../kit.module.css';
import { jobText, type JobCalls, type ResourceJobs } from './jobs.ts';

interface RecentJobsProps {
  jobs: ResourceJobs;
  calls: JobCalls;
  onShow: (job: Job) => void;
}

const TEXTS = {
  title: 'Bulk changes of the last day',
  none: 'You have made none in this list.',
  failed: 'They could not be loaded.',
  show: (label: string) => `Show ${label}`,
} as const;

/** The own jobs of a list, to look at their results again and to undo them. Requested when it is opened. */
export function RecentJobs({ jobs, calls, onShow }: RecentJobsProps) {
  const [found, setFound] = useState<readonly Job[] | 'failed' | null>(null);
  const handleToggle = (isOpen: boolean) => {
    if (!isOpen) return;
    calls.list().then(
      (all) => setFound(all.filter(({ collection }) => collection === jobs.collection)),
      () => setFound('failed'),
    );
  };
  return (
    <details className={styles.recent} onToggle={({ currentTarget }) => handleToggle(currentTarget.open)}>
      <summary>{TEXTS.title}</summary>
      {found === 'failed' && <p role="alert">{TEXTS.failed}</p>}
      {Array.isArray(found) && found.length === 0 && <p>{TEXTS.none}</p>}
      <ul className={styles.failures}>
        {(Array.isArray(found) ? (found as readonly Job[]) : []).map((job) => (
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
