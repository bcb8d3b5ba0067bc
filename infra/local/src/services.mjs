import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EngineError } from './engine-error.mjs';
import { inRoot } from './paths.mjs';
import { readLogTail, startProcess } from './processes.mjs';

/**
 * @typedef {{ mongo: string, kafka: string, redis: string }} EngineAddresses
 * @typedef {{
 *   name: string, script: string, needs: readonly ('mongo' | 'kafka' | 'redis')[],
 *   env?: (site: Site) => Record<string, string>, instances?: (site: Site) => { name: string, env: Record<string, string> }[],
 * }} ServiceDeclaration
 * @typedef {{
 *   node: string, dataDir: string, publicUrl: string, serviceToken: string, engines: EngineAddresses,
 *   ports: Record<string, number>, readers: number, logLevel: string,
 *   owner?: import('./processes.mjs').ProcessIdentity,
 * }} Site
 */

const LOOPBACK = '127.0.0.1';
const READY_MS = 60_000;
const POLL_MS = 40;
/** What a process takes from the launcher's own environment: the machine's names, and settings of a site. */
const INHERITED = [
  'PATH',
  'HOME',
  'TZ',
  'LANG',
  'NODE_EXTRA_CA_CERTS',
  'CORS_ORIGINS',
  'CACHE_BYTES',
  'MAX_LOOP_DELAY_MS',
  'FRAME_HOSTS',
  'IMAGE_ORIGINS',
  'CONFIRMED_EMAIL_ROLES',
  'PICTURE_MAX_BYTES',
  'WEB_KIT',
];
const LOG_LIMIT_BYTES = 20_000_000;
/** A young generation of 8 MB: answers are buffers, and a larger one only grows the process. */
const PLAIN_OPTIONS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];
/** The old one is collected when it has grown by a quarter: a reader of 100,000 posts then takes 100 MB less. */
export const NODE_OPTIONS = [...PLAIN_OPTIONS, '--heap-growing-percent=25'];
/**
 * Buffers count as growth, and the gateway has little else: by a quarter, it would collect every 8 MB of answers,
 * which takes it a quarter of its time. This costs it 20 to 30 MB.
 */
export const GATEWAY_OPTIONS = [...PLAIN_OPTIONS, '--heap-growing-percent=100'];
/** Two arenas, and large blocks given back at once: answers of 100 KB come and go by the thousand. */
export const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * @param {Site} site
 * @param {string} name
 */
export const addressOf = ({ ports }, name) => `http://${LOOPBACK}:${ports[name]}`;

/** @param {Site} site */
const readerNames = ({ readers }) =>
  Array.from({ length: readers }, (_, index) => `news-reader-${index + 1}`);

/** The services in the order in which they are listed to people; all start at once. @type {readonly ServiceDeclaration[]} */
export const SERVICES = [
  {
    name: 'news',
    script: 'services/news/src/server.ts',
    needs: ['mongo', 'kafka', 'redis'],
    instances: (site) => [
      { name: 'news', env: { NEWS_ROLE: site.readers === 0 ? 'all' : 'write' } },
      ...readerNames(site).map((name) => ({ name, env: { NEWS_ROLE: 'read' } })),
    ],
  },
  { name: 'catalog', script: 'services/catalog/src/server.ts', needs: ['mongo', 'kafka', 'redis'] },
  { name: 'accounts', script: 'services/accounts/src/server.ts', needs: ['mongo', 'kafka', 'redis'] },
  { name: 'cart-orders', script: 'services/cart-orders/src/server.ts', needs: ['mongo', 'kafka', 'redis'] },
  { name: 'payments', script: 'services/payments/src/server.ts', needs: ['mongo', 'kafka', 'redis'] },
  { name: 'notify', script: 'services/notify/src/server.ts', needs: ['mongo', 'kafka', 'redis'] },
  {
    name: 'web',
    script: 'web/server/server.ts',
    needs: [],
    env: (site) => ({
      API_URL: addressOf(site, site.readers === 0 ? 'news' : 'news-reader-1'),
      CATALOG_URL: addressOf(site, 'catalog'),
    }),
  },
  {
    name: 'gateway',
    script: 'services/gateway/src/server.ts',
    needs: ['kafka', 'redis'],
    env: (site) => ({
      NEWS_READ_URLS: newsReaders(site).join(','),
      NEWS_WRITE_URL: addressOf(site, 'news'),
      CATALOG_URL: addressOf(site, 'catalog'),
      ACCOUNTS_URL: addressOf(site, 'accounts'),
      CART_ORDERS_URL: addressOf(site, 'cart-orders'),
      PAYMENTS_URL: addressOf(site, 'payments'),
      NOTIFY_URL: addressOf(site, 'notify'),
      WEB_URL: addressOf(site, 'web'),
      // Only the gateway's: the services behind it trust the gateway and nobody else.
      ...(process.env['TRUSTED_PROXIES'] === undefined
        ? {}
        : { TRUSTED_PROXIES: process.env['TRUSTED_PROXIES'] }),
    }),
  },
];

