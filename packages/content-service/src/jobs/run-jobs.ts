import { randomUUID } from 'node:crypto';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { forbidden, WireError } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Collection } from '@vidhi/content-engine';
import { isUnavailableError } from '@vidhi/messaging/failure.ts';
import type { IsCurrent } from '@vidhi/service-kit/auth.ts';
import type { ContentWriter, WriteClient, WriteContext } from '../http/content-writer.ts';
import type { LiveModel } from '../live/live-model.ts';
import type { Values } from '../store/content-document.ts';
import type { ContentWrites, Revised } from '../store/content-writes.ts';
import { DuplicateValueError } from '../store/duplicate-values.ts';
import { type AuthorizeJob, type JobAction, type JobActions, titleOf } from './job-actions.ts';
import type { JobOutcome, JobOwner, JobStore, StoredJob, StoredJobRow } from './job-store.ts';

/** Parts of a service that execute its jobs. */
export interface JobsOptions {
  jobs: JobStore;
  store: Pick<ContentWrites, 'find' | 'findTrashed' | 'restore'>;
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
  /** Looks for a job at once. */
  wake(): void;
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
  /** Ends after the row that is being written. Another worker continues. */
  close(): Promise<void>;
}

const EVERY_MS = 1_000;
const LEASE_MS = 5_000;
/** The lease is extended, and a request to cancel seen, this often. */
const RENEW_MS = 250;
const MAX_TRIES = 5;
const CHANGED_SINCE = 'Changed by somebody since: left as it is';

const pick = (doc: Values, names: Iterable<string>): Values =>
  Object.fromEntries([...names].map((name) => [name, doc[name] ?? null]));
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Returns why a row failed. Throws while the database is unavailable: the row is tried again. */
function messageOf(error: unknown, onError: (error: unknown) => void): string {
  if (isUnavailableError(error) || (error instanceof WireError && error.status === 503)) throw error;
  if (!(error instanceof WireError) || error.status >= 500) {
    onError(error);
    return 'Not changed: an error of the server';
  }
  const { details } = error;
  const messages = Array.isArray(details?.['errors'])
    ? details['errors'].map((one: { message?: unknown }) => String(one.message))
    : [];
  return messages.length > 0 ? messages.join('. ') : error.message;
}

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
 * made on that state only; a row that was interrupted is therefore not changed twice.
 */
export function startJobs(options: WorkerOptions): JobWorker {
  const { jobs, store, live, writer, actionsOf, authorize, isCurrent, onError } = options;
  const { now = () => new Date(), everyMs = EVERY_MS, leaseMs = LEASE_MS } = options;
  const byName = new Map(options.collections.map((collection) => [collection.name, collection]));
  const worker = randomUUID();
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

  /** Changes the document of a row, and resolves with the outcome. Rejects with a 412 where somebody else changed it at the same time. */
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
      await jobs.putRow(job.key, { ...row, removes: true });
      await writer.remove(collection, row.doc, context);
      return { state: 'done' };
    }
    const names = [...Object.keys(plan.patch), ...(plan.touches ?? [])];
    await jobs.putRow(job.key, { ...row, before: pick(doc, names) });
    const after = await writer.update(
      collection,
      row.doc,
      { ...plan.patch },
      // Without it the writer takes a change of state for one of a form.
      { ...context, requireCurrent: () => {} },
    );
    return { state: 'done', after: pick(after, names) };
  }

  /** @param earlier the row where an earlier worker has begun with it */
  async function changeRow(job: StoredJob, index: number, earlier: StoredJobRow | null): Promise<void> {
    const item = job.items[index];
    if (item === undefined) throw new Error('a job has no such row');
    const collection = collectionOf(item.collection);
    let row: StoredJobRow = {
      row: index,
      of: item.collection,
      doc: item.id,
      title: earlier?.title ?? '',
      state: 'writing',
      at: earlier?.at ?? now(),
    };
    const change = async (): Promise<JobOutcome> => {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const found = await store.find(collection, item.id);
        if (found !== null) row = { ...row, title: titleOf(found.doc) };
        try {
          return await attempt(job, row, found, tries === 0 ? earlier : null);
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
    await jobs.endRow(job.key, row, outcome);
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

  async function undoRow(job: StoredJob, row: StoredJobRow, owner: JobOwner): Promise<void> {
    const outcome = await putBack(job, row, owner).catch((error: unknown): JobOutcome => ({
      state: 'left',
      message: isEditedSince(error) ? CHANGED_SINCE : messageOf(error, onError),
    }));
    await jobs.endRow(job.key, row, outcome);
  }

  async function runForward(job: StoredJob): Promise<void> {
    const watch = createWatch(job);
    const last = await jobs.lastRow(job.key);
    let index = last === null ? 0 : last.row + 1;
    if (last?.state === 'writing') await changeRow(job, last.row, last);
    for (; index < job.items.length; index += 1) {
      if (isClosed) return jobs.release(job.key, worker);
      const state = await watch();
      if (state === null) return;
      if (state === 'cancelling') {
        await jobs.change(job.key, ['cancelling'], { state: 'cancelled', worker });
        return;
      }
      await changeRow(job, index, null);
    }
    await jobs.change(job.key, ['running', 'cancelling'], { state: 'finished', worker });
  }

  async function runBack(job: StoredJob): Promise<void> {
    const watch = createWatch(job);
    const owner = job.undoer ?? job.owner;
    for (let row = await jobs.lastDone(job.key); row !== null; row = await jobs.lastDone(job.key)) {
      if (isClosed) return jobs.release(job.key, worker);
      if ((await watch()) === null) return;
      await undoRow(job, row, owner);
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
    if (isClosed) return;
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

  const timer = setInterval(run, everyMs);
  timer.unref();
  run();
  return {
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
