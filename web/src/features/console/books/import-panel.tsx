import { useMemo, useState } from 'react';
import { readCsv, type CsvFile } from '@vidhi/contracts/csv.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { saveFile } from '#shared/files/save-file.ts';
import { useUnsavedGuard } from '../kit/guard.ts';
import { booksToCsv, templateCsv } from './book-csv.ts';
import { columnOf, type ColumnName } from './import-columns.ts';
import { decodeCsv } from './decode-csv.ts';
import { planImport, type ImportPlan, type Shelf } from './plan-import.ts';
import { PlanRows } from './plan-rows.tsx';
import { RecentBatches } from './recent-batches.tsx';
import { RunResults } from './run-results.tsx';
import { useBatchRun } from './use-batch-run.ts';
import { useShelf } from './use-shelf.ts';
import * as kit from '../kit.module.css';
import * as styles from './books.module.css';

const MAX_BYTES = 20_000_000;
const LOAD_FAILED = 'The books could not be loaded. Please try again.';
const csv = (text: string): Blob => new Blob([text], { type: 'text/csv' });

interface Preview {
  name: string;
  file: CsvFile;
  shelf: Shelf;
}

const columnsOf = ({ rows }: CsvFile): (ColumnName | null)[] => (rows[0]?.cells ?? []).map(columnOf);

/** Returns the file with one cell corrected. A column that the row lacks is added. */
function withCell(file: CsvFile, row: number, column: ColumnName, text: string): CsvFile {
  const at = columnsOf(file).indexOf(column);
  if (at === -1) return file;
  return {
    ...file,
    rows: file.rows.map((one) => {
      if (one.number !== row) return one;
      const cells = Array.from({ length: Math.max(one.cells.length, at + 1) }, (_, index) =>
        index === at ? text : (one.cells[index] ?? ''),
      );
      return { ...one, cells };
    }),
  };
}

/** Imports books from a CSV file: a template, a preview of every row, the rows with results, and undo for a day. */
export function ImportPanel() {
  const { isLoading, loadShelf } = useShelf();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isOnlyFailed, setOnlyFailed] = useState(false);
  const run = useBatchRun('import');
  const notices = useNotices();
  const isRunning = run.state?.isRunning === true;
  useUnsavedGuard(isRunning);
  const plan = useMemo(() => (preview === null ? null : planImport(preview.file, preview.shelf)), [preview]);

  async function read(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    if (chosen.size > MAX_BYTES) return notices.error('The file is larger than 20 MB.');
    const text = decodeCsv(new Uint8Array(await chosen.arrayBuffer()));
    if (text === null)
      return notices.error('This is no CSV file in UTF-8. In Excel, save it as “CSV UTF-8”.');
    try {
      const shelf = await loadShelf();
      run.reset();
      setPreview({ name: chosen.name, file: readCsv(text), shelf });
    } catch {
      notices.error(LOAD_FAILED);
    }
  }
  async function again(): Promise<void> {
    if (preview === null) return;
    try {
      const shelf = await loadShelf();
      run.reset();
      setPreview({ ...preview, shelf });
    } catch {
      notices.error(LOAD_FAILED);
    }
  }
  async function exportAll(): Promise<void> {
    try {
      const { books } = await loadShelf();
      saveFile('books.csv', csv(booksToCsv(books)));
    } catch {
      notices.error(LOAD_FAILED);
    }
  }

  return (
    <>
      <p>
        A file has one row for each book. Books are found by their id or their ISBN; all others are new.
        Nothing is changed before you have seen what will be.
      </p>
      <div className={styles.bookTools}>
        <button
          type="button"
          className={kit.tool}
          onClick={() => saveFile('books-template.csv', csv(templateCsv()))}
        >
          Template
        </button>
        <button type="button" className={kit.tool} disabled={isLoading} onClick={() => void exportAll()}>
          All books as CSV
        </button>
      </div>
      <label className={styles.bookFile}>
        CSV file
        <input
          type="file"
          accept=".csv,.txt,text/csv"
          disabled={isLoading || isRunning}
          onChange={({ target }) => {
            void read(target.files?.[0]);
            target.value = '';
          }}
        />
      </label>
      {isLoading && <output>Loading the books</output>}
      {preview !== null && plan !== null && run.state === null && (
        <PreviewSection
          name={preview.name}
          plan={plan}
          isOnlyFailed={isOnlyFailed}
          onOnlyFailed={setOnlyFailed}
          cellOf={(row, column) => {
            const cells = preview.file.rows.find(({ number }) => number === row)?.cells;
            return cells?.[columnsOf(preview.file).indexOf(column as ColumnName)] ?? '';
          }}
          onCorrect={(row, column, text) =>
            setPreview({ ...preview, file: withCell(preview.file, row, column, text) })
          }
          onStart={(rows) => void run.start(preview.name.slice(0, 200), rows)}
        />
      )}
      {run.state !== null && <RunResults state={run.state} onStop={run.stop} />}
      {run.state !== null && !isRunning && (
        <div className={styles.bookTools}>
          {run.state.problem !== null && (
            <button type="button" className="button" onClick={() => void run.start(preview?.name ?? '', [])}>
              Go on
            </button>
          )}
          <button
            type="button"
            className="button button--plain"
            disabled={isLoading}
            onClick={() => void again()}
          >
            Preview the file again
          </button>
        </div>
      )}
      <RecentBatches key={isRunning ? 'running' : 'idle'} />
    </>
  );
}

