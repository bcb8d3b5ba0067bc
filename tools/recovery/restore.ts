import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import mongoose from 'mongoose';
import { connectKafka, silentLogger } from '@vidhi/messaging/kafka.ts';
import { withAdmin } from '@vidhi/messaging/topics.ts';
import { CommandError, findSite, requestService, runCommand } from '@vidhi/service-kit/site-command.ts';
import { dataDirOf } from '@vidhi/local/paths.mjs';
import { startEngines } from '@vidhi/local/stack.mjs';
import { copyFilesBack, databaseFolder, readManifest } from './backup-folder.ts';
import { DATABASES } from './databases.ts';
import { loadDatabase } from './load-database.ts';

const USAGE = `usage: npm run restore -- FOLDER [--only SERVICE,…]

Replaces the databases of a site that is stopped by those of a backup; with --only, those of some services. The site is
that of DATA_DIR (.data), or of MONGO_URL and KAFKA_BROKERS. Empties the topics of these services, which publish their
state again at the next start.`;

async function requireStoppedSite(): Promise<void> {
  const site = await findSite(process.env).catch(() => null);
  if (site === null) return;
  for (const { service } of DATABASES) {
    const isRunning = await requestService(site, service, '/livez').then(
      () => true,
      () => false,
    );
    if (isRunning) throw new CommandError(`${service} is running. Stop the site first.`);
  }
}

function chosenServices(only: string | undefined): ReadonlySet<string> {
  const known = new Set(DATABASES.map(({ service }) => service));
  const chosen = only === undefined ? known : new Set(only.split(','));
  for (const service of chosen)
    if (!known.has(service)) throw new CommandError(`No service with a database is called ${service}.`);
  return chosen;
}

/** Records of a restored service may be newer than its documents; it publishes its state on empty topics. */
async function emptyTopics(brokers: string, topics: readonly string[]): Promise<void> {
  const client = connectKafka({ brokers, clientId: 'restore', log: silentLogger });
  await withAdmin(client, async (admin) => {
    const present = new Set(await admin.listTopics());
    const found = topics.filter((topic) => present.has(topic));
    if (found.length > 0) await admin.deleteTopics({ topics: found });
  });
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
    options: { only: { type: 'string' } },
  });
  const [source, ...rest] = positionals;
  if (source === undefined || rest.length > 0) throw new CommandError(USAGE);
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
  try {
    const connection = await mongoose.createConnection(engines.addresses.mongo).asPromise();
    try {
      for (const { service, database, collections } of manifest.databases) {
        if (!chosen.has(service)) continue;
        const db = connection.useDb(database).db;
        if (db === undefined) throw new Error('not connected');
        await loadDatabase(db, databaseFolder(folder, database), collections);
        restored.push(service);
      }
    } finally {
      await connection.close();
    }
    const topics = DATABASES.filter(({ service }) => restored.includes(service)).flatMap(
      (found) => found.topics,
    );
    const suffix = process.env['TOPIC_SUFFIX'] ?? '';
    await emptyTopics(
      engines.addresses.kafka,
      topics.map((topic) => topic + suffix),
    );
    await copyFilesBack(folder, dataDir, values.only === undefined ? manifest.files : []);
    await removeSnapshots(dataDir);
  } finally {
    await engines.stop();
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  return [
    `Restored ${restored.join(', ')} as of ${manifest.startedAt}, in ${seconds} s.`,
    'Start the site, then run: npm run reconcile -- --repair',
  ].join('\n');
});
