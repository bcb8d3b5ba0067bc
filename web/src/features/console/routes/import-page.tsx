import { useState } from 'react';
import type { ImportRun, SiteImport } from '@vidhi/contracts/site-imports.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useSessionDispatch } from '#shared/session/session.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { messageOf } from '../kit/message-of.ts';
import { createSendAsStaff } from '../session/staff-request.ts';
import { ImportCommand } from '../system/import-section.tsx';
import { sendArchive } from '../system/send-archive.ts';
import { deleteArchiveCall, importApi, startImportCall } from '../system/system-api.ts';
import { sizeText } from '../system/system-texts.ts';
import * as styles from '../system/system.module.css';

const POLL_MS = 1_500;

const QUESTION = {
  title: 'Import this site?',
  text: 'Documents of the archive are added to this site. What was edited here stays as it is. An import cannot be undone; a backup before it can be restored.',
  confirmLabel: 'Import',
} as const;

const RUN_TEXTS: Readonly<Record<ImportRun['state'], Readonly<Record<ImportRun['kind'], string>>>> = {
  running: { check: 'Checking', import: 'Importing' },
  done: { check: 'The check has ended', import: 'The import has ended' },
  failed: { check: 'The check has failed', import: 'The import has failed' },
  interrupted: { check: 'The check was interrupted', import: 'The import was interrupted' },
};

/** `/console/import`: an archive of a Strapi site, from its upload to the report. */
export function ImportPage() {
  const [isRunning, setRunning] = useState(false);
  const query = importApi.useRow('', { pollMs: isRunning ? POLL_MS : 0 });
  const isNowRunning = query.currentData?.run?.state === 'running';
  if (isNowRunning !== isRunning) setRunning(isNowRunning);
  return (
    <>
      <header className="page-head">
        <h1>Import a site</h1>
        <p className="page-head__about">
          On the old server, <code>strapi export --no-encrypt -f site</code> writes an archive of a Strapi 4
          site. Check it first: the report says what an import would do, and changes nothing.
        </p>
      </header>
      <QueryBoundary query={query} loading={<Skeleton shape="form" label={KIT.loading} />}>
        {(state) =>
          state.is_available ? (
            <>
              <ArchiveSection state={state} onChanged={() => void query.refetch()} />
              {state.run !== null && <RunSection run={state.run} />}
            </>
          ) : (
            <ImportCommand />
          )
        }
      </QueryBoundary>
    </>
  );
}

interface SectionProps {
  state: SiteImport;
  onChanged: () => void;
}

function ArchiveSection({ state, onChanged }: SectionProps) {
  const { archive, run, limit_bytes: limit } = state;
  const isWhole = archive !== null && archive.received_bytes === archive.bytes;
  const isBusy = run?.state === 'running';
  return (
    <section className={styles.section} aria-labelledby="import-archive">
      <h2 id="import-archive">Archive</h2>
      {isWhole ? (
        <WholeArchive archive={archive} isBusy={isBusy} onChanged={onChanged} />
      ) : (
        <>
          {archive !== null && (
            <p>
              {sizeText(archive.received_bytes)} of {sizeText(archive.bytes)} of {archive.name} are here.
              Choose the same file to send the rest.
            </p>
          )}
          <Upload state={state} limit={limit} onChanged={onChanged} />
        </>
      )}
    </section>
  );
}

function Upload({ state, limit, onChanged }: SectionProps & { limit: number }) {
  const dispatch = useSessionDispatch();
  const [sending, setSending] = useState<{ name: string; bytes: number; sent: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function upload(file: File): Promise<void> {
    const send = createSendAsStaff({ dispatch, getState: dispatch((_dispatch, getState) => getState) });
    const facts = { name: file.name, bytes: file.size };
    setProblem(null);
    setSending({ ...facts, sent: 0 });
    const failure = await sendArchive(file, {
      send,
      state,
      onProgress: (sent) => setSending({ ...facts, sent }),
    });
    setSending(null);
    setProblem(failure);
    onChanged();
  }

  return (
    <>
      <p className="field">
        <label htmlFor="import-file">
          The archive, a file that ends in .tar.gz, at most {sizeText(limit)}
        </label>
        <input
          id="import-file"
          type="file"
          accept=".gz,.tar,application/gzip"
          disabled={sending !== null}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) void upload(file);
          }}
        />
      </p>
      {sending !== null && (
        <p>
          <progress
            aria-label={`Sending ${sending.name}`}
            value={sending.sent}
            max={Math.max(sending.bytes, 1)}
          />{' '}
          {sizeText(sending.sent)} of {sizeText(sending.bytes)}. Keep this page open.
        </p>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
    </>
  );
}

interface WholeArchiveProps {
  archive: NonNullable<SiteImport['archive']>;
  isBusy: boolean;
  onChanged: () => void;
}

function WholeArchive({ archive, isBusy, onChanged }: WholeArchiveProps) {
  const { send } = importApi.useWrites();
  const confirm = useConfirm();
  const notices = useNotices();
  const [replacesDemo, setReplacesDemo] = useState(false);

  async function run(call: Parameters<typeof send>[0]): Promise<void> {
    const { error } = await send(call, '');
    if (error !== undefined) notices.error(messageOf(error));
    onChanged();
  }

  return (
    <>
      <p>
        {archive.name}, {sizeText(archive.bytes)}. It is deleted once it was imported.
      </p>
      <p>
        <label>
          <input
            type="checkbox"
            checked={replacesDemo}
            onChange={({ target }) => setReplacesDemo(target.checked)}
          />{' '}
          Delete the demo site for it. Another site is never replaced
        </label>
      </p>
      <p className={styles.buttons}>
        <button
          type="button"
          className="button"
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && void run(startImportCall('check', replacesDemo))}
        >
          Check
        </button>
        <button
          type="button"
          className="button button--plain"
          aria-disabled={isBusy || undefined}
          onClick={() =>
            !isBusy &&
            void confirm(QUESTION).then((isSure) =>
              isSure ? run(startImportCall('import', replacesDemo)) : undefined,
            )
          }
        >
          Import
        </button>
        <button
          type="button"
          className="button button--plain"
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && void run(deleteArchiveCall)}
        >
          Delete the archive
        </button>
      </p>
    </>
  );
}

function RunSection({ run }: { run: ImportRun }) {
  const { kind, state, share, note, report, error } = run;
  const text = RUN_TEXTS[state][kind];
  return (
    <section className={styles.section} aria-labelledby="import-run">
      <h2 id="import-run">{text}</h2>
      <p>
        Started {formatMoment(run.started_at)}
        {run.finished_at === null ? '' : `, ended ${formatMoment(run.finished_at)}`}.
      </p>
      {state === 'running' && (
        <p>
          <progress aria-label={text} value={share} max={1} /> {note}. It goes on when you close this page.
        </p>
      )}
      {error !== null && <p role="alert">{error}</p>}
      {report !== null && (
        <section aria-label="Report">
          <pre className={styles.report}>{report}</pre>
        </section>
      )}
    </section>
  );
}
