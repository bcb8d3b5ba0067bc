import { useState } from 'react';
import type { RowResult } from '@vidhi/contracts/book-batches.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { formatMoment } from '#shared/text/dates.ts';
import { useConfirm } from '../kit/confirm.tsx';
import { ALL_BATCHES, type Batch, type BatchPlace } from './batch-api.ts';
import { countRows, countsText, FailedRows } from './run-results.tsx';
import { useBatchUndo } from './use-batch-run.ts';
import * as kit from '../kit.module.css';
import * as styles from '../books/books.module.css';

const KINDS: Readonly<Record<Batch['kind'], string>> = {
  import: 'Import',
  prices: 'Prices',
  profiles: 'Import',
};

const PRICES_QUESTION =
  'The prices are as they were before. Books whose price somebody has changed since stay as they are.';

/** Batches of the last day, which can be undone. */
export function RecentBatches({ place }: { place: BatchPlace }) {
  const { data, refetch } = place.api.useList(ALL_BATCHES);
  const { left, undo } = useBatchUndo(place);
  const [results, setResults] = useState<readonly RowResult[] | null>(null);
  const confirm = useConfirm();
  const notices = useNotices();
  if (data === undefined || data.rows.length === 0) return null;
  async function run({ key, kind, label }: Batch): Promise<void> {
    const isConfirmed = await confirm({
      title: `Undo “${label}”?`,
      text: kind === 'prices' ? PRICES_QUESTION : place.question,
      confirmLabel: 'Undo',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    const undone = await undo(key);
    setResults(undone.results);
    if (undone.problem === null) notices.success(`${countsText(countRows(undone.results))}.`);
    else notices.error(undone.problem);
    void refetch();
  }
  const mayUndo = ({ counts }: Batch): boolean => (counts['created'] ?? 0) + (counts['changed'] ?? 0) > 0;
  return (
    <section className={styles.bookSection} aria-labelledby="recent-batches">
      <h2 id="recent-batches">Of the last day</h2>
      <p className={styles.bookFaint}>Each can be undone for 24 hours.</p>
      <ul className={styles.bookRows}>
        {data.rows.map((batch) => (
          <li key={batch.key}>
            <b>
              {KINDS[batch.kind]}: {batch.label}
            </b>
            <br />
            {formatMoment(batch.at)}, {countsText(batch.counts)}
            {mayUndo(batch) && (
              <>
                {' '}
                <button
                  type="button"
                  className={kit.tool}
                  disabled={left !== null}
                  aria-label={`${batch.is_undone ? 'Go on undoing' : 'Undo'} ${batch.label}`}
                  onClick={() => void run(batch)}
                >
                  {batch.is_undone ? 'Go on undoing' : 'Undo'}
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      {left !== null && <output>Undoing{Number.isNaN(left) ? '' : `: ${left} rows left`}</output>}
      {results !== null && <FailedRows place={place} results={results} />}
    </section>
  );
}
