import { useCallback, useState } from 'react';
import { JobDialog } from '../kit/job-dialog.tsx';
import { RecentJobs } from '../kit/recent-jobs.tsx';
import type { ResourceJobs } from '../kit/jobs.ts';
import { RecordsSelect } from '../kit/records-select.tsx';
import { useJob } from '../kit/use-job.ts';
import * as styles from '../kit.module.css';
import { categoryApi, categoryChoices } from './category-resource.ts';
import { MergeForm } from '../kit/merge-form.tsx';
import { mergedArticlesText } from './merge-texts.ts';

const JOBS: ResourceJobs = { service: 'news', collection: 'categories', actions: [] };
const TEXTS = { open: 'Merge categories', which: 'Categories that go' } as const;

const textOf = mergedArticlesText('categories');

const rowsOf = (ids: readonly number[]) => ({
  selected: { rows: new Map(ids.map((id) => [id, 1])), isAll: false },
  path: '',
});

/** Merges categories into one, below their tree. */
export function MergeCategories() {
  const [isOpen, setOpen] = useState(false);
  const [ids, setIds] = useState<readonly number[]>([]);
  const { job, latest, calls, begin, show, follow, cancel, undo, close } = useJob(
    'news',
    categoryApi.useReload(),
  );
  const what = useCallback(
    (params: object) => ({ collection: JOBS.collection, action: 'merge', params, rows: rowsOf(ids) }),
    [ids],
  );
  const preview = useCallback(async (params: object) => calls.preview(what(params)), [calls, what]);
  return (
    <>
      {isOpen ? (
        <section aria-label={TEXTS.open}>
          <div className={styles.filter}>
            <span>{TEXTS.which}</span>
            <RecordsSelect label={TEXTS.which} of={categoryChoices} value={ids} onChange={setIds} />
          </div>
          {ids.length > 0 && (
            <MergeForm
              one="category"
              textOf={textOf}
              of={categoryChoices}
              preview={preview}
              onRun={(params) =>
                void begin(what(params)).then((isBegun) => {
                  if (!isBegun) return;
                  setOpen(false);
                  setIds([]);
                })
              }
              onCancel={() => setOpen(false)}
            />
          )}
        </section>
      ) : (
        <button type="button" className={styles.tool} onClick={() => setOpen(true)}>
          {TEXTS.open}
        </button>
      )}
      <RecentJobs jobs={JOBS} latest={latest} calls={calls} onShow={show} onRunning={follow} />
      {job !== null && (
        <JobDialog
          job={job}
          calls={calls}
          onCancel={() => void cancel(job)}
          onUndo={() => void undo(job)}
          onClose={close}
        />
      )}
    </>
  );
}
