import { randomUUID } from 'node:crypto';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { forbidden, WireError } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Collection } from '@vidhi/content-engine';
import type { IsCurrent } from '@vidhi/service-kit/auth.ts';
import type { ContentWriter, WriteClient, WriteContext } from '../http/content-writer.ts';
import type { LiveModel } from '../live/live-model.ts';
import type { Values } from '../store/content-document.ts';
import type { ContentWrites, Revised } from '../store/content-writes.ts';
import { DuplicateValueError } from '../store/duplicate-values.ts';
import { type AuthorizeJob, type JobAction, type JobActions, titleOf } from './job-actions.ts';
import type { EndedRow, JobOutcome, JobOwner, JobStore, StoredJob, StoredJobRow } from './job-store.ts';
import { CHUNK, chunkLength, createResults, messageOf, RENEW_MS } from './row-results.ts';

/** Parts of a service that execute its jobs. */
export interface JobsOptions {
  jobs: JobStore;
  store: Pick<ContentWrites, 'find' | 'findMany' | 'findTrashed' | 'restore'>;
  live: Pick<LiveModel, 'put'>;
  writer: ContentWriter;
  collections: readonly Collection[];
  actionsOf: (collection: Collection) => JobActions;
  authorize: AuthorizeJob;
  /** Returns whether the rights with which a job was begun are still those of the account. */
  isCurrent: IsCurrent;
  onError: (error: unknown) => void;
  now?: () => Date;
}

interface WorkerOptions extends JobsOptions {
  everyMs?: number;
  leaseMs?: number;
}

export interface JobWorker {
  /** Looks for jobs from now on; before that the others do nothing. */
  start(): void;
  /** Looks for a job at once. */
  wake(): void;
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
  /** Ends after the row that is being written. Another worker continues. */
  close(): Promise<void>;
}

const EVERY_MS = 1_000;
const LEASE_MS = 5_000;
const MAX_TRIES = 5;
const CHANGED_SINCE = 'Changed by somebody since: left as it is';

const pick = (doc: Values, names: Iterable<string>): Values =>
  Object.fromEntries([...names].map((name) => [name, doc[name] ?? null]));
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const isEditedSince = (error: unknown): boolean => error instanceof WireError && error.status === 412;
const reasonOf = ({ label }: StoredJob): string => `Bulk: ${label}`.slice(0, 200);

const actorOf = ({ principal, via }: JobOwner): Actor => ({
  id: principal.userId,
  role: principal.role,
  via,
});

/**
 * Executes jobs, one after the other and row by row. A job has one worker at a time, which holds a lease of it: when a process ends,
 * another one continues where it was. Each row is stored before its document is changed, with the values that it had, and its change is
 * made on that state only; a row that was interrupted, or whose result was not stored yet, is therefore not changed twice.
 */
