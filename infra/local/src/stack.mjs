import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byUpstream } from '../../../packages/contracts/src/services.mjs';
import { storedSettings } from './declared-settings.mjs';
import { EngineError, messageOf } from './engine-error.mjs';
import { startKafka } from './kafka.mjs';
import { startMongo } from './mongo.mjs';
import { inRoot } from './paths.mjs';
import { ensureDataDir, isDiskFull, PRIVATE_FILE } from './private-files.mjs';
import { isPortFree, claimPort } from './ports.mjs';
import { thisProcess } from './processes.mjs';
import { startRedis } from './redis.mjs';
import { settingOf } from './setting.mjs';
import { hasNoSite, mongoTls } from './site-databases.mjs';
import { requireSameData } from './stored-engine.mjs';
import { sandboxesOf } from './sandboxes.mjs';
import { ensureServiceBundles } from './service-bundles.mjs';
import { startService } from './service-process.mjs';
import {
  addressOf,
  LAUNCHED_SERVICES,
  newsReaders,
  PAYMENT_SANDBOX,
  processNames,
  SANDBOX,
  SMTP_PORT_NAME,
} from './services.mjs';
import { supervise } from './supervise.mjs';

/**
 * @typedef {import('./services.mjs').Site} Site
 * @typedef {import('./supervise.mjs').Supervised} Supervised
 * @typedef {import('./supervise.mjs').Clock} Clock
 * @typedef {import('./engine-start.mjs').RunningEngine} RunningEngine
 * @typedef {{ mongo: string, kafka: string, redis: string }} EngineUrls
 */

const ENGINES = { kafka: startKafka, mongo: startMongo, redis: startRedis };
const ENGINE_NAMES = /** @type {(keyof typeof ENGINES)[]} */ (Object.keys(ENGINES));
/** A restart requires less free space than a first start. */
const RESTART_FREE_BYTES = 32 * 1024 * 1024;

/**
 * The URL of an engine, even while it is down: the address from the environment, else its recorded port.
 * @type {Record<keyof typeof ENGINES, { variable: string, urlOf: (port: number) => string }>}
 */
const ENGINE_ADDRESSES = {
  kafka: { variable: 'KAFKA_BROKERS', urlOf: (port) => `127.0.0.1:${port}` },
  mongo: { variable: 'MONGO_URL', urlOf: (port) => `mongodb://127.0.0.1:${port}/?directConnection=true` },
  redis: { variable: 'REDIS_URL', urlOf: (port) => `redis://127.0.0.1:${port}` },
};

/**
 * Throws when the MongoDB that the environment chooses is another one than that with the data of the folder.
 * @param {{ dataDir: string, env: Record<string, string | undefined> }} site
 */
export const requireOwnData = ({ dataDir, env }) =>
  requireSameData({
    dataDir,
    url: settingOf(env, 'MONGO_URL'),
    isEmpty: (url) => hasNoSite(url, mongoTls(env)),
  });

/**
 * Starts Kafka, MongoDB and Redis concurrently and supervises them. An engine that does not start is retried,
 * and `processes` has its error. Rejects when none of them starts, or, with `onGiveUp`, when one does not.
 * @param {{
 *   dataDir: string, say: (line: string) => void, onGiveUp?: (error: Error) => void,
 *   env?: Record<string, string | undefined>, ending?: AbortSignal, onStarting?: (stop: () => Promise<void>)
 * => void,
 *   kafkaAdvertisedPort?: number | undefined, clock?: Clock,
 * }} options `kafkaAdvertisedPort` is the port of a proxy in front of Kafka. `onStarting` is called before
 * the first start, with a function that stops all. `clock` shortens the pauses between restarts, for fault tests.
 */
