import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { CommandError, runCommand } from '@vidhi/service-kit/site-command.ts';
import { RESTORE_DRILLS } from '../../services/accounts/src/backups/restore-drill-collection.ts';
import { dataDirOf } from '@vidhi/local/paths.mjs';
import { readManifest } from './backup-folder.ts';
import { DATABASES } from './databases.ts';
import { connectMongo } from './connect-mongo.ts';
import { tryRestore } from './try-restore.ts';

const USAGE = `usage: npm run drill:restore -- FOLDER

Tries whether a backup can be restored, while the site runs: loads it into databases of its own in the same MongoDB
(vidhi_drill_*), compares every document and drops them. The databases of the site stay as they are. The outcome is at
/console/system. The site is that of DATA_DIR (.data), or the MongoDB of MONGO_URL.`;

await runCommand(async (words) => {
  const { positionals } = parseArgs({ args: [...words], allowPositionals: true });
  const [source, ...rest] = positionals;
  if (source === undefined || rest.length > 0) throw new CommandError(USAGE);
  const folder = resolve(source);
  const manifest = await readManifest(folder);
  const connection = await connectMongo(dataDirOf(process.env));
  const accounts = DATABASES.find(({ service }) => service === 'accounts');
  if (accounts === undefined) throw new Error('accounts has no database');
  const drills = modelOf(connection.useDb(accounts.database), RESTORE_DRILLS);
  const startedAt = new Date();
  const record = async (outcome: { documents: number; failure?: string }): Promise<void> => {
    const backupStartedAt = new Date(manifest.startedAt);
    await drills.insertOne({ _id: startedAt, finishedAt: new Date(), backupStartedAt, ...outcome });
  };
  try {
    const documents = await tryRestore(connection, folder, manifest);
    await record({ documents });
    const seconds = ((Date.now() - startedAt.getTime()) / 1_000).toFixed(1);
    return `The backup of ${manifest.startedAt} can be restored: ${manifest.databases.length} databases with ${documents} documents, in ${seconds} s.`;
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    await record({ documents: 0, failure });
    throw new CommandError(`The backup of ${manifest.startedAt} cannot be restored: ${failure}`, {
      cause: error,
    });
  } finally {
    await connection.close();
  }
});
