import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import {
  JOB_ROWS,
  JOBS,
  memoryJobStore,
  mongoJobStore,
  type StoredJob,
  type StoredJobRow,
} from './job-store.ts';

const database = freshDatabase('jobs');
let connection: Connection;
beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [JOBS, JOB_ROWS]);
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const AT = new Date('2026-11-05T10:00:00.000Z');
const SOON = new Date('2026-11-05T10:00:05.000Z');
const LATER = new Date('2026-11-05T10:00:10.000Z');
const JOB: StoredJob = {
  key: 'a-job-of-this-test',
  plural: 'posts',
  action: 'tags',
  params: { add: [1] },
  label: 'Add the tag Bail',
  items: [{ collection: 'post', id: 3 }],
  state: 'running',
  at: AT,
  by: 7,
  owner: { principal: { userId: 7, role: 10, tokenVersion: 1 }, via: 'console' },
};
const ROW: StoredJobRow = { row: 0, of: 'post', doc: 3, title: 'Bail', state: 'writing', at: AT };

describe.each([
  ['in the database', () => mongoJobStore(connection)],
  ['of the tests', () => memoryJobStore()],
])('the jobs %s', (_, open) => {
  it('have one worker at a time, and another one when its lease has ended', async () => {
    const jobs = open();
    expect(await jobs.create(JOB)).toEqual(JOB);
    expect(await jobs.create({ ...JOB, label: 'Other' })).toMatchObject({ label: 'Add the tag Bail' });
    expect(await jobs.take('one', AT, SOON)).toEqual(JOB);
    expect(await jobs.take('two', AT, SOON)).toBeNull();
    expect(await jobs.renew(JOB.key, 'one', SOON)).toBe('running');
    expect(await jobs.take('two', LATER, LATER)).toMatchObject({ key: JOB.key });
    expect(await jobs.renew(JOB.key, 'one', LATER)).toBeNull();
    expect(await jobs.change(JOB.key, ['running'], { state: 'finished', worker: 'one' })).toBe(false);
    await jobs.release(JOB.key, 'two');
    expect(await jobs.take('one', AT, SOON)).toMatchObject({ key: JOB.key });
    const undoer = { ...JOB.owner, via: 'api' as const };
    expect(await jobs.change(JOB.key, ['running'], { state: 'undoing', undoer })).toBe(true);
    expect(await jobs.find(JOB.key)).toMatchObject({ state: 'undoing', undoer });
    expect(await jobs.change(JOB.key, ['undoing'], { state: 'undone', worker: 'one' })).toBe(true);
    expect(await jobs.take('one', LATER, LATER)).toBeNull();
  });

  it('have a row for each document, with what became of it', async () => {
    const jobs = open();
    const key = 'another-job-of-this-test';
    await jobs.create({ ...JOB, key });
    await jobs.putRows(key, [
      { ...ROW, before: { tags: [] } },
      { ...ROW, row: 1 },
      { ...ROW, row: 2 },
    ]);
    expect((await jobs.begunRows(key)).map(({ row }) => row)).toEqual([0, 1, 2]);
    await jobs.dropRows(key, [1, 2]);
    expect(await jobs.lastRow(key)).toEqual({ ...ROW, before: { tags: [] } });
    expect(await jobs.rows(key, { page: 1, pageSize: 5 })).toEqual({ rows: [], total: 0 });
    await jobs.endRows(key, [
      { row: ROW, outcome: { state: 'done', after: { tags: [1] } } },
      { row: { ...ROW, row: 1 }, outcome: { state: 'failed', message: 'Gone' } },
    ]);
    expect(await jobs.begunRows(key)).toEqual([]);
    const done = { ...ROW, state: 'done', before: { tags: [] }, after: { tags: [1] } };
    expect(await jobs.lastDone(key, 2)).toEqual([done]);
    expect(await jobs.rows(key, { state: 'failed', page: 1, pageSize: 5 })).toEqual({
      rows: [{ ...ROW, row: 1, state: 'failed', message: 'Gone' }],
      total: 1,
    });
    expect((await jobs.rows(key, { page: 2, pageSize: 1 })).total).toBe(2);
    expect(await jobs.counts(key)).toEqual({ done: 1, unchanged: 0, failed: 1, undone: 0, left: 0 });
    expect((await jobs.list(7, new Date(0))).map((job) => job.key)).toContain(key);
    await jobs.removeBefore(LATER);
    expect(await jobs.find(key)).toBeNull();
  });
});