export async function startEngines(options) {
  const {
    dataDir,
    say,
    onGiveUp,
    env = process.env,
    ending,
    onStarting,
    kafkaAdvertisedPort,
    clock,
  } = options;
  ensureDataDir(dataDir);
  await requireOwnData({ dataDir, env });
  const owner = thisProcess();
  /** @type {Map<string, Supervised & { child: () => RunningEngine | undefined }>} */
  const running = new Map();
  /** @type {EngineUrls} */
  const planned = { kafka: '', mongo: '', redis: '' };
  const stop = async () => {
    await Promise.all([...running.values()].map((engine) => engine.stop()));
  };
  onStarting?.(stop);
  /** @param {keyof typeof ENGINES} name */
  const startOne = async (name) => {
    const { variable, urlOf } = ENGINE_ADDRESSES[name];
    const externalUrl = settingOf(env, variable);
    const port = externalUrl ? undefined : await claimPort(dataDir, name);
    planned[name] = externalUrl || urlOf(Number(port));
    const start = (/** @type {import('./supervise.mjs').StartContext} */ { onExit, signal, isRestart }) =>
      ENGINES[name]({
        dataDir,
        engineDir: inRoot('.engines'),
        logFile: join(dataDir, 'logs', `${name}.log`),
        env,
        owner,
        onExit,
        signal,
        ...(name === 'kafka' ? { advertisedPort: kafkaAdvertisedPort } : {}),
        ...(isRestart ? { minFreeBytes: RESTART_FREE_BYTES } : {}),
        // Services connect to the recorded port, so another one would be useless.
        ...(port === undefined ? {} : { port }),
      });
    running.set(name, await supervise({ name, say, onGiveUp, ending, start, ...withClock(clock) }));
  };
  const settled = await Promise.allSettled(ENGINE_NAMES.map(startOne));
  const rejected = settled.find((result) => result.status === 'rejected');
  const failures = [...running.values()].flatMap((engine) => engine.failure() ?? []);
  if (rejected !== undefined || failures.length === ENGINE_NAMES.length) {
    await stop();
    throw rejected === undefined ? failures[0] : rejected.reason;
  }
  /** @param {keyof typeof ENGINES} name */
  const urlOf = (name) => running.get(name)?.child()?.url ?? planned[name];
  return {
    described: ENGINE_NAMES.map(
      (name) => running.get(name)?.child()?.description ?? `${name} is not running yet and is retried`,
    ),
    addresses: { kafka: urlOf('kafka'), mongo: urlOf('mongo'), redis: urlOf('redis') },
    processes: /** @type {ReadonlyMap<string, Supervised>} */ (running),
    stop,
  };
}

/** @param {Clock | undefined} clock */
const withClock = (clock) => (clock === undefined ? {} : { clock });

/** @param {string} dataDir */
export const stackFile = (dataDir) => join(dataDir, 'run', 'services.json');

/**
 * The token that authenticates the site's own processes to one another; created once and stored in the data
 * folder.
 * @param {string} dataDir
 */
function serviceTokenOf(dataDir) {
  const file = join(dataDir, 'service-token');
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(32).toString('hex'), { mode: PRIVATE_FILE });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Throws when the gateway's port is invalid or in use.
 * @param {number} port
 */
