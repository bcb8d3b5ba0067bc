import { join } from 'node:path';
import { EngineError } from './engine-error.mjs';
import { parseHostPort, requireDiskSpace, startEngine, useExternalEngine } from './engine-start.mjs';
import { pollUntil } from './deadline.mjs';
import { ensureClassPath } from './jars.mjs';
import { shortLivedOptions, ensureJava } from './java.mjs';
import { runMongoCommand, sayHello } from './mongo-probe.mjs';
import { ensureMongod } from './mongod-download.mjs';
import { claimPort } from './ports.mjs';
import { findOnPath } from './programs.mjs';

/**
 * @typedef {import('./engine-start.mjs').EngineOptions & { heapMb?: number }} MongoOptions
 * @typedef {{ kind: 'path' | 'provisioned', mongod: string } | { kind: 'stand-in', java: string, classPath: string[] }} MongoProgram
 */

const LOOPBACK = '127.0.0.1';
const REPLICA_SET = 'vidhi';
const STANDIN_HEAP_MB = 768;
const PRIMARY_MS = 30_000;

/**
 * Sentences for the stand-in's exit codes (Standin.java); 3 is the JVM's code for out of memory.
 * @type {Record<number, string>}
 */
const STANDIN_EXIT_SENTENCES = {
  3: 'The MongoDB stand-in ran out of memory: give it more with VIDHI_MONGO_HEAP_MB, or use a real MongoDB (MONGO_URL).',
  21: "The MongoDB stand-in's port is taken by another program: start again and another port is chosen.",
  22: "The MongoDB stand-in's data file is in use by another process: stop that one, or set DATA_DIR to another folder.",
  23: 'The MongoDB stand-in cannot read its data file: it is damaged or from another version. Move it away and start again.',
  24: 'The MongoDB stand-in cannot write its data file: the disk is full or read-only. Free some space and start again.',
};

/**
 * Uses MongoDB at MONGO_URL, or starts `mongod` from PATH, the vendor's download, or the stand-in, in this
 * order.
 * @param {MongoOptions} options
 * @returns {Promise<import('./engine-start.mjs').RunningEngine>}
 */
export async function startMongo(options) {
  const externalAddress = (options.env ?? process.env)['MONGO_URL'];
  if (externalAddress) return useExternalMongo(externalAddress);
  const program = await provisionMongo(options);
  return program.kind === 'stand-in' ? startStandin(program, options) : startMongod(program, options);
}

/**
 * Finds or downloads a MongoDB, without starting it.
 * @param {Pick<MongoOptions, 'engineDir' | 'env' | 'mayInstall' | 'onStep'>} options
 * @returns {Promise<MongoProgram>}
 */
export async function provisionMongo(options) {
  const env = options.env ?? process.env;
  const onPath = findOnPath('mongod', env);
  if (onPath !== undefined) return { kind: 'path', mongod: onPath };
  const downloaded = await ensureMongod(options);
  if (downloaded !== undefined) return { kind: 'provisioned', mongod: downloaded };
  return provisionStandin(options);
}

/**
 * Finds or downloads Java and the stand-in's jars, and compiles the stand-in, without starting it.
 * @param {Pick<MongoOptions, 'engineDir' | 'env' | 'mayInstall' | 'onStep'>} options
 * @returns {Promise<Extract<MongoProgram, { kind: 'stand-in' }>>}
 */
export async function provisionStandin(options) {
  const { env = process.env, mayInstall, onStep } = options;
  const java = await ensureJava({
    env,
    ...(mayInstall === undefined ? {} : { mayInstall }),
    onInstall: () => onStep?.({ name: 'Java', done: 0, total: 1, note: 'installing' }),
  });
  return { kind: 'stand-in', java, classPath: await ensureClassPath('mongo-standin', { ...options, java }) };
}

/**
 * @param {{ java: string, classPath: string[] }} program
 * @param {MongoOptions} options
 * @returns {Promise<import('./engine-start.mjs').RunningEngine>}
 */
export async function startStandin({ java, classPath }, options) {
  const home = join(options.dataDir, 'mongo-standin');
  requireDiskSpace(home, options.minFreeBytes);
  const port = await claimPort(options.dataDir, 'mongo', options.port);
  const { env = process.env } = options;
  const heapMb = options.heapMb ?? Number(env['VIDHI_MONGO_HEAP_MB'] || STANDIN_HEAP_MB);
  const address = { host: LOOPBACK, port };
  const started = await startEngine({
    name: 'The MongoDB stand-in',
    file: 'mongo',
    command: java,
    args: [
      `-Xmx${heapMb}m`,
      '-XX:+UseSerialGC',
      ...shortLivedOptions(env),
      '-XX:+ExitOnOutOfMemoryError',
      // The process exits only when the heap is exhausted; without other limits, responses would just not
      // come.
      '-Dio.netty.noPreferDirect=true',
      '-Djdk.nio.maxCachedBufferSize=262144',
      '-XX:MaxDirectMemorySize=256m',
      '-Dorg.slf4j.simpleLogger.defaultLogLevel=error',
      // The library logs a stack trace whenever a driver closes its connection.
      '-Dorg.slf4j.simpleLogger.log.de.bwaldvogel.mongo.wire.MongoExceptionHandler=off',
      '-cp',
      classPath.join(':'),
      'in.vidhi.standin.Standin',
      String(port),
      join(home, 'store.mv'),
    ],
    options,
    isReady: async () => (await sayHello(address))?.['standin'] === true,
    explain: explainStandin,
  });
  return {
    name: 'MongoDB',
    url: `mongodb://${LOOPBACK}:${port}/`,
    kind: 'stand-in',
    description:
      'MongoDB stand-in (an emulation, for the demo and the tests; real MongoDB is not available here)',
    port,
    pid: started.pid,
    stop: () => started.stop(),
    kill: started.kill,
    heartbeat: started.heartbeat,
  };
}

