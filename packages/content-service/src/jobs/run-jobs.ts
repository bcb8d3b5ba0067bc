import { randomUUID } from 'node:crypto';
import { setImmediate as untilOthersRan } from 'node:timers/promises';
import { forbidden, preconditionFailed, WireError } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Collection } from '@vidhi/content-engine';
import type { IsCurrent } from '@vidhi/service-kit/auth.ts';
import type { ContentWriter, WriteContext } from '../http/content-writer.ts';
import { type PresentValues, unmergedValues } from '../http/present-values.ts';
import type { LiveModel } from '../live/live-model.ts';
import type { ContentWrites, Revised } from '../store/content-writes.ts';
import { unpack } from '../store/editing.ts';
import { type AuthorizeJob, type JobActions, titleOf } from './job-actions.ts';
import { contextOf, reasonOf } from './job-owner.ts';
import type { EndedRow, JobOutcome, JobOwner, JobStore, StoredJob, StoredJobRow } from './job-store.ts';
import { changedBy, createPlanner, isSame, pick } from './plan-rows.ts';
import {
  CHUNK,
  chunkLength,
  createResults,
  groupsOf,
  isEditedSince,
  messageOf,
  RENEW_MS,
} from './row-results.ts';
import { createUndoRow } from './undo-row.ts';

/** Parts of a service that execute its jobs. */
export interface JobsOptions {
  jobs: JobStore;
  store: Pick<ContentWrites, 'find' | 'findEditing' | 'findMany' | 'findTrashed' | 'restore'>;
  live: Pick<LiveModel, 'put'>;
  writer: ContentWriter;
  collections: readonly Collection[];
  actionsOf: (collection: Collection) => JobActions;
  presentValues?: PresentValues;
  authorize: AuthorizeJob;
  /** Returns whether the rights with which a job was begun are still those of the account. */
  isCurrent: IsCurrent;
  onError: (error: unknown) => void;
  now?: () => Date;
}

interface WorkerOptions extends JobsOptions {
  leaseMs?: number;
  /** Rows that are changed at the same time. */
  atOnce?: number;
}

export interface JobWorker {
  /** Executes the waiting jobs; resolves when none is left. Never rejects. */
  run(): Promise<void>;
  /** Ends after the rows that are being written. Another worker continues. */
  close(): Promise<void>;
}

const LEASE_MS = 5_000;
const MAX_TRIES = 5;
/**
 * Enough that their documents are read, written and published by few commands: a row takes two thirds of the processor time
 * of the whole site that it takes by itself. No more, because readers wait for the writes of all of them.
 */
const AT_ONCE = 8;

/**
 * Executes jobs, one after the other, with some rows at the same time. A job has one worker at a time, which holds a lease of it: when
 * a process ends, another one continues where it was. Each row is stored before its document is changed, with the values that it had,
 * and its change is made on that state only; a row that was interrupted, or whose result was not stored yet, is therefore not changed
 * twice.
 */
