import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { tooLarge, validationError, WireError } from '@vidhi/contracts/errors.ts';
import type {
  ImportArchiveBody,
  ImportRun,
  ImportRunBody,
  SiteImport,
} from '@vidhi/contracts/site-imports.ts';
import type { RecordFact } from '../audit/audit-log.ts';
import type { ImportProcess, StartImport } from './import-process.ts';

export interface SiteImports {
  read(): Promise<SiteImport>;
  /** Begins to receive an archive in place of the one that is there. */
  begin(archive: ImportArchiveBody, actor: Actor): Promise<SiteImport>;
  /** Adds a part. Rejects with 409 for one that does not begin where the last one ended. */
  receive(offset: number, part: Buffer): Promise<SiteImport>;
  remove(actor: Actor): Promise<SiteImport>;
  /** Starts a run, which ends in the background. Rejects with 409 while another one runs. */
  start(run: ImportRunBody, actor: Actor): Promise<SiteImport>;
  /** Ends a run, which is shown as interrupted after the next start. */
  close(): Promise<void>;
}

export interface SiteImportOptions {
  /** Folder of the archive and its state. */
  folder: string;
  limitBytes: number;
  startImport: StartImport;
  /** Ends the import of a process that was killed. */
  stopLeft: (pid: number) => void;
  recordFact: RecordFact;
  onFailure: (error: unknown) => void;
  now?: () => Date;
}

interface State {
  archive: { name: string; bytes: number } | null;
  run: ImportRun | null;
  /** Process that imports. */
  pid: number | null;
}

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);
const INTERRUPTED =
  'The site was stopped during this run. Start it again: what was imported stays, and the rest follows.';

