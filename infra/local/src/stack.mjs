import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError, messageOf } from './engine-error.mjs';
import { startKafka } from './kafka.mjs';
import { startMongo } from './mongo.mjs';
import { inRoot } from './paths.mjs';
import { isPortFree, keepPort } from './ports.mjs';
import { thisProcess } from './processes.mjs';
import { startRedis } from './redis.mjs';
import { addressOf, newsReaders, processNames, SERVICES, startService } from './services.mjs';
import { supervise } from './supervise.mjs';

/**
 * @typedef {import('./services.mjs').Site} Site
 * @typedef {import('./supervise.mjs').Supervised} Supervised
 * @typedef {import('./engine-start.mjs').RunningEngine} RunningEngine
 * @typedef {{ url: string, described: string[], addresses: EngineUrls, stop: () => Promise<void> }} Engines
 * @typedef {{ mongo: string, kafka: string, redis: string }} EngineUrls
 */

const ENGINES = { kafka: startKafka, mongo: startMongo, redis: startRedis };

/**
 * Starts Kafka, MongoDB and Redis side by side and keeps them running.
 * @param {{
 *   dataDir: string, say: (line: string) => void, onGiveUp: (error: Error) => void,
 *   env?: Record<string, string | undefined>, ending?: AbortSignal, onStarting?: (stop: () => Promise<void>) => void,
 * }} options `onStarting` gets what stops those that are up, before the first of them is started.
 */
export async function startEngines({ dataDir, say, onGiveUp, env = process.env, ending, onStarting }) {
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  const names = /** @type {(keyof typeof ENGINES)[]} */ (Object.keys(ENGINES));
  const owner = thisProcess();
  /** @type {Map<string, Supervised & { child: RunningEngine }>} */
  const running = new Map();
  const stop = async () => {
    await Promise.all([...running.values()].map((engine) => engine.stop()));
  };
  onStarting?.(stop);
  const settled = await Promise.allSettled(
    names.map(async (name) => {
      const start = (/** @type {(exit: import('./supervise.mjs').ChildExit) => void} */ onExit) =>
        ENGINES[name]({
          dataDir,
          engineDir: inRoot('.engines'),
          logFile: join(dataDir, 'logs', `${name}.log`),
          env,
          owner,
          onExit,
        });
      running.set(name, await supervise({ name, say, onGiveUp, ending, start }));
    }),
  );
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  const [kafka, mongo, redis] = ['kafka', 'mongo', 'redis'].map((name) => running.get(name)?.child);
  if (kafka === undefined || mongo === undefined || redis === undefined)
    throw new Error('an engine is missing');
  return {
    described: [kafka.description, mongo.description, redis.description],
    addresses: { kafka: kafka.url, mongo: mongo.url, redis: redis.url },
    stop,
  };
}

/** @param {string} dataDir */
export const stackFile = (dataDir) => join(dataDir, 'run', 'services.json');

/**
 * The token by which our own processes know one another; made once and kept with the data.
 * @param {string} dataDir
 */
function serviceTokenOf(dataDir) {
  const file = join(dataDir, 'service-token');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(`${file}.new`, randomBytes(32).toString('hex'), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Refuses a gateway port that somebody else listens on.
 * @param {number} port
 */
export async function requireGatewayPort(port) {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new EngineError(
      `PORT must be a number from 1 to 65535: start with, for example, PORT=8081 npm start.`,
    );
  }
  if (!(await isPortFree(port))) {
    throw new EngineError(
      `Port ${port} is taken by another program: stop it, or start with another one, for example PORT=${port + 1} npm start.`,
    );
  }
}

/**
 * Starts every service on ports that stay the same from start to start, and keeps them running. Writes where they are
 * to `<dataDir>/run/services.json` for the import and the other commands.
 * @param {{
 *   node: string, dataDir: string, gatewayPort?: number | undefined, readers?: number, logLevel?: string,
 *   engines: EngineUrls, say: (line: string) => void, onGiveUp: (error: Error) => void,
 *   onReady?: (name: string, done: number, total: number) => void,
 *   ending?: AbortSignal, onStarting?: (stop: () => Promise<void>) => void,
 * }} options `onStarting` gets what stops those that are up, before the first of them is started.
 */
export async function startServices(options) {
  const {
    node,
    dataDir,
    gatewayPort,
    readers = 0,
    logLevel = 'info',
    engines,
    say,
    onGiveUp,
    onReady,
    ending,
    onStarting,
  } = options;
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  const names = processNames({ readers });
  /** @type {Record<string, number>} */
  const ports = {};
  for (const name of names)
    ports[name] = await keepPort(dataDir, name, name === 'gateway' ? gatewayPort : undefined);
  const publicUrl = process.env['PUBLIC_URL'] ?? `http://127.0.0.1:${ports['gateway']}`;
  /** @type {Site} */
  const site = {
    node,
    dataDir,
    publicUrl,
    serviceToken: serviceTokenOf(dataDir),
    engines,
    ports,
    readers,
    logLevel,
    owner: thisProcess(),
  };
  let done = 0;
  /** @type {(Supervised & { name: string })[]} */
  const running = [];
  const startOne = async (
    /** @type {import('./services.mjs').ServiceDeclaration} */ service,
    /** @type {string} */ name,
  ) => {
    const started = await supervise({
      name,
      say,
      onGiveUp,
      ending,
      start: (onExit) => startService(site, service, name, onExit),
    });
    running.push(Object.assign(started, { name }));
    done += 1;
    onReady?.(name, done, names.length);
  };
  const stop = async () => {
    await stopAll(running);
  };
  onStarting?.(stop);
  const settled = await Promise.allSettled(
    SERVICES.flatMap((service) =>
      (service.instances?.(site) ?? [{ name: service.name }]).map(({ name }) => startOne(service, name)),
    ),
  );
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  const where = {
    gateway: addressOf(site, 'gateway'),
    services: {
      news: { write: addressOf(site, 'news'), read: newsReaders(site) },
      catalog: addressOf(site, 'catalog'),
      accounts: addressOf(site, 'accounts'),
      'cart-orders': addressOf(site, 'cart-orders'),
      payments: addressOf(site, 'payments'),
      notify: addressOf(site, 'notify'),
      web: addressOf(site, 'web'),
    },
    serviceToken: site.serviceToken,
  };
  writeFileSync(`${stackFile(dataDir)}.new`, `${JSON.stringify(where, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${stackFile(dataDir)}.new`, stackFile(dataDir));
  return {
    ...where,
    publicUrl,
    pids: () => Object.fromEntries(running.map(({ name, pid }) => [name, pid()])),
    stop,
  };
}

/** The gateway goes first, so that nobody is let in who would find the rest gone. @param {(Supervised & { name: string })[]} running */
async function stopAll(running) {
  await Promise.all(running.filter(({ name }) => name === 'gateway').map((service) => service.stop()));
  await Promise.all(running.filter(({ name }) => name !== 'gateway').map((service) => service.stop()));
}

/** @param {unknown} error */
export const sentenceOf = (error) => (error instanceof EngineError ? error.sentence : messageOf(error));
