import { useEffect, useState } from 'react';
import type { Job, JobRow, JobRowState } from '@vidhi/contracts/jobs.ts';
import * as styles from '../kit.module.css';
import { Dialog } from './dialog.tsx';
import { isActive, jobText, progressOf, rowStateText, type JobCalls } from './jobs.ts';
import { KIT } from './kit-texts.ts';

interface JobDialogProps {
  job: Job;
  calls: JobCalls;
  onCancel: () => void;
  onUndo: () => void;
  onClose: () => void;
}

const TEXTS = {
  undo: 'Undo',
  goesOn: 'It goes on when you close this page.',
  rows: (count: number) => (count === 1 ? 'Result of the row' : `Results of ${count} rows`),
  more: 'More rows',
  noRows: 'The results could not be loaded.',
} as const;

/** Progress of a job, and the result of each row. */
export function JobDialog({ job, calls, onCancel, onUndo, onClose }: JobDialogProps) {
  const { key, label, state, counts } = job;
  const isRunning = isActive(job);
  const { done, of } = progressOf(job);
  const results = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Dialog title={label} onClose={onClose}>
      <h2>{isRunning ? KIT.running(label) : label}</h2>
      <progress className={styles.progress} aria-label={label} max={Math.max(of, 1)} value={done} />
      <output>{jobText(job)}</output>
      {isRunning && <p className={styles.hint}>{TEXTS.goesOn}</p>}
      {!isRunning && counts.failed > 0 && (
        <Rows key={`failed-${state}`} job={key} calls={calls} state="failed" total={counts.failed} />
      )}
      {!isRunning && counts.left > 0 && (
        <Rows key={`left-${state}`} job={key} calls={calls} state="left" total={counts.left} />
      )}
      {!isRunning && results > 0 && <AllRows key={state} job={key} calls={calls} total={results} />}
      <div className={styles.dialogButtons}>
        {state === 'running' && (
          <button type="button" className="button button--plain" onClick={onCancel}>
            {KIT.stop}
          </button>
        )}
        {job.undo_until !== null && (
          <button type="button" className="button button--plain" onClick={onUndo}>
            {TEXTS.undo}
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          {KIT.close}
        </button>
      </div>
    </Dialog>
  );
}

function AllRows({ job, calls, total }: { job: string; calls: JobCalls; total: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{TEXTS.rows(total)}</summary>
      {isOpen && <Rows job={job} calls={calls} total={total} />}
    </details>
  );
}

interface RowsProps {
  job: string;
  calls: JobCalls;
  /** All where left out. */
  state?: JobRowState;
  total: number;
}

function Rows({ job, calls, state, total }: RowsProps) {
  const [rows, setRows] = useState<readonly JobRow[]>([]);
  const [page, setPage] = useState(1);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    calls.rows(job, page, state).then(
      (found) => {
        if (!isGone) setRows((known) => [...known.slice(0, (page - 1) * 150), ...found]);
      },
      () => {
        if (!isGone) setFailed(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [calls, job, page, state]);
  return (
    <>
      {state === 'failed' && <p className={styles.failed}>{KIT.failures(total)}</p>}
      {hasFailed && <p role="alert">{TEXTS.noRows}</p>}
      <ul className={styles.failures}>
        {rows.map((row) => (
          <li key={row.row}>
            <b>{row.title || `#${row.id}`}</b> {row.message ?? rowStateText(row.state)}
          </li>
        ))}
      </ul>
      {rows.length > 0 && rows.length < total && (
        <button type="button" className={styles.textButton} onClick={() => setPage(page + 1)}>
          {TEXTS.more}
        </button>
      )}
    </>
  );
}