/** Creates the import of archives: it has one archive, and one run at a time. Its state is a file. */
export async function createSiteImports(options: SiteImportOptions): Promise<SiteImports> {
  const {
    folder,
    limitBytes,
    startImport,
    stopLeft,
    recordFact,
    onFailure,
    now = () => new Date(),
  } = options;
  const archiveFile = join(folder, 'archive.tar.gz');
  const stateFile = join(folder, 'state.json');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let state = await readState();
  let current: ImportProcess | null = null;
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();

  /** Reads the state; the initial one if the file is missing, or if a crash of the machine left it incomplete. */
  async function readState(): Promise<State> {
    try {
      return JSON.parse(await readFile(stateFile, 'utf8')) as State;
    } catch {
      return { archive: null, run: null, pid: null };
    }
  }

  /** Replaces the file as a whole, so that a killed process leaves the former state or the new one. */
  async function save(next: State): Promise<void> {
    await writeFile(`${stateFile}.new`, JSON.stringify(next), { mode: 0o600 });
    await rename(`${stateFile}.new`, stateFile);
    state = next;
  }

  /** Runs changes one after the other. */
  function enqueue<Result>(change: () => Promise<Result>): Promise<Result> {
    const result = last.then(change);
    last = result.catch(() => undefined);
    return result;
  }

  const receivedBytes = async (): Promise<number> =>
    stat(archiveFile).then(
      ({ size }) => size,
      () => 0,
    );

  async function present(): Promise<SiteImport> {
    const { archive, run } = state;
    const received = archive === null ? 0 : await receivedBytes();
    return {
      is_available: true,
      limit_bytes: limitBytes,
      archive: archive === null ? null : { ...archive, received_bytes: Math.min(received, archive.bytes) },
      run,
    };
  }

  /** @param event identifies the act, so that the log has it once */
  const record = (action: string, event: string, actor: Actor, label: string) =>
    recordFact({
      eventId: `audit:accounts:site-import:${action}:${event}`,
      fact: {
        at: now().toISOString(),
        actor,
        action,
        service: 'accounts',
        type: 'site-import',
        id: 'archive',
        label,
        changes: [],
      },
    });

  const requireIdle = (): void => {
    if (state.run?.state === 'running') throw conflict('An import is running');
  };

  async function finish(
    outcome: Awaited<ImportProcess['ended']>,
    { kind, startedAt, actor, name }: { kind: string; startedAt: string; actor: Actor; name: string },
  ): Promise<void> {
    const { run } = state;
    current = null;
    if (run === null || isClosed) return;
    const isDone = 'report' in outcome;
    // An archive has all accounts of a site, so that it is deleted after the import.
    const isOver = isDone && kind === 'import';
    await save({
      archive: isOver ? null : state.archive,
      pid: null,
      run: {
        ...run,
        state: isDone ? 'done' : 'failed',
        finished_at: now().toISOString(),
        report: isDone ? outcome.report : null,
        error: isDone ? null : outcome.error,
      },
    });
    if (isOver) await rm(archiveFile, { force: true });
    await record(`${kind}_${isDone ? 'done' : 'failed'}`, startedAt, actor, name);
  }

  if (state.archive === null) await rm(archiveFile, { force: true });
  if (state.run?.state === 'running') {
    if (state.pid !== null) stopLeft(state.pid);
    const run = { ...state.run, state: 'interrupted' as const, error: INTERRUPTED };
    await save({ ...state, run: { ...run, finished_at: now().toISOString() }, pid: null });
  }

  return {
    read: present,
    begin: ({ name, bytes }, actor) =>
      enqueue(async () => {
        requireIdle();
        if (bytes > limitBytes) throw tooLarge(`Archives may have ${limitBytes} bytes at most`);
        // The file first: bytes of the former archive are never taken for the beginning of this one.
        await writeFile(archiveFile, '', { mode: 0o600 });
        await save({ archive: { name, bytes }, run: null, pid: null });
        await record('upload', now().toISOString(), actor, name);
        return present();
      }),
    receive: (offset, part) =>
      enqueue(async () => {
        requireIdle();
        const { archive } = state;
        if (archive === null) throw conflict('No archive is being received');
        const received = await receivedBytes();
        if (offset !== received) throw conflict(`The next part begins at ${received}`);
        if (received + part.length > archive.bytes)
          throw validationError('The archive is longer than it was said to be');
        await appendFile(archiveFile, part);
        return present();
      }),
    remove: (actor) =>
      enqueue(async () => {
        requireIdle();
        const { archive } = state;
        await save({ ...state, archive: null });
        await rm(archiveFile, { force: true });
        if (archive !== null) await record('delete', now().toISOString(), actor, archive.name);
        return present();
      }),
    start: ({ kind, replaces_demo: replacesDemo = false }, actor) =>
      enqueue(async () => {
        requireIdle();
        const { archive } = state;
        if (archive === null || (await receivedBytes()) !== archive.bytes)
          throw conflict('There is no whole archive to import');
        const startedAt = now().toISOString();
        await record(`${kind}_start`, startedAt, actor, archive.name);
        const started = startImport({
          file: archiveFile,
          kind,
          replacesDemo,
          onProgress: (share, note) => {
            if (state.run !== null) state.run = { ...state.run, share, note };
          },
        });
        current = started;
        await save({
          archive,
          run: {
            kind,
            state: 'running',
            started_at: startedAt,
            finished_at: null,
            share: 0,
            note: '',
            report: null,
            error: null,
          },
          pid: started.pid ?? null,
        });
        const facts = { kind, startedAt, actor, name: archive.name };
        void started.ended.then((outcome) => enqueue(() => finish(outcome, facts))).catch(onFailure);
        return present();
      }),
    async close() {
      isClosed = true;
      current?.stop();
      await current?.ended;
      await last;
    },
  };
}

/** Rejects every change with 409: for sites whose services cannot start the import. */
export function unavailableSiteImports(): SiteImports {
  const fail = async (): Promise<never> => {
    throw conflict('This site cannot import by itself: run the command tools import');
  };
  return {
    read: async () => ({ is_available: false, limit_bytes: 0, archive: null, run: null }),
    begin: fail,
    receive: fail,
    remove: fail,
    start: fail,
    close: async () => undefined,
  };
}
