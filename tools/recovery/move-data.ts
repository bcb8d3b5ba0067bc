import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EngineError } from '@vidhi/local/engine-error.mjs';
import { provisionMongod, provisionStandin, startMongod, startStandin } from '@vidhi/local/mongo.mjs';
import { dataDirOf, inRoot } from '@vidhi/local/paths.mjs';
import { ensureDataDir } from '@vidhi/local/private-files.mjs';
import { cleanUpLeftovers, thisProcess } from '@vidhi/local/processes.mjs';
import { settingOf } from '@vidhi/local/setting.mjs';
import {
  engineFolder,
  enginesWithData,
  hostsOf,
  LOCAL_ENGINES,
  LOCAL_NAMES,
  localEngineOf,
  readEngineRecord,
  recordEngine,
  type LocalEngine,
} from '@vidhi/local/stored-engine.mjs';
import { readMongoAccess } from '@vidhi/service-kit/engine-access.ts';
import { CommandError, runCommand } from '@vidhi/service-kit/site-command.ts';
import { copyDatabases } from './copy-databases.ts';
import type { FoundMongo } from './connect-mongo.ts';
import { requireStoppedSite } from './stopped-site.ts';

const USAGE = `usage: npm run move-data -- stand-in | mongod | external
       npm run move-data -- --keep stand-in | mongod

Moves the databases of a stopped site to another MongoDB: to the stand-in or a mongod in the data folder (DATA_DIR, .data), or
to the one at MONGO_URL, which must not have a site yet. The site opens that one from then on. What it is moved from stays
as it was, in the data folder under another name. Data that are at MONGO_URL are moved into the folder; to move them to
another address, set OLD_MONGO_URL to the former one.
With --keep, when two engines have data in the folder: the site opens the named one, and the other folder is set aside.`;

interface OpenEngine extends FoundMongo {
  stop: () => Promise<void>;
}

const isLocal = (name: string | undefined): name is LocalEngine =>
  (LOCAL_NAMES as readonly (string | undefined)[]).includes(name);

async function startLocal(engine: LocalEngine, dataDir: string): Promise<OpenEngine> {
  const options = {
    dataDir,
    engineDir: inRoot('.engines'),
    logFile: join(dataDir, 'logs', 'mongo.log'),
    owner: thisProcess(),
  };
  ensureDataDir(dataDir);
  if (engine === 'stand-in')
    return { ...(await startStandin(await provisionStandin(options), options)), access: {} };
  const { program, unusable } = await provisionMongod(options);
  if (program === undefined)
    throw new CommandError(
      `No mongod runs here. ${unusable.join(' ')} Install MongoDB (mongod on PATH), or try its download again with VIDHI_MONGO_DOWNLOAD=1.`,
    );
  return { ...(await startMongod(program, options)), access: {} };
}

const external = (url: string): OpenEngine => ({
  url,
  access: readMongoAccess(process.env),
  stop: () => Promise.resolve(),
});

function requireUrl(name: string): string {
  const url = settingOf(process.env, name);
  if (url === undefined) throw new CommandError(`Set ${name}.`);
  return url;
}

async function setAside(dataDir: string, engine: LocalEngine): Promise<string | undefined> {
  const folder = engineFolder(dataDir, engine);
  if (!existsSync(folder)) return undefined;
  const aside = `${folder}.moved-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  await rename(folder, aside);
  return aside;
}

async function keep(dataDir: string, engine: LocalEngine): Promise<string> {
  if (!enginesWithData(dataDir).includes(engine))
    throw new CommandError(`${engineFolder(dataDir, engine)} has no data of ${LOCAL_ENGINES[engine].title}.`);
  recordEngine(dataDir, { engine });
  const lines = [`The site opens ${engineFolder(dataDir, engine)} from now on.`];
  for (const other of LOCAL_NAMES.filter((name) => name !== engine)) {
    const aside = await setAside(dataDir, other);
    if (aside !== undefined) lines.push(`The other data are in ${aside}; remove it when you do not need it.`);
  }
  return lines.join('\n');
}

/** The engine that has the data, started; `local` when it is in the data folder. */
async function openSource(
  dataDir: string,
  target: LocalEngine | 'external',
): Promise<{ source: OpenEngine; local: LocalEngine | undefined }> {
  const record = readEngineRecord(dataDir);
  if (record?.engine === 'external') {
    const url = requireUrl(target === 'external' ? 'OLD_MONGO_URL' : 'MONGO_URL');
    if (hostsOf(url) !== record.hosts)
      throw new CommandError(`The data of this site are at ${record.hosts}, not at ${hostsOf(url)}.`);
    return { source: external(url), local: undefined };
  }
  const local = localEngineOf(dataDir);
  if (local === undefined) throw new CommandError(`There are no data to move in ${dataDir}.`);
  if (local === target)
    throw new CommandError(`The data of this site are in ${LOCAL_ENGINES[local].title} already.`);
  // Until the move has ended, the folder belongs to the engine that it is moved from.
  recordEngine(dataDir, { engine: local });
  return { source: await startLocal(local, dataDir), local };
}

async function move(dataDir: string, target: LocalEngine | 'external'): Promise<string> {
  const { source, local } = await openSource(dataDir, target);
  // A folder of an interrupted move has nothing that the source lacks.
  const workDir = join(dataDir, 'moving');
  let summary: string;
  try {
    await rm(workDir, { recursive: true, force: true });
    await mkdir(workDir, { recursive: true, mode: 0o700 });
    const opened =
      target === 'external' ? external(requireUrl('MONGO_URL')) : await startLocal(target, workDir);
    try {
      summary = await copyDatabases({ from: source, to: opened, folder: join(workDir, 'dump') });
    } finally {
      await opened.stop();
    }
  } finally {
    await source.stop();
  }
  if (target === 'external') {
    recordEngine(dataDir, { engine: 'external', hosts: hostsOf(requireUrl('MONGO_URL')) });
  } else {
    await setAside(dataDir, target);
    await rename(engineFolder(workDir, target), engineFolder(dataDir, target));
    recordEngine(dataDir, { engine: target });
  }
  const aside = local === undefined ? undefined : await setAside(dataDir, local);
  await rm(workDir, { recursive: true, force: true });
  const where =
    target === 'external'
      ? `the MongoDB at ${hostsOf(requireUrl('MONGO_URL'))}`
      : engineFolder(dataDir, target);
  return [
    `Moved ${summary} to ${where}. Start the site.`,
    ...(aside === undefined ? [] : [`The former data are in ${aside}; remove it when you do not need it.`]),
  ].join('\n');
}

await runCommand(async (words) => {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { keep: { type: 'string' } },
  });
  const [target, ...rest] = positionals;
  const dataDir = dataDirOf(process.env);
  const isKeeping = values.keep !== undefined;
  if (isKeeping ? target !== undefined || !isLocal(values.keep) : rest.length > 0)
    throw new CommandError(USAGE);
  if (!isKeeping && target !== 'external' && !isLocal(target)) throw new CommandError(USAGE);
  if (!existsSync(dataDir)) throw new CommandError(`There is no site in ${dataDir}.`);
  await requireStoppedSite();
  try {
    // Throws while a launcher runs from this folder.
    await cleanUpLeftovers(join(dataDir, 'run'));
    await cleanUpLeftovers(join(dataDir, 'moving', 'run'));
    if (isLocal(values.keep)) return await keep(dataDir, values.keep);
    return await move(dataDir, target as LocalEngine | 'external');
  } catch (error) {
    if (error instanceof EngineError) throw new CommandError(error.sentence, { cause: error });
    throw error;
  }
});
