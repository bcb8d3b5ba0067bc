import mongoose, { type Connection, type mongo } from 'mongoose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { continueFrom, readHighWater, skipAhead } from './high-water.ts';

interface Row {
  _id: number | string;
  [field: string]: unknown;
}

let database: FreshDatabase;
let connection: Connection;
let db: mongo.Db;
beforeEach(async () => {
  database = freshDatabase('high-water');
  connection = await mongoose.createConnection(database.url).asPromise();
  if (connection.db === undefined) throw new Error('not connected');
  ({ db } = connection);
});
afterEach(async () => {
  await connection.close();
  await database.drop();
});

const insert = (name: string, ...rows: Row[]) => db.collection<Row>(name).insertMany(rows);
const rowsOf = (name: string) => db.collection<Row>(name).find({}).sort({ _id: 1 }).toArray();

async function insertOlder(): Promise<void> {
  await insert('counters', { _id: 'book', value: 4 });
  await insert('bill_series', { _id: 'bill/26-27', last: 7 });
  await insert('books', { _id: 1, rev: 2, Title: 'older' }, { _id: 2, rev: 1, Title: 'the same' });
  await insert('users', { _id: 1, rev: 1, tokenVersion: 0 });
  await insert('copied_book', { _id: 1, rev: 1, doc: {} });
}

/** Reads a newer database and replaces it by an older one. */
async function replaceNewer(): Promise<Awaited<ReturnType<typeof readHighWater>>> {
  await insert('counters', { _id: 'book', value: 9 }, { _id: 'order', value: 3 });
  await insert('bill_series', { _id: 'bill/26-27', last: 12 });
  await insert('books', { _id: 1, rev: 5 }, { _id: 2, rev: 1 }, { _id: 9, rev: 3 });
  await insert('users', { _id: 1, rev: 6, tokenVersion: 2 });
  await insert('copied_book', { _id: 1, rev: 8, doc: {} });
  const highWater = await readHighWater(db);
  await db.dropDatabase();
  await insertOlder();
  return highWater;
}

it('goes on with numbers, revisions and token versions, and removes what the backup lacks', async () => {
  const raised = await continueFrom(db, await replaceNewer(), true);
  expect(raised).toEqual({ numbers: 3, documents: 2, tombstones: 1 });
  expect(await rowsOf('counters')).toEqual([
    { _id: 'book', value: 9 },
    { _id: 'order', value: 3 },
  ]);
  expect(await rowsOf('bill_series')).toEqual([{ _id: 'bill/26-27', last: 12 }]);
  expect(await rowsOf('books')).toEqual([
    { _id: 1, rev: 6, Title: 'older' },
    { _id: 2, rev: 1, Title: 'the same' },
    { _id: 9, rev: 4, removed: true, edited: true, outbox: [] },
  ]);
  expect(await rowsOf('users')).toEqual([{ _id: 1, rev: 7, tokenVersion: 2 }]);
  // A copy of catalog's state, which catalog publishes: it must not claim to be newer.
  expect(await rowsOf('copied_book')).toEqual([{ _id: 1, rev: 1, doc: {} }]);
});

it('leaves out tombstones where documents have none', async () => {
  expect(await continueFrom(db, await replaceNewer(), false)).toMatchObject({ tombstones: 0 });
  expect(await rowsOf('books')).toHaveLength(2);
});

it('changes nothing where there was no database, and skips as far as it is told', async () => {
  const nothing = await readHighWater(db);
  await insertOlder();
  const before = await Promise.all(['counters', 'bill_series', 'books', 'users'].map(rowsOf));
  await continueFrom(db, nothing, true);
  expect(await Promise.all(['counters', 'bill_series', 'books', 'users'].map(rowsOf))).toEqual(before);
  await skipAhead(db, 100);
  expect(await rowsOf('counters')).toEqual([{ _id: 'book', value: 104 }]);
  expect(await rowsOf('bill_series')).toEqual([{ _id: 'bill/26-27', last: 107 }]);
  expect(await rowsOf('users')).toEqual([{ _id: 1, rev: 101, tokenVersion: 100 }]);
});
