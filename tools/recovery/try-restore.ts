import { join } from 'node:path';
import type { Connection, mongo } from 'mongoose';
import { CommandError } from '@vidhi/service-kit/site-command.ts';
import { databaseFolder, requireFiles, type BackedUpDatabase, type BackupManifest } from './backup-folder.ts';
import { digestOf, digestOfCollection } from './digest.ts';
import { loadDatabase } from './load-database.ts';
import { readDocuments } from './read-documents.ts';

/** Name of the database into which that of a backup is loaded; users of MongoDB may write all of `vidhi_*`. */
const drillName = (database: string): string => database.replace(/^(vidhi_)?/, 'vidhi_drill_');

function databaseOf(connection: Connection, name: string): mongo.Db {
  const { db } = connection.useDb(name);
  if (db === undefined) throw new Error('not connected');
  return db;
}

async function tryDatabase(
  connection: Connection,
  folder: string,
  { database, collections }: BackedUpDatabase,
): Promise<number> {
  const db = databaseOf(connection, drillName(database));
  const dump = databaseFolder(folder, database);
  try {
    await loadDatabase(db, dump, collections);
    for (const { name } of collections) {
      const written = await digestOf(readDocuments(join(dump, `${name}.bson.gz`)));
      if ((await digestOfCollection(db, name)) !== written)
        throw new CommandError(`${database}.${name} differs from the backup after it was restored.`);
    }
    return collections.reduce((sum, { documents }) => sum + documents, 0);
  } finally {
    await db.dropDatabase();
  }
}

/**
 * Loads a backup into databases beside those of the site, one after the other, compares every document with the backup and
 * drops them again. Resolves with the number of documents; rejects where something is missing or differs.
 */
export async function tryRestore(
  connection: Connection,
  folder: string,
  { databases, files }: Pick<BackupManifest, 'databases' | 'files'>,
): Promise<number> {
  requireFiles(folder, files);
  let documents = 0;
  for (const backedUp of databases) documents += await tryDatabase(connection, folder, backedUp);
  return documents;
}
