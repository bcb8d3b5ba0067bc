import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose, { type Connection, type mongo } from 'mongoose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { databaseFolder, type BackedUpDatabase } from './backup-folder.ts';
import { dumpDatabase } from './dump-database.ts';
import { tryRestore } from './try-restore.ts';

let database: FreshDatabase;
let connection: Connection;
let db: mongo.Db;
let folder: string;
let backedUp: BackedUpDatabase;
beforeEach(async () => {
  database = freshDatabase('drill');
  connection = await mongoose.createConnection(database.url).asPromise();
  if (connection.db === undefined) throw new Error('not connected');
  ({ db } = connection);
  folder = mkdtempSync(join(tmpdir(), 'vidhi-drill-'));
  await db.collection<{ _id: number }>('posts').insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
  await db.collection('posts').createIndex({ slug: 1 }, { name: 'slug' });
  const { databaseName: name } = db;
  backedUp = {
    service: 'news',
    database: name,
    collections: await dumpDatabase(db, databaseFolder(folder, name)),
  };
});
afterEach(async () => {
  await connection.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const drillDatabases = async (): Promise<string[]> => {
  const { databases } = await connection.getClient().db('admin').admin().listDatabases({ nameOnly: true });
  return databases.map(({ name }) => name).filter((name) => name === `vidhi_drill_${db.databaseName}`);
};

it('restores a backup beside the site, which stays as it is, and leaves nothing', async () => {
  await db.collection<{ _id: number }>('posts').insertOne({ _id: 4 });
  expect(await tryRestore(connection, folder, { databases: [backedUp], files: [] })).toBe(3);
  expect(await db.collection('posts').countDocuments()).toBe(4);
  expect(await drillDatabases()).toEqual([]);
});

it('rejects a backup whose documents are not those of its manifest, and leaves nothing', async () => {
  const [posts] = backedUp.collections;
  if (posts === undefined) throw new Error('no collection');
  const changed = { ...backedUp, collections: [{ ...posts, documents: 4 }] };
  await expect(tryRestore(connection, folder, { databases: [changed], files: [] })).rejects.toThrow(
    'differs from what the backup wrote',
  );
  expect(await drillDatabases()).toEqual([]);
});

it('rejects a backup whose pictures are missing', async () => {
  const trial = tryRestore(connection, folder, { databases: [backedUp], files: ['catalog/uploads'] });
  await expect(trial).rejects.toThrow('The backup lacks catalog/uploads.');
});