/** @param {Site} site */
export const newsReaders = (site) =>
  site.readers === 0 ? [addressOf(site, 'news')] : readerNames(site).map((name) => addressOf(site, name));

/**
 * Every process of the site by name, with what it is started with.
 * @param {Pick<Site, 'readers'>} site
 */
export const processNames = (site) =>
  SERVICES.flatMap(({ name, instances }) =>
    instances === undefined ? [name] : instances(/** @type {Site} */ (site)).map((instance) => instance.name),
  );

/**
 * @param {Site} site
 * @param {ServiceDeclaration} service
 * @param {string} name
 */
function environmentOf(site, service, name) {
  const { engines, dataDir } = site;
  const database = `vidhi_${service.name.replaceAll('-', '_')}`;
  const inherited = Object.fromEntries(
    INHERITED.flatMap((key) => {
      const value = process.env[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
  return {
    ...inherited,
    NODE_ENV: 'production',
    // Stripped sources are kept, so that the next start neither strips nor compiles again.
    NODE_COMPILE_CACHE: inRoot('.engines', 'compile-cache'),
    ...MALLOC,
    HOST: LOOPBACK,
    PORT: String(site.ports[name]),
    PUBLIC_URL: site.publicUrl,
    LOG_LEVEL: site.logLevel,
    SERVICE_TOKEN: site.serviceToken,
    DATA_DIR: join(dataDir, service.name),
    JWKS_URL: `${addressOf(site, 'accounts')}/.well-known/jwks.json`,
    JWKS_FILE: join(dataDir, 'run', `jwks-${name}.json`),
    ...(service.needs.includes('mongo') ? { MONGO_URL: withDatabase(engines.mongo, database) } : {}),
    ...(service.needs.includes('kafka') ? { KAFKA_BROKERS: engines.kafka } : {}),
    ...(service.needs.includes('redis') ? { REDIS_URL: engines.redis } : {}),
    ...service.env?.(site),
    ...service.instances?.(site).find((instance) => instance.name === name)?.env,
  };
}

/**
 * @param {string} url
 * @param {string} database
 */
export function withDatabase(url, database) {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.href;
}

/** @param {string} logFile */
function rotate(logFile) {
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`);
}

/**
 * Starts one process of a service and waits until it says that it is ready.
 * @param {Site} site
 * @param {ServiceDeclaration} service
 * @param {string} name
 * @param {(exit: import('./supervise.mjs').ChildExit) => void} onExit
 */
export async function startService(site, service, name, onExit) {
  const logFile = join(site.dataDir, 'logs', `${name}.log`);
  rotate(logFile);
  let ready = false;
  const started = startProcess({
    name,
    command: site.node,
    args: [...(service.name === 'gateway' ? GATEWAY_OPTIONS : NODE_OPTIONS), inRoot(service.script)],
    runDir: join(site.dataDir, 'run'),
    logFile,
    env: environmentOf(site, service, name),
    cwd: inRoot(),
    ...(site.owner === undefined ? {} : { owner: site.owner }),
    onExit: (exit) => {
      if (ready) onExit({ ...exit, sentence: `${name} keeps stopping: ${logFile} says why.` });
    },
  });
  const end = Date.now() + READY_MS;
  while (!(await isReady(`${addressOf(site, name)}/readyz`))) {
    if (!started.isRunning()) {
      throw new EngineError(`${name} did not start; its last words were:\n${lastLines(logFile)}`, {
        logFile,
      });
    }
    if (Date.now() > end) {
      await started.stop();
      throw new EngineError(`${name} was not ready within ${READY_MS / 1000} s; ${logFile} says why.`, {
        logFile,
      });
    }
    await delay(POLL_MS);
  }
  ready = true;
  return { pid: started.pid, stop: () => started.stop() };
}

/** @param {string} logFile */
const lastLines = (logFile) => readLogTail(logFile).trimEnd().split('\n').slice(-8).join('\n');

/** @param {string} url */
async function isReady(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
