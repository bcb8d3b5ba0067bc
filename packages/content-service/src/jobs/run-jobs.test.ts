import { describe, expect, it } from 'vitest';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { createReadModel } from '@vidhi/content-engine';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { createStoredWriter } from '../live/stored-writer.ts';
import type { Change } from '../store/content-writes.ts';
import { noteCollection } from '../testing/content-store-contract.ts';
import { memoryContentStore } from '../testing/memory-content-store.ts';
import { memoryLiveModel } from '../testing/memory-live-model.ts';
import type { JobAction } from './job-actions.ts';
import { memoryJobStore, type StoredJob } from './job-store.ts';
import { createJobWorker, type JobsOptions } from './run-jobs.ts';

const AT = new Date('2026-11-05T10:00:00.000Z');
const LEASE_MS = 5_000;
const never = new Promise<never>(() => {});

const rename: JobAction = {
  read: () => ({ params: {}, label: 'Rename' }),
  plan: ({ doc }) => (doc['title'] === 'New' ? null : { kind: 'update', patch: { title: 'New' } }),
};

/** Four notes, and a job that renames them. */
async function aJob({ atOnce = 4 } = {}) {
  const changes: Change[] = [];
  const store = memoryContentStore((change) => {
    changes.push(change);
    return [];
  });
  const live = memoryLiveModel(createReadModel([fileCollection, noteCollection]));
  const writer = createStoredWriter({ store, live, prepare: (_collection, values) => values });
  const items = [];
  for (let n = 1; n <= 4; n += 1) {
    const { doc } = await store.create(noteCollection, { title: `Note ${n}` });
    items.push({ collection: noteCollection.name, id: doc.id });
  }
  changes.length = 0;
  const jobs = memoryJobStore();
  const job: StoredJob = {
    key: 'a-job-of-this-test',
    plural: 'notes',
    action: 'rename',
    params: {},
    label: 'Rename',
    items,
    state: 'running',
    at: AT,
    by: 7,
    owner: { principal: { userId: 7, role: 11, tokenVersion: 1 }, via: 'console' },
  };
  await jobs.create(job);
  const errors: unknown[] = [];
  const options: JobsOptions & { leaseMs: number; atOnce: number } = {
    atOnce,
    jobs,
    store,
    live,
    writer,
    collections: [noteCollection],
    actionsOf: () => ({ rename }),
    authorize: () => {},
    isCurrent: () => true,
    onError: (error) => void errors.push(error),
    leaseMs: LEASE_MS,
  };
  const idsChanged = () => changes.map(({ id }) => id);
  return { store, writer, jobs, job, options, idsChanged, errors };
}

function startJobs(options: Parameters<typeof createJobWorker>[0]) {
  const worker = createJobWorker(options);
  void worker.run();
  return worker;
}

const later = (): Date => new Date(AT.getTime() + LEASE_MS + 1);