/** @param {import('./processes.mjs').Exit} exit */
const explainStandin = ({ code }) => (code === null ? undefined : STANDIN_EXIT_SENTENCES[code]);

/**
 * Starts a replica set with one member, as deployments use replica sets; its data are WiredTiger files in
 * `<dataDir>/mongo`.
 * @param {{ kind: 'path' | 'provisioned', mongod: string }} program
 * @param {MongoOptions} options
 * @returns {Promise<import('./engine-start.mjs').RunningEngine>}
 */
async function startMongod({ mongod, kind }, options) {
  const home = join(options.dataDir, 'mongo');
  requireDiskSpace(home, options.minFreeBytes);
  const port = await claimPort(options.dataDir, 'mongo', options.port);
  const { logFile } = options;
  const address = { host: LOOPBACK, port };
  const started = await startEngine({
    name: 'MongoDB',
    file: 'mongo',
    command: mongod,
    args: [
      '--dbpath',
      home,
      '--port',
      String(port),
      '--bind_ip',
      LOOPBACK,
      '--replSet',
      REPLICA_SET,
      '--wiredTigerCacheSizeGB',
      '0.5',
      '--nounixsocket',
      '--quiet',
    ],
    options,
    isReady: async () => (await sayHello(address)) !== undefined,
  });
  try {
    await becomePrimary(address);
  } catch (cause) {
    await started.stop();
    throw new EngineError(`MongoDB's replica set could not be set up: see ${logFile}.`, { cause, logFile });
  }
  const where = kind === 'path' ? mongod : "the vendor's download";
  return {
    name: 'MongoDB',
    url: `mongodb://${LOOPBACK}:${port}/?directConnection=true`,
    kind,
    description: `MongoDB (${where}), a replica set of one`,
    port,
    pid: started.pid,
    stop: () => started.stop(),
    kill: started.kill,
    heartbeat: started.heartbeat,
  };
}

/**
 * Initiates the replica set the first time, and reconfigures its member's address when the port has changed.
 * @param {{ host: string, port: number }} address
 */
async function becomePrimary(address) {
  const host = `${address.host}:${address.port}`;
  const hello = await sayHello(address);
  if (hello?.['setName'] === undefined && hello?.['me'] === undefined) {
    const members = [{ _id: 0, host }];
    const reply = await runMongoCommand(
      address,
      { replSetInitiate: { _id: REPLICA_SET, members } },
      { withinMs: 10_000 },
    );
    if (reply['ok'] !== 1 && reply['codeName'] !== 'AlreadyInitialized') await moveMember(address, host);
    if (reply['codeName'] === 'AlreadyInitialized') await moveMember(address, host);
  }
  const primary = await pollUntil(
    async () => ((await sayHello(address))?.['isWritablePrimary'] === true ? true : undefined),
    {
      withinMs: PRIMARY_MS,
    },
  );
  if (!primary) throw new Error('no primary');
}

/**
 * @param {{ host: string, port: number }} address
 * @param {string} host
 */
async function moveMember(address, host) {
  const { config } = await runMongoCommand(address, { replSetGetConfig: 1 });
  const version =
    typeof config === 'object' && config !== null && 'version' in config ? Number(config['version']) : 1;
  const moved = { _id: REPLICA_SET, version: version + 1, members: [{ _id: 0, host }] };
  const reply = await runMongoCommand(address, { replSetReconfig: moved, force: true });
  if (reply['ok'] !== 1) throw new Error(String(reply['errmsg']));
}

/** @param {string} url */
function useExternalMongo(url) {
  const addresses = mongoAddresses(url);
  return useExternalEngine({
    name: 'MongoDB',
    variable: 'MONGO_URL',
    url,
    isReady: async () => {
      // mongodb+srv and TLS need the driver; the services report when such a server is unreachable.
      if (addresses.length === 0) return true;
      return (await Promise.all(addresses.map(sayHello))).some((reply) => reply !== undefined);
    },
  });
}

/** @param {string} url */
function mongoAddresses(url) {
  const hosts = /^mongodb:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1];
  if (hosts === undefined || /[?&](tls|ssl)=true/.test(url)) return [];
  return hosts.split(',').map((host) => parseHostPort(host, 27_017));
}