export function createJobWorker(options: WorkerOptions): JobWorker {
  const { jobs, store, live, writer, actionsOf, authorize, isCurrent, onError } = options;
  const { now = () => new Date(), everyMs = EVERY_MS, leaseMs = LEASE_MS } = options;
  const byName = new Map(options.collections.map((collection) => [collection.name, collection]));
  const worker = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let running: Promise<void> | null = null;
  let isWoken = false;

  function collectionOf(name: string): Collection {
    const found = byName.get(name);
    if (found === undefined) throw new Error(`No collection ${name}`);
    return found;
  }

  const actionOf = ({ plural, action }: StoredJob): JobAction | undefined => {
    const collection = options.collections.find((one) => one.plural === plural);
    return collection === undefined ? undefined : actionsOf(collection)[action];
  };

  const leaseEnd = (): Date => new Date(now().getTime() + leaseMs);

  /** Returns what says whether the job is still this worker's, and in which state, by asking the store from time to time. */
  function createWatch(job: StoredJob): () => Promise<StoredJob['state'] | null> {
    let { state } = job;
    let renewedAt = performance.now();
    return async () => {
      if (performance.now() - renewedAt < RENEW_MS) return state;
      const found = await jobs.renew(job.key, worker, leaseEnd());
      renewedAt = performance.now();
      if (found !== null) state = found;
      return found;
    };
  }

  /** A client for each write, as the writer collects what belongs to one. */
  function contextOf(owner: JobOwner): WriteContext {
    const client: WriteClient = { headers: {}, principal: owner.principal };
    return { request: client, audience: 'staff', actor: actorOf(owner) };
  }

  async function requireRights(owner: JobOwner): Promise<void> {
    if (!(await isCurrent(owner.principal)))
      throw forbidden('Your password or your rights have changed: begin this again');
  }

  /** Returns a row as it is stored before its document is changed. Actions that are not possible are reported by the attempt. */
  function plannedRow(job: StoredJob, row: StoredJobRow, found: Revised | undefined): StoredJobRow {
    if (found === undefined) return row;
    const titled = { ...row, title: titleOf(found.doc) };
    try {
      const document = { collection: collectionOf(row.of), doc: found.doc, items: job.items };
      const plan = actionOf(job)?.plan(document, job.params) ?? null;
      if (plan === null) return titled;
      if (plan.kind === 'remove') return { ...titled, removes: true };
      return { ...titled, before: pick(found.doc, [...Object.keys(plan.patch), ...(plan.touches ?? [])]) };
    } catch {
      return titled;
    }
  }

  /**
   * Changes the document of a row, and resolves with the outcome. Rejects with a 412 where somebody else changed it at the same time.
   * @param earlier the row where an earlier worker has begun with it
   */
  async function attempt(
    job: StoredJob,
    row: StoredJobRow,
    found: Revised | null,
    earlier: StoredJobRow | null,
  ): Promise<JobOutcome> {
    const collection = collectionOf(row.of);
    const action = actionOf(job);
    if (action === undefined) throw new WireError(400, 'ValidationError', 'There is no such action any more');
    await requireRights(job.owner);
    if (found === null) {
      const removed = earlier?.removes === true ? await store.findTrashed(collection, row.doc) : null;
      if (removed !== null && Date.parse(removed.at) >= row.at.getTime()) return { state: 'done' };
      throw new WireError(404, 'NotFoundError', 'There is no such row any more');
    }
    const { doc, edit } = found;
    const plan = action.plan({ collection, doc, items: job.items }, job.params);
    if (plan === null)
      return earlier?.before === undefined
        ? { state: 'unchanged' }
        : { state: 'done', after: pick(doc, Object.keys(earlier.before)) };
    const isRemoval = plan.kind === 'remove';
    authorize({
      principal: job.owner.principal,
      collection,
      action: isRemoval ? 'delete' : 'update',
      job: job.action,
      current: doc,
    });
    const context: WriteContext = {
      ...contextOf(job.owner),
      edit: { ifEdited: [edit?.rev ?? 0], kind: isRemoval ? undefined : plan.edit },
      audit: { action: isRemoval ? undefined : plan.action, reason: reasonOf(job) },
    };
    if (isRemoval) {
      if (row.removes !== true) await jobs.putRows(job.key, [{ ...row, removes: true }]);
      await writer.remove(collection, row.doc, context);
      return { state: 'done' };
    }
    const names = [...Object.keys(plan.patch), ...(plan.touches ?? [])];
    const before = pick(doc, names);
    if (!isSame(row.before, before)) await jobs.putRows(job.key, [{ ...row, before }]);
    const after = await writer.update(
      collection,
      row.doc,
      { ...plan.patch },
      // Without it the writer takes a change of state for one of a form.
      { ...context, requireCurrent: () => {} },
    );
    return { state: 'done', after: pick(after, names) };
  }

  /**
   * Changes the document of a stored row, again after concurrent changes of it.
   * @param read the document as it was read with others; read now where left out
   * @param earlier the row where an earlier worker has begun with it
   */
  async function changeRow(
    job: StoredJob,
    stored: StoredJobRow,
    read: Revised | null | undefined,
    earlier: StoredJobRow | null,
  ): Promise<EndedRow> {
    const collection = collectionOf(stored.of);
    let row = stored;
    const change = async (): Promise<JobOutcome> => {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const isFirst = tries === 0;
        const found = isFirst && read !== undefined ? read : await store.find(collection, row.doc);
        if (found !== null) row = { ...row, title: titleOf(found.doc) };
        try {
          return await attempt(job, row, found, isFirst ? earlier : null);
        } catch (error) {
          if (!isEditedSince(error)) throw error;
        }
      }
      throw new WireError(409, 'ConflictError', 'Changed by somebody at the same time');
    };
    const outcome = await change().catch((error: unknown): JobOutcome => ({
      state: 'failed',
      message: messageOf(error, onError),
    }));
    return { row, outcome };
  }

  async function restore(job: StoredJob, row: StoredJobRow, owner: JobOwner): Promise<JobOutcome> {
    const collection = collectionOf(row.of);
    const trashed = await store.findTrashed(collection, row.doc);
    if (trashed === null)
      return (await store.find(collection, row.doc)) === null
        ? { state: 'left', message: 'Deleted for ever since' }
        : { state: 'undone' };
    authorize({
      principal: owner.principal,
      collection,
      action: 'update',
      job: job.action,
      current: trashed.doc,
    });
    const origin = {
      actor: actorOf(owner),
      kind: 'restore' as const,
      action: 'undo',
      reason: reasonOf(job),
    };
    const asItWas = ({ id: _id, ...values }: StoredDocument): Values => values;
    const restored = await store.restore(collection, row.doc, asItWas, origin).catch((error: unknown) => {
      if (error instanceof DuplicateValueError)
        throw new WireError(409, 'ConflictError', 'Something else has its address now');
      throw error;
    });
    if (restored !== null) live.put(collection.name, restored.doc, restored.rev);
    return { state: 'undone' };
  }

  async function putBack(job: StoredJob, row: StoredJobRow, owner: JobOwner): Promise<JobOutcome> {
    await requireRights(owner);
    if (row.removes === true) return restore(job, row, owner);
    const collection = collectionOf(row.of);
    const { before = {}, after = {} } = row;
    const names = Object.keys(before).filter((name) => !isSame(before[name], after[name]));
    const found = await store.find(collection, row.doc);
    if (found === null) return { state: 'left', message: 'There is no such row any more' };
    const { doc, edit } = found;
    if (names.every((name) => isSame(doc[name], before[name]))) return { state: 'undone' };
    if (!names.every((name) => isSame(doc[name], after[name])))
      return { state: 'left', message: CHANGED_SINCE };
    authorize({ principal: owner.principal, collection, action: 'update', job: job.action, current: doc });
    await writer.update(collection, row.doc, pick(before, names), {
      ...contextOf(owner),
      requireCurrent: () => {},
      edit: { ifEdited: [edit?.rev ?? 0] },
      audit: { action: 'undo', reason: reasonOf(job) },
    });
    return { state: 'undone' };
  }

  async function undoRow(job: StoredJob, row: StoredJobRow, owner: JobOwner): Promise<EndedRow> {
    const outcome = await putBack(job, row, owner).catch((error: unknown): JobOutcome => ({
      state: 'left',
      message: isEditedSince(error) ? CHANGED_SINCE : messageOf(error, onError),
    }));
    return { row, outcome };
  }

  async function runForward(job: StoredJob): Promise<void> {
    const { key, items } = job;
    const watch = createWatch(job);
    const results = createResults(jobs, key);
    const last = await jobs.lastRow(key);
    for (const begun of await jobs.begunRows(key)) {
      if ((await watch()) === null) return;
      const { before: _before, removes: _removes, ...row } = begun;
      await results.add(await changeRow(job, row, undefined, begun));
    }
    await results.flush();
    for (let index = last === null ? 0 : last.row + 1; index < items.length;) {
      const chunk = items.slice(index, index + chunkLength(items, index));
      const [{ collection: of = '' } = {}] = chunk;
      const found = await store.findMany(
        collectionOf(of),
        chunk.map(({ id }) => id),
      );
      const rows = chunk.map(({ id }, place): StoredJobRow => {
        const row = { row: index + place, of, doc: id, title: '', state: 'writing', at: now() } as const;
        return plannedRow(job, row, found.get(id));
      });
      let isStored = false;
      for (const row of rows) {
        const state = await watch();
        if (state === null) return results.flush();
        if (isClosed || state === 'cancelling') {
          await results.flush();
          await jobs.dropRows(key, row.row);
          if (isClosed) return jobs.release(key, worker);
          await jobs.change(key, ['cancelling'], { state: 'cancelled', worker });
          return;
        }
        if (!isStored) await jobs.putRows(key, rows);
        isStored = true;
        await results.add(await changeRow(job, row, found.get(row.doc) ?? null, null));
      }
      await results.flush();
      index += chunk.length;
    }
    await jobs.change(key, ['running', 'cancelling'], { state: 'finished', worker });
  }

  async function runBack(job: StoredJob): Promise<void> {
    const watch = createWatch(job);
    const results = createResults(jobs, job.key);
    const owner = job.undoer ?? job.owner;
    for (;;) {
      const rows = await jobs.lastDone(job.key, CHUNK);
      if (rows.length === 0) break;
      for (const row of rows) {
        const isLost = (await watch()) === null;
        if (isLost || isClosed) {
          await results.flush();
          return isLost ? undefined : jobs.release(job.key, worker);
        }
        await results.add(await undoRow(job, row, owner));
      }
      await results.flush();
    }
    await jobs.change(job.key, ['undoing'], { state: 'undone', worker });
  }

  async function runAll(): Promise<void> {
    while (!isClosed) {
      const job = await jobs.take(worker, now(), leaseEnd());
      if (job === null) return;
      await (job.state === 'undoing' ? runBack(job) : runForward(job));
      await jobs.release(job.key, worker);
    }
  }

  function run(): void {
    if (isClosed || timer === undefined) return;
    if (running !== null) {
      isWoken = true;
      return;
    }
    running = runAll()
      .catch(onError)
      .finally(() => {
        running = null;
        if (!isWoken) return;
        isWoken = false;
        run();
      });
  }

  return {
    start() {
      timer = setInterval(run, everyMs);
      timer.unref();
      run();
    },
    wake: run,
    async idle() {
      while (running !== null) await running;
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}
