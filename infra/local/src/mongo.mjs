import { join } from 'node:path';
import { EngineError } from './engine-error.mjs';
import { parseHostPort, requireDiskSpace, startEngine, useExternalEngine } from './engine-start.mjs';
import { pollUntil } from './deadline.mjs';
import { ensureClassPath } from './jars.mjs';
import { shortLivedOptions, ensureJava } from './java.mjs';
import { runMongoCommand, sayHello } from './mongo-probe.mjs';
import { whyUnusable } from './mongod-check.mjs';
import { ensureMongod } from './mongod-download.mjs';
import { claimPort } from './ports.mjs';
import { isDiskFull } from './private-files.mjs';
import { findOnPath } from './programs.mjs';
import { settingOf } from './setting.mjs';
import { mongoTls } from './site-databases.mjs';
import { engineFolder, hostsOf, localEngineOf, recordEngine } from './stored-engine.mjs';

/**
 * @typedef {import('./engine-start.mjs').EngineOptions & { heapMb?: number }} MongoOptions
 * @typedef {Pick<MongoOptions, 'engineDir' | 'env' | 'mayInstall' | 'onStep'> & {
 *   dataDir?: string, say?: ((sentence: string) => void) | undefined,
 * }} MongoProvision `dataDir` decides, when it has data; `say` prints why another program than the first choice is used
 * @typedef {{ kind: 'path' | 'provisioned', mongod: string }} MongodProgram
 * @typedef {{ kind: 'stand-in', java: string, classPath: string[], reason?: string }} StandinProgram
 */

const LOOPBACK = '127.0.0.1';
const REPLICA_SET = 'vidhi';
const STANDIN_HEAP_MB = 768;
const PRIMARY_MS = 30_000;
/** mongod's exit code for data files of an incompatible version. */
const WRONG_VERSION_EXIT = 62;

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
 * Uses MongoDB at MONGO_URL; else the engine that wrote the data of the data folder; else `mongod` from PATH, the
 * vendor's download, or the stand-in, in this order. Records in the data folder which one it was.
 * @param {MongoOptions} options
 * @returns {Promise<import('./engine-start.mjs').RunningEngine>}
 */
export async function startMongo(options) {
  const { dataDir, env = process.env } = options;
  const externalAddress = settingOf(env, 'MONGO_URL');
  if (externalAddress) {
    const engine = await useExternalMongo(externalAddress, env);
    record(dataDir, { engine: 'external', hosts: hostsOf(externalAddress) });
    return engine;
  }
  const program = await provisionMongo(options);
  const engine =
    program.kind === 'stand-in' ? await startStandin(program, options) : await startMongod(program, options);
  record(dataDir, { engine: program.kind === 'stand-in' ? 'stand-in' : 'mongod' });
  return engine;
}

/**
 * @param {string} dataDir
 * @param {import('./stored-engine.mjs').EngineRecord} chosen
 */
function record(dataDir, chosen) {
  try {
    recordEngine(dataDir, chosen);
  } catch (error) {
    // The files of the engine show the same, unless there are those of two.
    if (!isDiskFull(error)) throw error;
  }
}

/**
 * Finds or downloads a MongoDB, without starting it: the one that wrote the data of the data folder, if there are any.
 * @param {MongoProvision} options
 * @returns {Promise<MongodProgram | StandinProgram>}
 */
export async function provisionMongo(options) {
  const { dataDir, env = process.env, say } = options;
  const stored = dataDir === undefined ? undefined : localEngineOf(dataDir);
  if (stored === 'stand-in') {
    const onPath = findOnPath('mongod', env);
    if (onPath !== undefined && (await whyUnusable(onPath)) === undefined)
      say?.(
        `The data of this site are in the MongoDB stand-in, so ${onPath} is not used. Stop the site and run npm run move-data -- mongod to move them there.`,
      );
    return { ...(await provisionStandin(options)), reason: 'the data of this folder are in it' };
  }
  const { program, unusable } = await provisionMongod(options);
  const next = stored === 'mongod' ? 'It is skipped.' : 'The next choice is used.';
  for (const sentence of unusable) say?.(`${sentence} ${next}`);
  if (program !== undefined) return program;
  if (stored === 'mongod' && dataDir !== undefined)
    throw new EngineError(
      `The data of this site, in ${engineFolder(dataDir, 'mongod')}, were written by mongod, and there is none that runs here${unusable.length === 0 ? '' : ` (${unusable.join(' ')})`}. Install MongoDB; or try its download again (VIDHI_MONGO_DOWNLOAD=1 npm start); or move the data on a machine where mongod runs: npm run move-data -- stand-in.`,
    );
  return provisionStandin(options);
}

/**
 * Finds `mongod` on PATH or downloads it; one that cannot run on this machine is passed over. `unusable` has a sentence
 * for each of those.
 * @param {Omit<MongoProvision, 'dataDir' | 'say'>} options
 * @returns {Promise<{ program: MongodProgram | undefined, unusable: string[] }>}
 */
export async function provisionMongod(options) {
  const { env = process.env } = options;
  /** @type {string[]} */
  const unusable = [];
  const isUsable = async (/** @type {string} */ mongod) => {
    const reason = await whyUnusable(mongod);
    if (reason !== undefined) unusable.push(`${mongod} cannot be used on this machine: ${reason}.`);
    return reason === undefined;
  };
  const onPath = findOnPath('mongod', env);
  if (onPath !== undefined && (await isUsable(onPath)))
    return { program: { kind: 'path', mongod: onPath }, unusable };
  const downloaded = await ensureMongod(options);
  if (downloaded !== undefined && (await isUsable(downloaded)))
    return { program: { kind: 'provisioned', mongod: downloaded }, unusable };
  return { program: undefined, unusable };
}

/**
 * Finds or downloads Java and the stand-in's jars, and compiles the stand-in, without starting it.
 * @param {Pick<MongoOptions, 'engineDir' | 'env' | 'mayInstall' | 'onStep'>} options
 * @returns {Promise<StandinProgram>}
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
 * @param {Omit<StandinProgram, 'kind'>} program
 * @param {MongoOptions} options
 * @returns {Promise<import('./engine-start.mjs').RunningEngine>}
 */
export async function startStandin({ java, classPath, reason }, options) {
  const home = engineFolder(options.dataDir, 'stand-in');
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
    description: `MongoDB stand-in (an emulation, for the demo and the tests; ${reason ?? 'real MongoDB is not available here'})`,
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
 * @param {MongodProgram} program
 * @param {MongoOptions} options
 * @returns {Promise<import('./engine-start.mjs').RunningEngine>}
 */
export async function startMongod({ mongod, kind }, options) {
  const home = engineFolder(options.dataDir, 'mongod');
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
    explain: ({ code }) =>
      code === WRONG_VERSION_EXIT
        ? `The data in ${home} were written by another version of MongoDB than ${mongod}: use that version, or upgrade one major version at a time.`
        : undefined,
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

/**
 * @param {string} url
 * @param {import('./programs.mjs').Env} env
 */
function useExternalMongo(url, env) {
  const addresses = isEmpty(mongoTls(env)) ? mongoAddresses(url) : [];
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

/** @param {object} options */
const isEmpty = (options) => Object.keys(options).length === 0;

/** @param {string} url */
function mongoAddresses(url) {
  const hosts = /^mongodb:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1];
  if (hosts === undefined || /[?&](tls|ssl)=true/.test(url)) return [];
  return hosts.split(',').map((host) => parseHostPort(host, 27_017));
}
