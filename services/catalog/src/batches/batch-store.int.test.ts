import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { BATCH_ROWS, BOOK_BATCHES, inMemoryBatchStore, mongoBatchStore } from './batch-store.ts';

const database = freshDatabase('batches');
let connection: Connection;
beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [BOOK_BATCHES, BATCH_ROWS]);
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const AT = new Date('2026-11-05T10:00:00.000Z');
const LATER = new Date('2026-11-06T10:00:00.000Z');
const BATCH = {
  key: 'a-batch-of-this-test',
  kind: 'import' as const,
  label: 'books.csv',
  total: 2,
  at: AT,
  by: 7,
};
const ROW = { row: 2, at: AT, title: 'Bail', book: 9, creates: false };

describe.each([
  ['in the database', () => mongoBatchStore(connection)],
  ['of the tests', () => inMemoryBatchStore()],
])('the batches %s', (_, open) => {
  it('are created once, and each row is claimed once', async () => {
    const store = open();
    expect(await store.create(BATCH)).toEqual({ ...BATCH, isUndone: false });
    expect(await store.create({ ...BATCH, label: 'other.csv' })).toMatchObject({ label: 'books.csv' });
    const claims = await Promise.all([store.claim(BATCH.key, ROW), store.claim(BATCH.key, ROW)]);
    expect(claims.filter((claim) => claim === null)).toHaveLength(1);
    expect(claims.find((claim) => claim !== null)).toMatchObject({ ...ROW, state: 'writing' });
    const outcome = { state: 'changed' as const, before: { Price: 1 }, after: { Price: 2 } };
    expect(await store.finish(BATCH.key, 2, 'writing', outcome)).toBe(true);
    expect(await store.finish(BATCH.key, 2, 'writing', outcome)).toBe(false);
    await store.claim(BATCH.key, { ...ROW, row: 3, book: null, creates: true });
    expect(await store.counts(BATCH.key)).toEqual({ changed: 1, writing: 1 });
    expect(await store.rows(BATCH.key, ['changed'])).toMatchObject([{ ...ROW, ...outcome }]);
    expect((await store.rows(BATCH.key)).map(({ row }) => row)).toEqual([2, 3]);
    await store.markUndone(BATCH.key, LATER);
    expect(await store.find(BATCH.key)).toMatchObject({ isUndone: true });
    expect(await store.find('another-batch-of-it')).toBeNull();
    await store.create({ ...BATCH, key: 'a-later-batch-of-it', at: LATER });
    expect((await store.list(new Date(AT.getTime() - 1))).map(({ key }) => key)).toEqual([
      'a-later-batch-of-it',
      BATCH.key,
    ]);
    expect(await store.list(LATER)).toEqual([]);
    await store.removeBefore(LATER);
    expect([await store.find(BATCH.key), await store.rows(BATCH.key)]).toEqual([null, []]);
  });
});