describe('the worker of jobs', () => {
  it.each([
    ['before the write of a row', false],
    ['after the write of a row, before its result was stored', true],
  ])('continues the job of a process that ended %s, and changes no row twice', async (_when, isWritten) => {
    const { writer, jobs, job, options, idsChanged } = await aJob({ atOnce: 1 });
    let writes = 0;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    startJobs({
      ...options,
      now: () => AT,
      writer: {
        ...writer,
        async update(...write) {
          writes += 1;
          if (writes < 3) return writer.update(...write);
          if (isWritten) await writer.update(...write);
          end();
          return never;
        },
      },
    });
    await ended;
    const early = startJobs({ ...options, now: () => AT });
    await early.run();
    // The lease of the other one has not ended.
    expect(idsChanged()).toHaveLength(isWritten ? 3 : 2);
    expect((await jobs.find(job.key))?.state).toBe('running');
    await early.close();
    const next = startJobs({ ...options, now: later });
    await next.run();
    expect((await jobs.find(job.key))?.state).toBe('finished');
    expect(await jobs.counts(job.key)).toMatchObject({ done: 4, failed: 0, unchanged: 0 });
    expect(idsChanged()).toEqual([1, 2, 3, 4]);
    await jobs.change(job.key, ['finished'], { state: 'undoing' });
    await next.run();
    expect(await jobs.counts(job.key)).toMatchObject({ undone: 4 });
    await next.close();
  });

  it.each([
    ['the first row was written', [1]],
    ['the last row was written before the others', [4]],
    ['no row was written', []],
  ])(
    'changes nothing more of a job that is cancelled when its process had ended after %s',
    async (_what, written) => {
      const { writer, jobs, job, options, idsChanged } = await aJob();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      let calls = 0;
      startJobs({
        ...options,
        now: () => AT,
        writer: {
          ...writer,
          async update(collection, id, ...write) {
            if (written.includes(id)) await writer.update(collection, id, ...write);
            calls += 1;
            if (calls === 4) end();
            return never;
          },
        },
      });
      await ended;
      await jobs.change(job.key, ['running'], { state: 'cancelling' });
      const next = startJobs({ ...options, now: later });
      await next.run();
      expect(idsChanged()).toEqual(written);
      expect((await jobs.find(job.key))?.state).toBe('cancelled');
      expect(await jobs.counts(job.key)).toMatchObject({ done: written.length, failed: 0, unchanged: 0 });
      expect(await jobs.begunRows(job.key)).toEqual([]);
      await next.close();
    },
  );

  it('changes several rows at the same time, and stores the results of all where one is to be tried again', async () => {
    const { writer, jobs, job, options, idsChanged, errors } = await aJob();
    const { promise: allBegun, resolve: begin } = Promise.withResolvers<void>();
    let isFirst = true;
    let begun = 0;
    const worker = startJobs({
      ...options,
      writer: {
        ...writer,
        async update(collection, id, ...write) {
          begun += 1;
          if (begun === 4) begin();
          await allBegun;
          if (id === 2 && isFirst) {
            isFirst = false;
            throw unavailable();
          }
          return writer.update(collection, id, ...write);
        },
      },
    });
    await worker.run();
    expect((await jobs.find(job.key))?.state).toBe('finished');
    expect(errors).toHaveLength(1);
    expect(idsChanged()).toEqual([1, 3, 4, 2]);
    expect(await jobs.counts(job.key)).toMatchObject({ done: 4, failed: 0 });
    await worker.close();
  });

  it('lets others run between rows that are as wanted already', async () => {
    const { store, job, options, jobs } = await aJob({ atOnce: 1 });
    for (const { id } of job.items) await store.update(noteCollection, id, () => ({ title: 'New' }));
    let turns = 0;
    let isCounting = true;
    const count = (): void => {
      turns += 1;
      if (isCounting) setImmediate(count);
    };
    setImmediate(count);
    const worker = startJobs(options);
    await worker.run();
    isCounting = false;
    expect(turns).toBeGreaterThanOrEqual(job.items.length);
    expect(await jobs.counts(job.key)).toMatchObject({ unchanged: 4 });
    await worker.close();
  });

  it('stores for an undo what a row really replaced, where an import changed it after it was read', async () => {
    const { store, writer, jobs, job, options } = await aJob();
    const worker = startJobs({
      ...options,
      writer: {
        ...writer,
        async update(collection, id, patch, context) {
          // A change that is no edit, as imports make: the conditions of edits do not see it.
          const state = await store.find(collection, id);
          if (id === 1 && state?.doc['title'] === 'Note 1') {
            await store.update(collection, id, () => ({ title: 'Imported' }));
            const found = await store.find(collection, id);
            return writer.update(collection, id, patch, {
              ...context,
              edit: { ...context.edit, ifEdited: [found?.edit?.rev ?? 0] },
            });
          }
          return writer.update(collection, id, patch, context);
        },
      },
    });
    await worker.run();
    expect((await store.find(noteCollection, 1))?.doc['title']).toBe('New');
    await jobs.change(job.key, ['finished'], { state: 'undoing' });
    await worker.run();
    expect((await store.find(noteCollection, 1))?.doc['title']).toBe('Imported');
    await worker.close();
  });

  it('follows what was merged meanwhile, in its changes and in their undo', async () => {
    const { store, jobs, job, options } = await aJob();
    await store.update(noteCollection, 1, () => ({ notes: [2] }));
    const link: JobAction = {
      read: () => ({ params: {}, label: 'Link' }),
      plan: ({ doc }) => {
        const notes = doc['notes'] as number[];
        return notes.includes(3) ? null : { kind: 'update', patch: { notes: [...notes, 3] } };
      },
    };
    const merged = new Map<number, number>();
    const worker = startJobs({
      ...options,
      actionsOf: () => ({ rename: link }),
      presentValues: (_collection, { notes, ...values }) => ({
        ...values,
        ...(Array.isArray(notes) ? { notes: notes.map((id: number) => merged.get(id) ?? id) } : {}),
      }),
    });
    await worker.run();
    expect((await store.find(noteCollection, 1))?.doc['notes']).toEqual([2, 3]);
    // Somebody merges 2 into 1, and 3 into 4.
    merged.set(2, 1).set(3, 4);
    await store.update(noteCollection, 1, () => ({ notes: [1, 4] }));
    await jobs.change(job.key, ['finished'], { state: 'undoing' });
    await worker.run();
    expect((await store.find(noteCollection, 1))?.doc['notes']).toEqual([1]);
    await worker.close();
  });

  it('reads and stores many rows together', async () => {
    const { store, jobs, job, options } = await aJob();
    const calls: string[] = [];
    const worker = startJobs({
      ...options,
      store: {
        ...store,
        find: async (collection, id) => {
          calls.push('find');
          return store.find(collection, id);
        },
        findMany: async (collection, ids) => {
          calls.push(`find ${ids.length}`);
          return store.findMany(collection, ids);
        },
      },
      jobs: {
        ...jobs,
        putRows: async (key, rows) => {
          calls.push(`begin ${rows.length}`);
          return jobs.putRows(key, rows);
        },
      },
    });
    await worker.run();
    expect(calls).toEqual(['find 4', 'begin 4']);
    expect(await jobs.counts(job.key)).toMatchObject({ done: 4 });
    await worker.close();
  });

  it('leaves no row begun that it does not come to, when it is stopped between two', async () => {
    const { writer, jobs, job, options, idsChanged } = await aJob({ atOnce: 1 });
    const worker = startJobs({
      ...options,
      writer: {
        ...writer,
        async update(...write) {
          const updated = await writer.update(...write);
          if (idsChanged().length === 2) {
            await jobs.change(job.key, ['running'], { state: 'cancelling' });
            // Longer than the time between two looks at the state of a job.
            await new Promise((resolve) => setTimeout(resolve, 300));
          }
          return updated;
        },
      },
    });
    await worker.run();
    expect((await jobs.find(job.key))?.state).toBe('cancelled');
    expect(await jobs.counts(job.key)).toMatchObject({ done: 2, unchanged: 0, failed: 0 });
    expect(await jobs.begunRows(job.key)).toEqual([]);
    await worker.close();
  });

  it('stops for a worker that has taken its job meanwhile', async () => {
    const { writer, jobs, job, options, idsChanged } = await aJob({ atOnce: 1 });
    const slow = startJobs({
      ...options,
      now: () => AT,
      writer: {
        ...writer,
        async update(...write) {
          const updated = await writer.update(...write);
          await jobs.take('another worker', later(), later());
          // Longer than the time between two extensions of a lease.
          await new Promise((resolve) => setTimeout(resolve, 300));
          return updated;
        },
      },
    });
    await slow.run();
    expect(idsChanged()).toEqual([1]);
    expect((await jobs.find(job.key))?.state).toBe('running');
    await slow.close();
  });

  it('writes a row on the state that somebody else made at the same time, and keeps that', async () => {
    const { store, writer, jobs, job, options } = await aJob();
    let isFirst = true;
    const worker = startJobs({
      ...options,
      writer: {
        ...writer,
        async update(collection, id, patch, context) {
          if (isFirst) await store.update(collection, id, () => ({ marks: 5 }));
          isFirst = false;
          return writer.update(collection, id, patch, context);
        },
      },
    });
    await worker.run();
    expect((await store.find(noteCollection, 1))?.doc).toMatchObject({ title: 'New', marks: 5 });
    expect(await jobs.counts(job.key)).toMatchObject({ done: 4 });
    await worker.close();
  });

  it('gives up a row for an error of the server, and reports it', async () => {
    const { writer, jobs, job, options, errors } = await aJob();
    const failure = new Error('a defect');
    const worker = startJobs({
      ...options,
      writer: {
        ...writer,
        update: async (collection, id, patch, context) =>
          id === 2 ? Promise.reject(failure) : writer.update(collection, id, patch, context),
      },
    });
    await worker.run();
    expect(errors).toEqual([failure]);
    expect(await jobs.counts(job.key)).toMatchObject({ done: 3, failed: 1 });
    await worker.close();
  });

  it('changes nothing more for an account whose rights have changed', async () => {
    const { jobs, job, options, idsChanged } = await aJob();
    const worker = startJobs({ ...options, isCurrent: () => false });
    await worker.run();
    expect(idsChanged()).toEqual([]);
    expect(await jobs.counts(job.key)).toMatchObject({ failed: 4 });
    await worker.close();
  });
});