export function createJobWorker(options: WorkerOptions): JobWorker {
  const { jobs, store, live, writer, actionsOf, authorize, isCurrent, onError } = options;
  const { now = () => new Date(), leaseMs = LEASE_MS, atOnce = AT_ONCE } = options;
  const { collections, presentValues = unmergedValues } = options;
  const { collectionOf, actionOf, planOf, plannedRow } = createPlanner({
    collections,
    actionsOf,
    presentValues,
  });
  const worker = randomUUID();
  let isClosed = false;
  let running: Promise<void> | null = null;
  let isWoken = false;

  const leaseEnd = (): Date => new Date(now().getTime() + leaseMs);

  /** Returns what says whether the job is still this worker's, and in which state, by asking the store from time to time. */
  function createWatch(job: StoredJob): () => Promise<StoredJob['state'] | null> {
    let { state } = job;
    let renewedAt = performance.now();
    return async () => {
      // A chunk of rows that are as wanted already awaits nothing else.
      await untilOthersRan();
      if (performance.now() - renewedAt < RENEW_MS) return state;
      const found = await jobs.renew(job.key, worker, leaseEnd());
      renewedAt = performance.now();
      if (found !== null) state = found;
      return found;
    };
  }

  async function requireRights(owner: JobOwner): Promise<void> {
    if (!(await isCurrent(owner.principal)))
      throw forbidden('Your password or your rights have changed: begin this again');
  }

  const undoRow = createUndoRow({
    store,
    live,
    writer,
    authorize,
    collectionOf,
    presentValues,
    requireRights,
    onError,
  });

  /** Throws a 409 for a document of which somebody has typed more than is saved, where the action refuses that. */
  async function requireSaved(job: StoredJob, { of }: StoredJobRow, doc: StoredDocument): Promise<void> {
    const { rejectsCopies: message } = actionOf(job);
    if (message === undefined) return;
    const copy = (await store.findEditing(collectionOf(of), doc.id))?.copy;
    const typed = copy === undefined ? {} : unpack(copy.values);
    if (!isSame(pick(doc, Object.keys(typed)), pick(typed, Object.keys(typed))))
      throw new WireError(409, 'ConflictError', message);
  }

  /** Resolves with whether the document of a stored row was removed by it. */
  async function isRemoved({ of, doc, removes, at }: StoredJobRow): Promise<boolean> {
    const removed = removes === true ? await store.findTrashed(collectionOf(of), doc) : null;
    return removed !== null && Date.parse(removed.at) >= at.getTime();
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
    await requireRights(job.owner);
    if (found === null) {
      if (earlier !== null && (await isRemoved(earlier))) return { state: 'done' };
      throw new WireError(404, 'NotFoundError', 'There is no such row any more');
    }
    const { doc, edit } = found;
    const plan = planOf(job, row.of, doc);
    if (plan === null)
      return earlier?.before === undefined
        ? { state: 'unchanged' }
        : { state: 'done', after: pick(doc, Object.keys(earlier.before)) };
    await requireSaved(job, row, doc);
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
    const names = changedBy(plan);
    const before = pick(doc, names);
    if (!isSame(row.before, before)) await jobs.putRows(job.key, [{ ...row, before }]);
    const after = await writer.update(
      collection,
      row.doc,
      { ...plan.patch },
      {
        ...context,
        // Imports and derived attributes change a document without an edit: what is replaced is what an undo puts back.
        requireCurrent(current) {
          if (!isSame(pick(current, names), before)) throw preconditionFailed({});
        },
      },
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

  /** Changes a row that an earlier worker has stored, and maybe its document. */
  function resumeRow(job: StoredJob, begun: StoredJobRow): Promise<EndedRow> {
    const { before: _before, removes: _removes, ...row } = begun;
    return changeRow(job, row, undefined, begun);
  }

  /** Resolves with a stored row of a job that is cancelled; null where its document was not changed, and stays so. */
  async function findEnded(job: StoredJob, row: StoredJobRow): Promise<EndedRow | null> {
    const found = await store.find(collectionOf(row.of), row.doc);
    if (found === null) return (await isRemoved(row)) ? { row, outcome: { state: 'done' } } : null;
    const { before } = plannedRow(job, { ...row, before: undefined }, found);
    if (row.before === undefined || before !== undefined) return null;
    return { row, outcome: { state: 'done', after: pick(found.doc, Object.keys(row.before)) } };
  }

  type Results = ReturnType<typeof createResults>;
  interface Run {
    job: StoredJob;
    watch: ReturnType<typeof createWatch>;
    results: Results;
  }

  /** Leaves a job whose lease is another worker's or ends with this process, after storing results. */
  async function leave({ job, results }: Run, state: StoredJob['state'] | null): Promise<void> {
    await results.flush();
    if (state !== null) await jobs.release(job.key, worker);
  }

  async function cancel({ job: { key }, results }: Run, dropped: readonly StoredJobRow[]): Promise<void> {
    await results.flush();
    await jobs.dropRows(
      key,
      dropped.map(({ row }) => row),
    );
    await jobs.change(key, ['cancelling'], { state: 'cancelled', worker });
  }

  /** Ends what an earlier worker has begun. Resolves with whether the job goes on. */
  async function resume(run: Run): Promise<boolean> {
    const { job, watch, results } = run;
    const begun = await jobs.begunRows(job.key);
    const dropped: StoredJobRow[] = [];
    for (const rows of groupsOf(begun, atOnce)) {
      const state = await watch();
      if (state === null || isClosed) {
        await leave(run, state);
        return false;
      }
      if (state !== 'cancelling') {
        await results.addAll(rows.map((row) => resumeRow(job, row)));
        continue;
      }
      for (const row of rows) {
        const ended = await findEnded(job, row);
        if (ended === null) dropped.push(row);
        else await results.addAll([Promise.resolve(ended)]);
      }
    }
    if (dropped.length > 0) await cancel(run, dropped);
    else await results.flush();
    return dropped.length === 0;
  }

  async function runForward(job: StoredJob): Promise<void> {
    const { key, items } = job;
    const run: Run = { job, watch: createWatch(job), results: createResults(jobs, key) };
    const { watch, results } = run;
    const last = await jobs.lastRow(key);
    if (!(await resume(run))) return;
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
      for (let place = 0; place < rows.length; place += atOnce) {
        const state = await watch();
        if (state === null) return leave(run, state);
        if (state === 'cancelling') return cancel(run, rows.slice(place));
        if (isClosed) {
          await jobs.dropRows(
            key,
            rows.slice(place).map(({ row }) => row),
          );
          return leave(run, state);
        }
        if (place === 0) await jobs.putRows(key, rows);
        const group = rows.slice(place, place + atOnce);
        await results.addAll(group.map((row) => changeRow(job, row, found.get(row.doc) ?? null, null)));
      }
      await results.flush();
      index += chunk.length;
    }
    await jobs.change(key, ['running', 'cancelling'], { state: 'finished', worker });
  }

  async function runBack(job: StoredJob): Promise<void> {
    const run: Run = { job, watch: createWatch(job), results: createResults(jobs, job.key) };
    const owner = job.undoer ?? job.owner;
    for (;;) {
      const done = await jobs.lastDone(job.key, CHUNK);
      if (done.length === 0) break;
      for (const rows of groupsOf(done, atOnce)) {
        const state = await run.watch();
        if (state === null || isClosed) return leave(run, state);
        await run.results.addAll(rows.map((row) => undoRow(job, row, owner)));
      }
      await run.results.flush();
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

  async function runWhileWoken(): Promise<void> {
    while (isWoken && !isClosed) {
      isWoken = false;
      await runAll().catch(onError);
    }
    running = null;
  }

  return {
    async run() {
      isWoken = true;
      await (running ??= runWhileWoken());
    },
    async close() {
      isClosed = true;
      await running;
    },
  };
}
