import { createConnection, type Connection } from 'mongoose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compareIndexes, createIndexes } from '@vidhi/service-kit/stored-collection.ts';
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

it.each(SERVICES)(
  '%s has the indexes that its schemas declare, and no others',
  async (_name, collections) => {
    const names = collections.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    await createIndexes(connection, collections);
    expect(await compareIndexes(connection, collections)).toEqual({ missing: [], undeclared: [] });
    for (const { name, schema } of collections.filter(
      (collection) => collection.schema.indexes().length > 0,
    )) {
      const found = await connection.collection(name).listIndexes().toArray();
      const declared = schema
        .indexes()
        .map(([fields, { unique = false, sparse = false }]) => ({ fields, unique, sparse }));
      expect(
        found
          .filter((index) => index['name'] !== '_id_')
          .map(({ key, unique = false, sparse = false }) => ({ fields: key, unique, sparse })),
      ).toEqual(expect.arrayContaining(declared));
      expect(found).toHaveLength(declared.length + 1);
    }
  },
);