export async function requireFreeGatewayPort(port) {
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
 * Starts every service on ports that are stable across restarts, and supervises them. A service that does not
 * start is retried, and `processes` has its error. Rejects when the gateway does not start, or no service
 * behind it, or, with `onGiveUp`, when one does not. Writes their addresses to `<dataDir>/run/services.json`
 * for the import and other commands.
 * @param {{
 *   node: string, dataDir: string, gatewayPort?: number | undefined, readers?: number, logLevel?: string,
 *   engines: EngineUrls, say: (line: string) => void, onGiveUp?: (error: Error) => void,
 *   onReady?: (name: string, done: number, total: number) => void,
 *   ending?: AbortSignal, onStarting?: (stop: () => Promise<void>) => void,
 *   leftOut?: readonly string[], addedEnv?: Record<string, string>, clock?: Clock,
 * }} options `onStarting` is called before the first start, with a function that stops all. For fault tests: `leftOut`
 * are processes that are not started, `addedEnv` is added to the environment of each process, and `clock` shortens the
 * pauses between restarts.
 */
export async function startServices(options) {
  const { node, dataDir, gatewayPort, readers = 0, logLevel = 'info', engines } = options;
  const { say, onGiveUp, onReady, ending, onStarting, addedEnv = {}, clock } = options;
  const sandboxes = sandboxesOf(process.env);
  const leftOut = [
    ...(options.leftOut ?? []),
    ...(sandboxes.inbox ? [] : [SANDBOX.name]),
    ...(sandboxes.payments ? [] : [PAYMENT_SANDBOX.name]),
    ...sandboxes.missing.map(({ service }) => service),
  ];
  for (const { sentence } of sandboxes.missing) say(sentence);
  ensureDataDir(dataDir);
  const names = processNames({ readers });
  /** @type {Record<string, number>} */
  const ports = {};
  for (const name of names)
    ports[name] = await claimPort(dataDir, name, name === 'gateway' ? gatewayPort : undefined);
  ports[SMTP_PORT_NAME] = await claimPort(dataDir, SMTP_PORT_NAME);
  const bundles = await ensureServiceBundles({ node });
  /** @type {Site} */
  const site = {
    node,
    bundles,
    dataDir,
    publicUrl: process.env['PUBLIC_URL'] ?? `http://127.0.0.1:${ports['gateway']}`,
    serviceToken: serviceTokenOf(dataDir),
    engines,
    ports,
    readers,
    logLevel,
    settings: await storedSettings({ node, bundles, services: LAUNCHED_SERVICES }),
    importTool: inRoot('tools/import/import-cli.ts'),
    addedEnv,
    owner: thisProcess(),
  };
  let done = 0;
  /** @type {Map<string, Supervised>} */
  const running = new Map();
  const startOne = async (
    /** @type {import('./services.mjs').LaunchedService} */ service,
    /** @type {string} */ name,
  ) => {
    const mustBeReady = onGiveUp !== undefined;
    const start = (/** @type {import('./supervise.mjs').StartContext} */ context) =>
      startService(site, service, name, { ...context, mustBeReady });
    const started = await supervise({ name, say, onGiveUp, ending, start, ...withClock(clock) });
    running.set(name, started);
    done += 1;
    if (started.state() === 'up') onReady?.(name, done, names.length);
  };
  const stop = () => stopAll(running);
  onStarting?.(stop);
  const settled = await Promise.allSettled(
    LAUNCHED_SERVICES.filter(({ name }) => !leftOut.includes(name)).flatMap((service) =>
      (service.instances?.(site) ?? [{ name: service.name }]).map(({ name }) => startOne(service, name)),
    ),
  );
  const rejected = settled.find((result) => result.status === 'rejected');
  const failure = rejected === undefined ? whyNothingWorks(running) : rejected.reason;
  if (failure !== undefined) {
    await stop();
    throw failure;
  }
  const where = {
    gateway: addressOf(site, 'gateway'),
    services: {
      ...byUpstream(({ name }) => addressOf(site, name)),
      news: { write: addressOf(site, 'news'), read: newsReaders(site) },
    },
    // Empty where it does not run.
    mailInbox: sandboxes.inbox ? addressOf(site, SANDBOX.name) : '',
    paymentSandbox: sandboxes.payments ? addressOf(site, PAYMENT_SANDBOX.name) : '',
    serviceToken: site.serviceToken,
  };
  try {
    const text = `${JSON.stringify(where, undefined, 2)}\n`;
    writeFileSync(`${stackFile(dataDir)}.new`, text, { mode: PRIVATE_FILE });
    renameSync(`${stackFile(dataDir)}.new`, stackFile(dataDir));
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    say(`The disk is full: ${stackFile(dataDir)} was not written, so npm run import will not find the site.`);
  }
  return {
    ...where,
    publicUrl: site.publicUrl,
    processes: /** @type {ReadonlyMap<string, Supervised>} */ (running),
    stop,
  };
}

/**
 * The site is unusable without the gateway or with no service behind it; one failed service alone does not
 * stop it.
 * @param {ReadonlyMap<string, Supervised>} running
 */
function whyNothingWorks(running) {
  const gateway = running.get('gateway')?.failure();
  const notServing = ['gateway', SANDBOX.name, PAYMENT_SANDBOX.name];
  const others = [...running.values()].filter(({ name }) => !notServing.includes(name));
  const failures = others.flatMap((service) => service.failure() ?? []);
  return gateway ?? (failures.length === others.length ? failures[0] : undefined);
}

/**
 * The gateway stops first, so that no request reaches a stopped service.
 * @param {ReadonlyMap<string, Supervised>} running
 */
async function stopAll(running) {
  const services = [...running.values()];
  await running.get('gateway')?.stop();
  await Promise.all(services.map((service) => service.stop()));
}

/** @param {unknown} error */
export const sentenceOf = (error) => (error instanceof EngineError ? error.sentence : messageOf(error));
