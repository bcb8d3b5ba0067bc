import { useCallback, useState, type ReactNode } from 'react';
import { MAX_JOB_IDS, MAX_JOB_ROWS, type JobPreview } from '@vidhi/contracts/jobs.ts';
import * as styles from '../kit.module.css';
import type { RowAction } from './define-resource.ts';
import type { JobAction } from './jobs.ts';
import { KIT } from './kit-texts.ts';
import type { Selection } from './selection.ts';
import type { RowId } from './source.ts';

interface BulkBarProps<Row extends { id: RowId }> {
  selection: Selection;
  /** Number of rows that match, on all pages. */
  total: number;
  actions: readonly RowAction<Row>[];
  onAction: (action: RowAction<Row>) => void;
  jobs: readonly JobAction[];
  /** May resolve when the job has begun: until then the form of its parameters stays. */
  onJob: (action: JobAction, params?: object) => unknown;
  onPreview: (action: string, params: object) => Promise<JobPreview>;
  /** Absent where rows are not exported from the list. */
  onExport?: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** The actions for the selected rows; rendered while there are any. */
export function BulkBar<Row extends { id: RowId }>(props: BulkBarProps<Row>) {
  const { selection, total, actions, onAction, jobs, onJob, onPreview, onExport, children } = props;
  const [opened, setOpened] = useState<string | null>(null);
  const preview = useCallback(async (params: object) => onPreview(opened ?? '', params), [onPreview, opened]);
  const { rows, isAll } = selection;
  if (rows.size === 0 && !isAll) return null;
  const current = jobs.find(({ key }) => key === opened);
  const count = isAll ? total : rows.size;
  // Closed at once, the form would leave another button under the second click of a double click.
  const runOpened = async (action: JobAction, params: object): Promise<void> => {
    await onJob(action, params);
    setOpened(null);
  };
  const pages = new Set(rows.values()).size;
  const isTooMany = jobs.length > 0 && (isAll ? total > MAX_JOB_ROWS : rows.size > MAX_JOB_IDS);
  return (
    <section className={styles.bulk} aria-label="Selected rows">
      <output>{isAll ? KIT.allSelected(total) : KIT.selected(rows.size, pages)}</output>
      {!isAll && rows.size < total && (
        <button type="button" className={styles.textButton} onClick={selection.selectMatching}>
          {KIT.selectAll(total)}
        </button>
      )}
      {isTooMany && (
        <output>{isAll ? KIT.tooManyMatching(MAX_JOB_ROWS) : KIT.tooManySelected(MAX_JOB_IDS)}</output>
      )}
      <span className={styles.bulkActions}>
        {children}
        {actions.map((action) => (
          <button
            key={action.key}
            type="button"
            className={action.isDangerous === true ? `${styles.tool} ${styles.toolDanger}` : styles.tool}
            onClick={() => onAction(action)}
          >
            {action.label}
          </button>
        ))}
        {jobs.map((job) => (
          <button
            key={job.key}
            type="button"
            className={job.isDangerous === true ? `${styles.tool} ${styles.toolDanger}` : styles.tool}
            disabled={isTooMany}
            {...(job.ParamsForm === undefined ? {} : { 'aria-expanded': job.key === opened })}
            onClick={() => {
              setOpened(job.ParamsForm === undefined || job.key === opened ? null : job.key);
              if (job.ParamsForm === undefined) onJob(job);
            }}
          >
            {job.label}
          </button>
        ))}
        {onExport !== undefined && (
          <button type="button" className={styles.tool} onClick={onExport}>
            {KIT.exportCsv}
          </button>
        )}
        <button type="button" className={styles.textButton} onClick={selection.clear}>
          {KIT.clearSelection}
        </button>
      </span>
      {current?.ParamsForm !== undefined && !isTooMany && (
        <current.ParamsForm
          key={current.key}
          count={count}
          preview={preview}
          onRun={(params) => void runOpened(current, params)}
          onCancel={() => setOpened(null)}
        />
      )}
    </section>
  );
}
