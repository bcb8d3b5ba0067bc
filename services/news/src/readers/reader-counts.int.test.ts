import { createConnection, type Connection } from 'mongoose';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { createClosers } from '@vidhi/service-kit/closers.ts';
import { startFlushing } from './flush-counts.ts';
import { indianDay } from './india-days.ts';
import { READER_COUNTS } from './reader-count-collection.ts';
import { mongoReaderCountStore } from './reader-count-store.ts';
import { createReaderCounts } from './reader-counts.ts';

const database = freshDatabase('readers');
let connection: Connection;

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [READER_COUNTS]);
});
afterEach(async () => {
  await connection.collection(READER_COUNTS.name).deleteMany({});
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const TODAY = indianDay(Date.now());

it('stores what several processes count, as one sum', async () => {
  const store = mongoReaderCountStore(connection);
  for (const path of ['/', '/', '/bail']) {
    const counts = createReaderCounts();
    counts.addView({ path, isKnown: true, arrival: { host: 'google.com', source: 'search engines' } });
    await store.add(counts.take());
  }
  const summary = await store.summary({ from: TODAY, to: TODAY }, Date.now());
  expect(summary.total).toEqual({ pages: 3, arrivals: 3, searches: 0, empty_searches: 0 });
  expect(summary.pages).toEqual({
    rows: [
      { name: '/', count: 2 },
      { name: '/bail', count: 1 },
    ],
    other: 0,
  });
  expect(summary.referrers.rows).toEqual([{ name: 'google.com', count: 3 }]);
});

it('keeps the sums of days whose detail is older than thirty days', async () => {
  const store = mongoReaderCountStore(connection);
  const now = Date.parse('2026-11-30T12:00:00.000Z');
  const counts = createReaderCounts(() => now);
  for (const day of ['2026-10-31', '2026-11-01'])
    await store.add([
      { day, kind: 'total', name: 'pages', by: 5 },
      { day, kind: 'page', name: '/', by: 5 },
      { day, kind: 'search', name: 'bail', by: 5 },
    ]);
  expect(counts.take()).toEqual([]);
  await store.removeOldDetail(now);
  const {
    days,
    pages,
    detail_from: from,
  } = await store.summary({ from: '2026-10-31', to: '2026-11-01' }, now);
  expect(days.map((row) => row.pages)).toEqual([5, 5]);
  expect(pages.rows).toEqual([{ name: '/', count: 5 }]);
  expect(from).toBe('2026-11-01');
});

it('stores the rest when it closes, and takes over the names of the day', async () => {
  const store = mongoReaderCountStore(connection);
  await store.add([{ day: TODAY, kind: 'search', name: 'bail', by: 3 }]);
  const counts = createReaderCounts();
  const failures: unknown[] = [];
  const note = (_name: string, error: unknown): void => void failures.push(error);
  const closers = createClosers(note);
  startFlushing(closers, {
    counts,
    store,
    connected: Promise.resolve(),
    everyMs: 60_000,
    onError: (error) => failures.push(error),
  });
  await expect
    .poll(() => {
      counts.addSearch({ text: 'bail', isEmpty: false, address: '203.0.113.1' });
      return counts.take().some(({ name }) => name === 'bail');
    })
    .toBe(true);
  counts.addView({ path: '/', isKnown: true });
  await closers.closeAll();
  expect(failures).toEqual([]);
  expect((await store.summary({ from: TODAY, to: TODAY }, Date.now())).pages.rows).toEqual([
    { name: '/', count: 1 },
  ]);
});

it('keeps what could not be stored for the next batch', async () => {
  const store = mongoReaderCountStore(connection);
  const counts = createReaderCounts();
  let isDown = true;
  let failures = 0;
  const closers = createClosers(() => void (failures += 1));
  startFlushing(closers, {
    counts,
    store: {
      namesOf: store.namesOf,
      add: async (increments) => {
        if (isDown) throw new Error('down');
        await store.add(increments);
      },
    },
    connected: Promise.resolve(),
    everyMs: 10,
    onError: () => void (failures += 1),
  });
  counts.addView({ path: '/', isKnown: true });
  await expect.poll(() => failures).toBeGreaterThan(0);
  isDown = false;
  await closers.closeAll();
  expect((await store.summary({ from: TODAY, to: TODAY }, Date.now())).total.pages).toBe(1);
});
