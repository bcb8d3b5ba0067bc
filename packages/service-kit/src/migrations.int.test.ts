import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { migrate, MigrationOrderError, type Migration } from './migrations.ts';
import { connectMongo } from './mongo.ts';

let database: FreshDatabase;
let connection: Connection;

beforeEach(async () => {
  database = freshDatabase('migrations');
  connection = await connectMongo(database.url);
  await connection.collection('books').insertMany([{ title: 'a' }, { title: 'b' }]);
});

afterEach(async () => {
  await connection.close();
  await database.drop();
});

/** Sets a field of all books that lack it. */
const setting = (id: number, field: string): Migration => ({
  id,
  name: `set-${field}`,
  count: (at) => at.collection('books').countDocuments({ [field]: { $exists: false } }),
  async apply(at) {
    await at.collection('books').updateMany({ [field]: { $exists: false } }, { $set: { [field]: id } });
  },
});
const first = setting(1, 'price');
const second = setting(2, 'stock');
const run = (migrations: readonly Migration[], isDryRun = false) =>
  migrate(connection, migrations, { isDryRun });
const books = () =>
  connection
    .collection('books')
    .find({}, { projection: { _id: 0 } })
    .toArray();

it('applies what is not recorded, in order, and nothing twice', async () => {
  expect(await run([first])).toEqual([{ id: 1, name: 'set-price', documents: 2 }]);
  expect(await run([first, second])).toEqual([{ id: 2, name: 'set-stock', documents: 2 }]);
  expect(await run([first, second])).toEqual([]);
  expect(await books()).toEqual([
    { title: 'a', price: 1, stock: 2 },
    { title: 'b', price: 1, stock: 2 },
  ]);
});

it('counts in a dry run and writes nothing', async () => {
  expect(await run([first, second], true)).toEqual([
    { id: 1, name: 'set-price', documents: 2 },
    { id: 2, name: 'set-stock', documents: 2 },
  ]);
  expect(await books()).toEqual([{ title: 'a' }, { title: 'b' }]);
  expect(await connection.collection('migrations').countDocuments({})).toBe(0);
});

it('repeats a migration that was interrupted', async () => {
  const interrupted: Migration = {
    ...first,
    async apply() {
      await connection.collection('books').updateOne({ title: 'a' }, { $set: { price: 1 } });
      throw new Error('interrupted');
    },
  };
  await expect(run([interrupted, second])).rejects.toThrow('interrupted');
  expect(await run([first, second])).toEqual([
    { id: 1, name: 'set-price', documents: 1 },
    { id: 2, name: 'set-stock', documents: 2 },
  ]);
});

it('refuses a database that a later release has migrated, even in a dry run', async () => {
  await run([first, second]);
  await connection.collection('books').insertOne({ title: 'c' });
  for (const isDryRun of [true, false])
    await expect(run([first], isDryRun)).rejects.toThrow(
      new MigrationOrderError(
        'migration 2 (set-stock) was recorded by a later release. Use that release or a later one.',
      ),
    );
  expect(await books()).toContainEqual({ title: 'c' });
});

it('refuses a list that differs from the recorded one', async () => {
  await run([first]);
  await expect(run([setting(1, 'weight'), second])).rejects.toThrow('is called set-weight here');
  expect(await books()).toContainEqual({ title: 'a', price: 1 });
});

it('rejects a list with a gap before it writes', async () => {
  await expect(run([second])).rejects.toThrow('migration 2 (set-stock) is not at position 2');
  expect(await books()).toContainEqual({ title: 'a' });
});
