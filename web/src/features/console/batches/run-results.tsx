import type { RowResult } from '@vidhi/contracts/book-batches.ts';
import { RecordLink } from '../kit/record-link.tsx';
import type { BatchPlace, RunState } from './batch-api.ts';
import * as kit from '../kit.module.css';
import * as styles from '../books/books.module.css';

const STATE_TEXTS: Readonly<Record<RowResult['state'], string>> = {
  created: 'new',
  changed: 'changed',
  failed: 'failed',
  interrupted: 'interrupted',
  undone: 'undone',
  left: 'left as it is',
};

/** `3 new, 12 changed, 1 failed`. */
export function countsText(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(STATE_TEXTS).flatMap(([state, text]) =>
    (counts[state] ?? 0) > 0 ? [`${counts[state]} ${text}`] : [],
  );
  return parts.length === 0 ? 'nothing written' : parts.join(', ');
}

export function countRows(results: readonly RowResult[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of results) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

/** The rows of which something was not done, each with its reason. */
export function FailedRows({ place, results }: { place: BatchPlace; results: readonly RowResult[] }) {
  const failed = results.filter(({ message }) => message !== null);
  if (failed.length === 0) return null;
  return (
    <ul className={styles.bookRows}>
      {failed.map(({ row, id, title, state, message }) => (
        <li key={row}>
          <b>
            Row {row}
            {title === '' ? '' : `: ${title}`}
          </b>
          , {STATE_TEXTS[state]}. <span className={styles.bookFault}>{message}</span>{' '}
          {id !== null && <RecordLink to={`${place.page}/${id}`}>Open the {place.one}</RecordLink>}
        </li>
      ))}
    </ul>
  );
}

/** Progress and results of rows that are written. */
export function RunResults({
  place,
  state,
  onStop,
}: {
  place: BatchPlace;
  state: RunState;
  onStop: () => void;
}) {
  const { done, total, results, problem, isRunning } = state;
  return (
    <section className={styles.bookSection} aria-labelledby="run-results">
      <h2 id="run-results">{isRunning ? 'Writing' : 'Result'}</h2>
      <progress className={kit.progress} aria-label="Rows written" max={total} value={done} />
      <output>
        {done} of {total} rows
        {(results.length > 0 || problem === null) && `: ${countsText(countRows(results))}`}
      </output>
      {problem !== null && (
        <p className={styles.bookFault} role="alert">
          {problem}
        </p>
      )}
      {isRunning && (
        <p>
          <button type="button" className="button button--plain" onClick={onStop}>
            Stop
          </button>
        </p>
      )}
      <FailedRows place={place} results={results} />
    </section>
  );
}
