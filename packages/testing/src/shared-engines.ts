import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHostPort } from '@vidhi/local/engine-start.mjs';
import { withFileLock } from '@vidhi/local/file-lock.mjs';
import { answersMetadata } from '@vidhi/local/kafka-probe.mjs';
import { startKafka } from '@vidhi/local/kafka.mjs';
import { sayHello } from '@vidhi/local/mongo-probe.mjs';
import { startMongo } from '@vidhi/local/mongo.mjs';
import { cleanUpLeftovers, isAlive, thisProcess } from '@vidhi/local/processes.mjs';
import { startRedis } from '@vidhi/local/redis.mjs';
import { pingRedis } from '@vidhi/local/redis-probe.mjs';

export interface EngineAddresses {
  mongoUrl: string;
  kafkaBrokers: string;
  redisUrl: string;
  /** One line per engine, for the output of the run: a stand-in is named as such. */
  descriptions: string[];
}

export interface TestEngines extends EngineAddresses {
  /** Stops the engines when no other run uses them any more. */
  release: () => Promise<void>;
}

interface EngineFolders {
  /** Holds the data of the tests' engines, apart from those of the product. */
  dataDir: string;
  engineDir: string;
}

/**
 * The engines of the tests: runs at the same time share them, the last one to leave stops them. What a killed run left
 * behind is found and used, or cleaned up.
 */
export async function acquireEngines(folders: EngineFolders): Promise<TestEngines> {
  const { dataDir } = folders;
  mkdirSync(usersDir(dataDir), { recursive: true });
  const addresses = await withFileLock(dataDir, async () => {
    removeDeadUsers(dataDir);
    const found = readAddresses(dataDir);
    const usable = found !== undefined && (await answerAll(found)) ? found : await startAll(folders);
    const { pid, startedAt } = thisProcess();
    writeFileSync(join(usersDir(dataDir), String(pid)), `${pid} ${startedAt}`);
    return usable;
  });
  return { ...addresses, release: () => withFileLock(dataDir, () => leave(dataDir)) };
}

async function startAll({ dataDir, engineDir }: EngineFolders): Promise<EngineAddresses> {
  await cleanUpLeftovers(join(dataDir, 'run'), { evenIfOwned: true });
  rmSync(addressesFile(dataDir), { force: true });
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

async function leave(dataDir: string): Promise<void> {
  rmSync(join(usersDir(dataDir), String(process.pid)), { force: true });
  removeDeadUsers(dataDir);
  if (readdirSync(usersDir(dataDir)).length > 0) return;
  await cleanUpLeftovers(join(dataDir, 'run'), { evenIfOwned: true });
  rmSync(addressesFile(dataDir), { force: true });
}

async function answerAll({ mongoUrl, kafkaBrokers, redisUrl }: EngineAddresses): Promise<boolean> {
  const mongo = new URL(mongoUrl);
  const redis = new URL(redisUrl);
  const answers = await Promise.all([
    sayHello({ host: mongo.hostname, port: Number(mongo.port) }).then((hello) => hello !== undefined),
    answersMetadata(parseHostPort(kafkaBrokers, 9092)),
    pingRedis({ host: redis.hostname, port: Number(redis.port) }).then((answer) => answer === '+PONG'),
  ]);
  return answers.every(Boolean);
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
