import { join } from 'node:path';
import mongoose, { type mongo } from 'mongoose';
import { CommandError } from '@vidhi/service-kit/site-command.ts';
import { digestOfCollection } from './digest.ts';
import type { FoundMongo } from './connect-mongo.ts';
import { dumpDatabase, type DumpedCollection } from './dump-database.ts';
import { loadDatabase } from './load-database.ts';

/** Names of databases of a site begin with it. */
const PREFIX = 'vidhi_';

async function databasesOf(client: mongo.MongoClient): Promise<mongo.Db[]> {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  return databases
    .map(({ name }) => name)
    .filter((name) => name.startsWith(PREFIX))
    .toSorted()
    .map((name) => client.db(name));
}

async function requireNoSite(client: mongo.MongoClient): Promise<void> {
  for (const db of await databasesOf(client))
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
      if (!name.startsWith('system.') && (await db.collection(name).findOne()) !== null)
        throw new CommandError(
          `${db.databaseName}.${name} has documents there already: choose a MongoDB without a site, or drop its databases ${PREFIX}*.`,
        );
}

/** Rejects unless every document arrived as it was, whatever the order in which the engine returns them. */
async function verifyCopy(
  db: mongo.Db,
  from: mongo.Db,
  collections: readonly DumpedCollection[],
): Promise<void> {
  for (const { name } of collections) {
    const [before, after] = [await digestOfCollection(from, name), await digestOfCollection(db, name)];
    if (before !== after)
      throw new CommandError(
        `${db.databaseName}.${name} differs from what was read. Nothing is changed; is something else writing?`,
      );
  }
}

/**
 * Copies all databases of a site, with their indexes, to a MongoDB that has none, by way of a folder. Verifies that
 * every document arrived. Resolves with a summary.
 */
export async function copyDatabases(copy: {
  from: FoundMongo;
  to: FoundMongo;
  folder: string;
}): Promise<string> {
  const options = { serverSelectionTimeoutMS: 10_000 };
  const [source, target] = [
    new mongoose.mongo.MongoClient(copy.from.url, { ...options, ...copy.from.access }),
    new mongoose.mongo.MongoClient(copy.to.url, { ...options, ...copy.to.access }),
  ];
  try {
    await Promise.all([source.connect(), target.connect()]).catch((error: unknown) => {
      throw new CommandError('MongoDB does not respond, or rejects the user of its URL.', { cause: error });
    });
    await requireNoSite(target);
    let documents = 0;
    const names: string[] = [];
    for (const from of await databasesOf(source)) {
      const folder = join(copy.folder, from.databaseName);
      const collections = await dumpDatabase(from, folder);
      const db = target.db(from.databaseName);
      await loadDatabase(db, folder, collections);
      await verifyCopy(db, from, collections);
      documents += collections.reduce((sum, collection) => sum + collection.documents, 0);
      names.push(from.databaseName);
    }
    return `${names.length} databases with ${documents} documents`;
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}
