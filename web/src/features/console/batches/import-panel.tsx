import { useMemo, useState, type ReactNode } from 'react';
import { readCsv, type CsvFile } from '@vidhi/contracts/csv.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { saveFile } from '#shared/files/save-file.ts';
import { useUnsavedGuard } from '../kit/guard.ts';
import { MissingText } from '../kit/missing-text.tsx';
import type { BatchKind, BatchPlace } from './batch-api.ts';
import { decodeCsv } from './decode-csv.ts';
import type { ImportPlan } from './import-plan.ts';
import { PlanRows } from './plan-rows.tsx';
import { RecentBatches } from './recent-batches.tsx';
import { RunResults } from './run-results.tsx';
import { useBatchRun } from './use-batch-run.ts';
import * as kit from '../kit.module.css';
import * as styles from '../books/books.module.css';

const MAX_BYTES = 20_000_000;
const csv = (text: string): Blob => new Blob([text], { type: 'text/csv' });

/** Kind of documents that are imported from a file. */
interface ImportSource<Known, Write extends object> {
  place: BatchPlace;
  kind: BatchKind;
  /** Documents in words: `books`. */
  many: string;
  intro: string;
  templateCsv: () => string;
  titleColumn: string;
  columnOf: (heading: string) => string | null;
  /** Requests everything that a file is compared with. Rejects with a `Problem`. */
  load: () => Promise<Known>;
  isLoading: boolean;
  plan: (file: CsvFile, known: Known) => ImportPlan<Write>;
  /** File of all documents, which can be imported again; absent where there is none. */
  toCsv?: (known: Known) => string;
}

interface ImportPanelProps<Known, Write extends object> {
  source: ImportSource<Known, Write>;
  /** Choices of the import, above its button. */
  options?: ReactNode;
  /** The chosen ones, as the service takes them. */
  more?: { invites?: boolean };
}

interface Preview<Known> {
  name: string;
  file: CsvFile;
  known: Known;
}