interface PreviewSectionProps {
  name: string;
  plan: ImportPlan;
  isOnlyFailed: boolean;
  onOnlyFailed: (isOnly: boolean) => void;
  cellOf: (row: number, column: ColumnName | null) => string;
  onCorrect: (row: number, column: ColumnName, text: string) => void;
  onStart: (rows: ImportPlan['rows'][number]['write'][]) => void;
}

function PreviewSection(props: PreviewSectionProps) {
  const { name, plan, isOnlyFailed, onOnlyFailed, cellOf, onCorrect, onStart } = props;
  const count = (kind: ImportPlan['rows'][number]['kind']): number =>
    plan.rows.filter((row) => row.kind === kind).length;
  const written = plan.rows.filter(({ kind }) => kind === 'new' || kind === 'changed');
  const failed = count('failed');
  return (
    <section className={styles.bookSection} aria-labelledby="import-preview">
      <h2 id="import-preview">Preview of {name}</h2>
      {plan.problem !== null && (
        <p className={styles.bookFault} role="alert">
          {plan.problem}
        </p>
      )}
      {plan.ignored.length > 0 && <p>Columns that are left out: {plan.ignored.join(', ')}</p>}
      {plan.created.length > 0 && <p>Created, too: {plan.created.join(', ')}</p>}
      {plan.rows.length > 0 && (
        <>
          <ul className={styles.bookCounts} aria-live="polite">
            <li>{count('new')} new</li>
            <li>{count('changed')} changed</li>
            <li>{count('same')} the same</li>
            <li className={failed > 0 ? styles.bookFault : ''}>{failed} with faults</li>
          </ul>
          <div className={styles.bookTools}>
            <button
              type="button"
              className="button"
              disabled={written.length === 0}
              onClick={() => onStart(written.map(({ write }) => write))}
            >
              Import {written.length} {written.length === 1 ? 'book' : 'books'}
            </button>
            {failed > 0 && (
              <label>
                <input
                  type="checkbox"
                  checked={isOnlyFailed}
                  onChange={({ target }) => onOnlyFailed(target.checked)}
                />{' '}
                Only rows with faults
              </label>
            )}
          </div>
          {failed > 0 && <p>Rows with faults are not imported. Correct them here, or in the file.</p>}
          <PlanRows
            rows={plan.rows.filter(
              ({ kind }) => kind !== 'same' && (!isOnlyFailed || failed === 0 || kind === 'failed'),
            )}
            cellOf={cellOf}
            onCorrect={onCorrect}
          />
        </>
      )}
    </section>
  );
}
