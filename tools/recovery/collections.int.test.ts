import { createConnection, type Connection } from 'mongoose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  compareIndexes,
  createIndexes,
  type DeclaredCollection,
} from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { COLLECTIONS } from './collections.ts';

let database: FreshDatabase;
let connection: Connection;
beforeEach(async () => {
  database = freshDatabase('collections');
  connection = await createConnection(database.url, { monitorCommands: true }).asPromise();
});
afterEach(async () => {
  await connection.close();
  await database.drop();
});

const SERVICES = Object.entries(COLLECTIONS);

/** Properties that say nothing about what an index finds and rejects. */
const INCIDENTAL: ReadonlySet<string> = new Set(['v', 'key', 'name', 'ns', 'background']);

/** Spells an index with every option; the order of its fields is part of it. */
const spell = (fields: object, options: object): string =>
  JSON.stringify([
    Object.entries(fields),
    Object.entries(options)
      .filter(([option, value]) => !INCIDENTAL.has(option) && value !== false)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  ]);

const ID_INDEX = spell({ _id: 1 }, {});

async function foundIndexes(name: string): Promise<string[]> {
  const exists = (await connection.listCollections()).some((collection) => collection.name === name);
  // A collection without documents and indexes does not exist.
  if (!exists) return [ID_INDEX];
  const indexes = await connection.collection(name).listIndexes().toArray();
  return indexes.map((index) => spell(index['key'] as object, index)).toSorted();
}

const declaredIndexes = ({ schema }: DeclaredCollection): string[] =>
  [ID_INDEX, ...schema.indexes().map(([fields, options]) => spell(fields, options))].toSorted();

it.each(SERVICES)(
  '%s has the indexes that its schemas declare, and no others',
  async (_name, collections) => {
    const names = collections.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    await createIndexes(connection, collections);
    expect(await compareIndexes(connection, collections)).toEqual({ missing: [], undeclared: [] });
    for (const collection of collections)
      expect([collection.name, await foundIndexes(collection.name)]).toEqual([
        collection.name,
        declaredIndexes(collection),
      ]);
    const databases = await connection.listCollections();
    expect(names).toEqual(expect.arrayContaining(databases.map(({ name }) => name)));
  },
);

it.each(SERVICES)(
  '%s misses every declared index of an empty database, and finds every other one',
  async (_name, collections) => {
    const declared = collections.flatMap(({ name, schema }) =>
      schema.indexes().map(([fields]) => `${name} by ${Object.keys(fields).join(', ')}`),
    );
    for (const { name } of collections) await connection.collection(name).createIndex({ nobody: 1 });
    expect(await compareIndexes(connection, collections)).toEqual({
      missing: declared,
      undeclared: collections.map(({ name }) => `${name} by nobody_1`),
    });
  },
);

it('every collection with an outbox has the indexes of its sweeps', () => {
  const withOutbox = Object.values(COLLECTIONS)
    .flat()
    .filter(({ schema }) => schema.path('outboxDue') !== undefined);
  expect(withOutbox.length).toBeGreaterThan(5);
  for (const collection of withOutbox)
    expect([collection.name, declaredIndexes(collection)]).toEqual([
      collection.name,
      expect.arrayContaining(
        ['outboxDue', 'outboxCheckAt'].map((field) => spell({ [field]: 1 }, { sparse: true })),
      ),
    ]);
});
