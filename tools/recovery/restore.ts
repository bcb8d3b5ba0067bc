import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import mongoose, { type mongo } from 'mongoose';
import { readMongoAccess } from '@vidhi/service-kit/engine-access.ts';
import { CommandError, runCommand } from '@vidhi/service-kit/site-command.ts';
import { dataDirOf } from '@vidhi/local/paths.mjs';
import { startEngines } from '@vidhi/local/stack.mjs';
import { copyFilesBack, databaseFolder, readManifest, type BackedUpDatabase } from './backup-folder.ts';
import { DATABASES } from './databases.ts';
import { continueFrom, readHighWater, skipAhead } from './high-water.ts';
import { loadDatabase } from './load-database.ts';
import { resetKafka } from './restored-topics.ts';
import { requireStoppedSite } from './stopped-site.ts';

const USAGE = `usage: npm run restore -- FOLDER [--only SERVICE,…] [--skip NUMBER]

Replaces the databases of a site that is stopped by those of a backup; with --only, those of some services. The site is
that of DATA_DIR (.data), or of MONGO_URL and KAFKA_BROKERS. Empties the topics of these services, which publish their
state again at the next start. Ids, bill numbers and revisions go on from those of the replaced databases; where these are
lost, from those of the backup, raised by --skip.`;

/** Services whose deleted documents stay as tombstones. */
const CONTENT_SERVICES = ['news', 'catalog'];

function chosenServices(only: string | undefined): ReadonlySet<string> {
  const known = new Set(DATABASES.map(({ service }) => service));
  const chosen = only === undefined ? known : new Set(only.split(','));
  for (const service of chosen)
    if (!known.has(service)) throw new CommandError(`No service with a database is called ${service}.`);
  return chosen;
}

/**
 * Replaces the database of a service. Resolves with a summary of the ids and revisions raised above those that the
 * replaced one had issued.
 */
async function restoreDatabase(
  db: mongo.Db,
  { service, database, collections }: BackedUpDatabase,
  { folder, skip }: { folder: string; skip: number },
): Promise<string> {
  const highWater = await readHighWater(db);
  await loadDatabase(db, databaseFolder(folder, database), collections);
  const raised = await continueFrom(db, highWater, CONTENT_SERVICES.includes(service));
  if (skip > 0) await skipAhead(db, skip);
  return `${service}: ${raised.numbers} numbers and ${raised.documents} revisions continue, ${raised.tombstones} documents are removed that the backup lacks.`;
}

/** Snapshots of models have documents that the restored database may lack. */
async function removeSnapshots(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((found) => found.isDirectory()))
    for (const name of ['reader.snapshot', 'writer.snapshot'])
      await rm(join(dataDir, entry.name, name), { force: true });
}

await runCommand(async (words) => {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { only: { type: 'string' }, skip: { type: 'string', default: '0' } },
  });
  const [source, ...rest] = positionals;
  if (source === undefined || rest.length > 0) throw new CommandError(USAGE);
  const skip = Number(values.skip);
  if (!Number.isSafeInteger(skip) || skip < 0) throw new CommandError(USAGE);
  const folder = resolve(source);
  const dataDir = dataDirOf(process.env);
  const chosen = chosenServices(values.only);
  const manifest = await readManifest(folder);
  await requireStoppedSite();
  const startedAt = performance.now();
  const engines = await startEngines({
    dataDir,
    say: () => undefined,
    onGiveUp: (error) => {
      throw error;
    },
  });
  const restored: string[] = [];
  const raised: string[] = [];
  try {
    const connection = await mongoose
      .createConnection(engines.addresses.mongo, readMongoAccess(process.env))
      .asPromise();
    try {
      for (const backedUp of manifest.databases) {
        if (!chosen.has(backedUp.service)) continue;
        const db = connection.useDb(backedUp.database).db;
        if (db === undefined) throw new Error('not connected');
        raised.push(await restoreDatabase(db, backedUp, { folder, skip }));
        restored.push(backedUp.service);
      }
    } finally {
      await connection.close();
    }
    const topics = DATABASES.filter(({ service }) => restored.includes(service)).flatMap(
      (found) => found.topics,
    );
    const suffix = process.env['TOPIC_SUFFIX'] ?? '';
    await resetKafka({
      brokers: engines.addresses.kafka,
      services: restored,
      topics: topics.map((topic) => topic + suffix),
    });
    await copyFilesBack(folder, dataDir, values.only === undefined ? manifest.files : []);
    await removeSnapshots(dataDir);
  } finally {
    await engines.stop();
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  return [
    ...raised,
    `Restored ${restored.join(', ')} as of ${manifest.startedAt}, in ${seconds} s.`,
    'Start the site, then run: npm run reconcile -- --repair',
  ].join('\n');
});
