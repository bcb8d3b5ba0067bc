import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type mongoose from 'mongoose';
import { modelOf, type StoredDocument } from '@vidhi/service-kit/stored-collection.ts';
import { CommandError, runCommand } from '@vidhi/service-kit/site-command.ts';
import { BACKUPS } from '../../services/accounts/src/backups/backup-collection.ts';
import { dataDirOf } from '@vidhi/local/paths.mjs';
import { copyFilesOut, createBackupFolder, databaseFolder, writeManifest } from './backup-folder.ts';
import { DATABASES } from './databases.ts';
import { dumpDatabase } from './dump-database.ts';
import { connectMongo } from './connect-mongo.ts';

const USAGE = `usage: npm run backup -- FOLDER

Writes the databases, the pictures and the service token of a site into a new folder, while it runs. The site is that of
DATA_DIR (.data), or the MongoDB of MONGO_URL. The folder has secrets and addresses: encrypt it where others can read it.`;

async function recordBackup(
  connection: mongoose.Connection,
  backup: StoredDocument<typeof BACKUPS>,
): Promise<void> {
  const accounts = DATABASES.find(({ service }) => service === 'accounts');
  if (accounts === undefined) throw new Error('accounts has no database');
  await modelOf(connection.useDb(accounts.database), BACKUPS).insertOne(backup);
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

await runCommand(async (words) => {
  const { positionals } = parseArgs({ args: [...words], allowPositionals: true });
  const [target, ...rest] = positionals;
  if (target === undefined || rest.length > 0) throw new CommandError(USAGE);
  const folder = resolve(target);
  const dataDir = dataDirOf(process.env);
  const startedAt = new Date();
  const connection = await connectMongo(dataDir);
  try {
    await createBackupFolder(folder);
    const databases = [];
    for (const { service, database } of DATABASES) {
      const db = connection.useDb(database).db;
      if (db === undefined) throw new Error('not connected');
      databases.push({
        service,
        database,
        collections: await dumpDatabase(db, databaseFolder(folder, database)),
      });
    }
    const files = await copyFilesOut(dataDir, folder);
    const finishedAt = new Date();
    await writeManifest(folder, {
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      databases,
      files,
    });
    const all = databases.flatMap(({ collections }) => collections);
    const documents = all.reduce((sum, collection) => sum + collection.documents, 0);
    const bytes = all.reduce((sum, collection) => sum + collection.bytes, 0);
    // The system page of the console shows it. The backup itself does not have it: its databases are written before.
    await recordBackup(connection, { _id: startedAt, finishedAt, documents, bytes, files });
    const seconds = ((finishedAt.getTime() - startedAt.getTime()) / 1_000).toFixed(1);
    return `${databases.length} databases with ${documents} documents (${megabytes(bytes)}) and ${files.join(', ') || 'no files'} in ${folder}, in ${seconds} s`;
  } finally {
    await connection.close();
  }
});