/** Returns the file with one cell corrected. A column that the row lacks is added. */
function withCell(file: CsvFile, row: number, at: number, text: string): CsvFile {
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

/** Imports documents from a CSV file: a template, a preview of every row, the rows with results, and undo for a day. */
export function ImportPanel<Known, Write extends object>({
  source,
  options,
  more = {},
}: ImportPanelProps<Known, Write>) {
  const { place, many, isLoading, load, plan: planOf, columnOf, toCsv } = source;
  const [preview, setPreview] = useState<Preview<Known> | null>(null);
  const [isOnlyFailed, setOnlyFailed] = useState(false);
  const run = useBatchRun(place, source.kind);
  const notices = useNotices();
  const isRunning = run.state?.isRunning === true;
  useUnsavedGuard(isRunning);
  const plan = useMemo(
    () => (preview === null ? null : planOf(preview.file, preview.known)),
    [planOf, preview],
  );
  const loadFailed = `The ${many} could not be loaded. Please try again.`;
  const indexOf = ({ rows }: CsvFile, column: string): number =>
    (rows[0]?.cells ?? []).map(columnOf).indexOf(column);

  async function read(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    if (chosen.size > MAX_BYTES) return notices.error('The file is larger than 20 MB.');
    const text = decodeCsv(new Uint8Array(await chosen.arrayBuffer()));
    if (text === null)
      return notices.error('This is no CSV file in UTF-8. In Excel, save it as “CSV UTF-8”.');
    try {
      const known = await load();
      run.reset();
      setPreview({ name: chosen.name, file: readCsv(text), known });
    } catch {
      notices.error(loadFailed);
    }
  }
  async function again(): Promise<void> {
    if (preview === null) return;
    try {
      const known = await load();
      run.reset();
      setPreview({ ...preview, known });
    } catch {
      notices.error(loadFailed);
    }
  }
  async function exportAll(write: (known: Known) => string): Promise<void> {
    try {
      saveFile(`${many}.csv`, csv(write(await load())));
    } catch {
      notices.error(loadFailed);
    }
  }

  return (
    <>
      <p>{source.intro}</p>
      <div className={styles.bookTools}>
        <button
          type="button"
          className={kit.tool}
          onClick={() => saveFile(`${many}-template.csv`, csv(source.templateCsv()))}
        >
          Template
        </button>
        {toCsv !== undefined && (
          <button
            type="button"
            className={kit.tool}
            disabled={isLoading}
            onClick={() => void exportAll(toCsv)}
          >
            All {many} as CSV
          </button>
        )}
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
      {isLoading && <output>Loading the {many}</output>}
      {preview !== null && plan !== null && run.state === null && (
        <PreviewSection
          name={preview.name}
          plan={plan}
          place={place}
          many={many}
          titleColumn={source.titleColumn}
          options={options}
          isOnlyFailed={isOnlyFailed}
          onOnlyFailed={setOnlyFailed}
          cellOf={(row, column) => {
            const cells = preview.file.rows.find(({ number }) => number === row)?.cells;
            return cells?.[indexOf(preview.file, column)] ?? '';
          }}
          onCorrect={(row, column, text) =>
            setPreview({
              ...preview,
              file: withCell(preview.file, row, indexOf(preview.file, column), text),
            })
          }
          onStart={(rows) => void run.start(preview.name.slice(0, 200), rows, more)}
        />
      )}
      {run.state !== null && <RunResults place={place} state={run.state} onStop={run.stop} />}
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
      <RecentBatches key={isRunning ? 'running' : 'idle'} place={place} />
    </>
  );
}

interface PreviewSectionProps<Write> {
  name: string;
  plan: ImportPlan<Write>;
  place: BatchPlace;
  many: string;
  titleColumn: string;
  options: ReactNode;
  isOnlyFailed: boolean;
  onOnlyFailed: (isOnly: boolean) => void;
  cellOf: (row: number, column: string) => string;
  onCorrect: (row: number, column: string, text: string) => void;
  onStart: (rows: Write[]) => void;
}

function PreviewSection<Write extends object>(props: PreviewSectionProps<Write>) {
  const { name, plan, place, many, titleColumn, options, isOnlyFailed, onOnlyFailed } = props;
  const count = (kind: ImportPlan<Write>['rows'][number]['kind']): number =>
    plan.rows.filter((row) => row.kind === kind).length;
  const written = plan.rows.filter(({ kind }) => kind === 'new' || kind === 'changed');
  const failed = count('failed');
  const missing = failed > 0 ? 'Correct a row to import it.' : 'Every row is as it is stored already.';
  return (
    <section className={styles.bookSection} aria-labelledby="import-preview">
      <h2 id="import-preview">Preview of {name}</h2>
      {plan.problem !== null && (
        <p className={styles.bookFault} role="alert">
          {plan.problem}
        </p>
      )}
      {plan.ignored.length > 0 && <p>Columns that are left out: {plan.ignored.join(', ')}</p>}
      {plan.created.length > 0 && <p>Will be created, too: {plan.created.join(', ')}</p>}
      {plan.rows.length > 0 && (
        <>
          <ul className={styles.bookCounts} aria-live="polite">
            <li>{count('new')} new</li>
            <li>{count('changed')} changed</li>
            <li>{count('same')} the same</li>
            <li className={failed > 0 ? styles.bookFault : ''}>{failed} with faults</li>
          </ul>
          {options}
          <div className={styles.bookTools}>
            <button
              type="button"
              className="button"
              disabled={written.length === 0}
              aria-describedby="import-missing"
              onClick={() => props.onStart(written.map(({ write }) => write))}
            >
              Import {written.length} {written.length === 1 ? place.one : many}
            </button>
            <MissingText id="import-missing" text={written.length > 0 ? null : missing} />
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
            titleColumn={titleColumn}
            cellOf={props.cellOf}
            onCorrect={props.onCorrect}
          />
        </>
      )}
    </section>
  );
}
