import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHostPort } from '@vidhi/local/engine-start.mjs';
import { withFileLock } from '@vidhi/local/file-lock.mjs';
import { hasClusterMetadata } from '@vidhi/local/kafka-probe.mjs';
import { startKafka } from '@vidhi/local/kafka.mjs';
import { sayHello } from '@vidhi/local/mongo-probe.mjs';
import { startMongo } from '@vidhi/local/mongo.mjs';
import { cleanUpLeftovers, isAlive, thisProcess } from '@vidhi/local/processes.mjs';
import { startRedis } from '@vidhi/local/redis.mjs';
import { pingRedis } from '@vidhi/local/redis-probe.mjs';
import { engineFolder, LOCAL_NAMES } from '@vidhi/local/stored-engine.mjs';

export interface EngineAddresses {
  mongoUrl: string;
  kafkaBrokers: string;
  redisUrl: string;
  /** One line per engine for the output of the run, which mentions stand-ins. */
  descriptions: string[];
}

export interface TestEngines extends EngineAddresses {
  /** Stops the engines unless another run still uses them. */
  release: () => Promise<void>;
}

interface EngineFolders {
  /** Data of the engines of tests. */
  dataDir: string;
  /** Downloaded and compiled engines. */
  engineDir: string;
}

/**
 * Starts MongoDB, Kafka and Redis for tests, or joins those of a concurrent run; the last run to release them stops them.
 * Engines of a killed run are used if they respond, and cleaned up otherwise.
 */
export async function acquireEngines(folders: EngineFolders): Promise<TestEngines> {
  const { dataDir } = folders;
  mkdirSync(usersDir(dataDir), { recursive: true });
  const addresses = await withFileLock(dataDir, async () => {
    removeDeadUsers(dataDir);
    const found = readAddresses(dataDir);
    const usable = found !== undefined && (await respondAll(found)) ? found : await startAll(folders);
    const { pid, startedAt } = thisProcess();
    writeFileSync(join(usersDir(dataDir), String(pid)), `${pid} ${startedAt}`);
    return usable;
  });
  return { ...addresses, release: () => withFileLock(dataDir, () => releaseEngines(dataDir)) };
}

async function startAll({ dataDir, engineDir }: EngineFolders): Promise<EngineAddresses> {
  await cleanUpLeftovers(join(dataDir, 'run'), { evenIfOwned: true });
  rmSync(addressesFile(dataDir), { force: true });
  // Data of earlier runs would decide which MongoDB is used, and no test needs them.
  for (const engine of LOCAL_NAMES) rmSync(engineFolder(dataDir, engine), { recursive: true, force: true });
  const options = (name: string) => ({ dataDir, engineDir, logFile: join(dataDir, `${name}.log`) });
  const [kafka, mongo, redis] = await Promise.all([
    startKafka(options('kafka')),
    startMongo(options('mongo')),
    startRedis(options('redis')),
  ]);
  const addresses: EngineAddresses = {
    mongoUrl: mongo.url,
    kafkaBrokers: kafka.brokers,
    redisUrl: redis.url,
    descriptions: [kafka, mongo, redis].map(({ description }) => description),
  };
  writeFileSync(addressesFile(dataDir), JSON.stringify(addresses, undefined, 2));
  return addresses;
}

async function releaseEngines(dataDir: string): Promise<void> {
  rmSync(join(usersDir(dataDir), String(process.pid)), { force: true });
  removeDeadUsers(dataDir);
  if (readdirSync(usersDir(dataDir)).length > 0) return;
  await cleanUpLeftovers(join(dataDir, 'run'), { evenIfOwned: true });
  rmSync(addressesFile(dataDir), { force: true });
}

async function respondAll({ mongoUrl, kafkaBrokers, redisUrl }: EngineAddresses): Promise<boolean> {
  const mongo = new URL(mongoUrl);
  const redis = new URL(redisUrl);
  const responds = await Promise.all([
    sayHello({ host: mongo.hostname, port: Number(mongo.port) }).then((hello) => hello !== undefined),
    hasClusterMetadata(parseHostPort(kafkaBrokers, 9092)),
    pingRedis({ host: redis.hostname, port: Number(redis.port) }).then((reply) => reply === '+PONG'),
  ]);
  return responds.every(Boolean);
}

function removeDeadUsers(dataDir: string): void {
  for (const file of readdirSync(usersDir(dataDir))) {
    const [pid, startedAt] = readFileSync(join(usersDir(dataDir), file), 'utf8').split(' ');
    if (!isAlive({ pid: Number(pid), startedAt: startedAt ?? '' })) rmSync(join(usersDir(dataDir), file));
  }
}

function readAddresses(dataDir: string): EngineAddresses | undefined {
  try {
    return JSON.parse(readFileSync(addressesFile(dataDir), 'utf8')) as EngineAddresses;
  } catch {
    return undefined;
  }
}

const usersDir = (dataDir: string): string => join(dataDir, 'users');
const addressesFile = (dataDir: string): string => join(dataDir, 'addresses.json');
