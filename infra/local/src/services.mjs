import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { SERVICES, upstreamVariables } from '../../../packages/contracts/src/services.mjs';
import { sandboxesOf } from './sandboxes.mjs';
import { settingOf } from './setting.mjs';

/**
 * @typedef {import('./declared-settings.mjs').DeclaredSettings} DeclaredSettings
 * @typedef {{ mongo: string, kafka: string, redis: string }} EngineAddresses
 * @typedef {import('../../../packages/contracts/src/services.mjs').ServiceDeclaration & {
 *   env?: (site: Site, env: Record<string, string | undefined>) => Record<string, string>,
 *   instances?: (site: Site) => { name: string, env: Record<string, string> }[],
 * }} LaunchedService
 * @typedef {{
 *   node: string, bundles: string, dataDir: string, publicUrl: string, serviceToken: string, engines: EngineAddresses,
 *   ports: Record<string, number>, readers: number, logLevel: string, settings: DeclaredSettings,
 *   importTool?: string, addedEnv?: Record<string, string>, owner?: import('./processes.mjs').ProcessIdentity,
 * }} Site
 */

const LOOPBACK = '127.0.0.1';
/** Variables that every process inherits; others are passed when its configuration declares them. */
const INHERITED = ['PATH', 'HOME', 'TZ', 'LANG', 'NODE_EXTRA_CA_CERTS'];
/**
 * A young generation of 8 MB: responses are buffers outside the heap, and a larger one only increases memory.
 */
const PLAIN_OPTIONS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];
/** For processes that live for seconds, as in tests: without V8's helper threads a start takes 6 % less processor time. */
export const SHORT_LIVED_OPTIONS = ['--single-threaded'];
/**
 * The old generation is collected when it has grown by a quarter: a reader of 100,000 posts takes 100 MB
 * less.
 */
export const NODE_OPTIONS = [...PLAIN_OPTIONS, '--heap-growing-percent=25'];
/**
 * Buffers count as growth, and the gateway's heap is small: with a quarter it would collect after every 8 MB
 * of responses, which takes a quarter of its time. This setting costs 20 to 30 MB.
 */
export const GATEWAY_OPTIONS = [...PLAIN_OPTIONS, '--heap-growing-percent=100'];
/**
 * Two malloc arenas, and large blocks returned to the system at once, as responses of 100 KB are allocated
 * and freed by the thousand.
 */
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

/** Limits of one client address that are off where there is one client. */
const LOOPBACK_UNLIMITED = [
  'WRITES_PER_MINUTE',
  'UPLOADS_PER_HOUR',
  'CHECKOUTS_PER_MINUTE',
  'VERIFICATIONS_PER_MINUTE',
  'ORDER_QUERIES_PER_MINUTE',
  'DOCS_PER_MINUTE',
];
const LOOPBACK_UNLIMITED_STOCK = ['UNPAID_PERCENT_PER_ADDRESS'];

const LOOPBACK_URL = /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?(\/|$)/i;

/**
 * Whether all requests come from this machine: the gateway listens on loopback, no proxy is in front of it, and the site's
 * address is a loopback address.
 * @param {Pick<Site, 'publicUrl'>} site
 * @param {Record<string, string | undefined>} env
 */
const hasOneClient = ({ publicUrl }, env) =>
  LOOPBACK_URL.test(publicUrl) && !env['TRUSTED_PROXIES'] && !env['TRUSTED_PROXIES_FILE'];

/**
 * Returns these limits as off where all requests come from this machine; what the owner sets stays.
 * @param {Pick<Site, 'publicUrl'>} site
 * @param {Record<string, string | undefined>} env
 * @param {readonly string[]} names
 */
const unlimitedOn = (site, env, names) =>
  hasOneClient(site, env) ? Object.fromEntries(names.map((name) => [name, env[name] ?? '0'])) : {};

/**
 * Settings of a service for the launcher beyond the list of services: the variables with the URLs of other services,
 * and its processes if it has several.
 * @type {Record<string, {
 *   env?: (site: Site, env: Record<string, string | undefined>) => Record<string, string>,
 *   instances?: (site: Site) => { name: string, env: Record<string, string> }[],
 * }>}
 */
const LAUNCHED = {
  catalog: {
    env: (site) => ({ NOTIFY_URL: addressOf(site, 'notify') }),
  },
  accounts: {
    env: (site) => ({
      CART_ORDERS_URL: addressOf(site, 'cart-orders'),
      CATALOG_URL: addressOf(site, 'catalog'),
      NOTIFY_URL: addressOf(site, 'notify'),
      // Not in the images of the services, which have no tools.
      ...(site.importTool === undefined
        ? {}
        : { SITE_IMPORT_TOOL: site.importTool, SITE_IMPORT_DATA_DIR: site.dataDir }),
    }),
  },
  'cart-orders': {
    env: (site, env) => ({
      ...unlimitedOn(site, env, LOOPBACK_UNLIMITED_STOCK),
      ACCOUNTS_URL: addressOf(site, 'accounts'),
      PAYMENTS_URL: addressOf(site, 'payments'),
      NOTIFY_URL: addressOf(site, 'notify'),
    }),
  },
  payments: {
    env: (site, env) => ({
      CART_ORDERS_URL: addressOf(site, 'cart-orders'),
      NOTIFY_URL: addressOf(site, 'notify'),
      ...(sandboxesOf(env).payments
        ? { RAZORPAY_BASE_URL: addressOf(site, PAYMENT_SANDBOX.name), ...razorpayCredentials(site) }
        : {}),
    }),
  },
  notify: {
    env: (site, env) => ({
      ACCOUNTS_URL: addressOf(site, 'accounts'),
      CART_ORDERS_URL: addressOf(site, 'cart-orders'),
      CATALOG_URL: addressOf(site, 'catalog'),
      NEWS_URL: newsReaders(site)[0] ?? addressOf(site, 'news'),
      ...(sandboxesOf(env).inbox
        ? {
            SMTP_URL: `smtp://${LOOPBACK}:${site.ports[SMTP_PORT_NAME]}`,
            MAIL_SANDBOX: `smtp://${LOOPBACK}:${site.ports[SMTP_PORT_NAME]}`,
            MAIL_LOOKUP_URL: `${addressOf(site, SANDBOX.name)}/messages`,
            SMTP_CONNECTIONS: env['SMTP_CONNECTIONS'] ?? '10',
          }
        : {}),
    }),
  },
  news: {
    env: (site) => ({ NOTIFY_URL: addressOf(site, 'notify') }),
    instances: (site) => [
      { name: 'news', env: { NEWS_ROLE: site.readers === 0 ? 'all' : 'write' } },
      ...readerNames(site).map((name) => ({ name, env: { NEWS_ROLE: 'read' } })),
    ],
  },
  web: {
    env: (site, env) => ({
      API_URL: newsReaders(site).join(','),
      CATALOG_URL: addressOf(site, 'catalog'),
      NOTIFY_URL: addressOf(site, 'notify'),
      ...(sandboxesOf(env).payments
        ? { CHECKOUT_SCRIPT_URL: `${addressOf(site, PAYMENT_SANDBOX.name)}/v1/checkout.js` }
        : {}),
    }),
  },
  gateway: {
    env: (site, env) => ({
      NEWS_READ_URLS: newsReaders(site).join(','),
      ...unlimitedOn(site, env, LOOPBACK_UNLIMITED),
      ...upstreamVariables(({ name }) => addressOf(site, name)),
    }),
  },
};

/** Name in the recorded ports of the SMTP server of the mail inbox. */
export const SMTP_PORT_NAME = 'sandbox-smtp';

/**
 * Stands in for the mail server. No service of the site: the gateway does not know it.
 * @type {LaunchedService}
 */
export const SANDBOX = {
  name: 'sandbox',
  script: 'infra/sandbox/src/server.ts',
  engines: [],
  env: ({ ports }) => ({ SMTP_PORT: String(ports[SMTP_PORT_NAME]) }),
};

/**
 * Credentials for the payment sandbox. The key id is public; the secrets follow from the service token, so that they stay
 * the same over restarts.
 * @param {Pick<Site, 'serviceToken'>} site
 */
export function razorpayCredentials({ serviceToken }) {
  /** @param {string} purpose */
  const secretOf = (purpose) => createHmac('sha256', serviceToken).update(purpose).digest('hex');
  return {
    RAZORPAY_KEY_ID: 'rzp_test_sandbox',
    RAZORPAY_KEY_SECRET: secretOf('razorpay key'),
    RAZORPAY_WEBHOOK_SECRET: secretOf('razorpay webhook'),
  };
}

/**
 * Stands in for the card provider, as a process of its own, so that it can fail alone.
 * @type {LaunchedService}
 */
export const PAYMENT_SANDBOX = {
  name: 'payment-sandbox',
  script: 'infra/sandbox/src/payments/server.ts',
  engines: [],
  env: (site) => ({
    ...razorpayCredentials(site),
    RAZORPAY_WEBHOOK_URL: `${addressOf(site, 'payments')}/api/payment/webhook`,
  }),
};

/** The services as they are launched, and the sandbox. @type {readonly LaunchedService[]} */
export const LAUNCHED_SERVICES = [
  ...SERVICES.map((service) => ({ ...service, ...LAUNCHED[service.name] })),
  SANDBOX,
  PAYMENT_SANDBOX,
];

/** @param {Site} site */
export const newsReaders = (site) =>
  site.readers === 0 ? [addressOf(site, 'news')] : readerNames(site).map((name) => addressOf(site, name));

/**
 * Every process of the site by name, with its environment.
 * @param {Pick<Site, 'readers'>} site
 */
export const processNames = (site) =>
  LAUNCHED_SERVICES.flatMap(({ name, instances }) =>
    instances === undefined ? [name] : instances(/** @type {Site} */ (site)).map((instance) => instance.name),
  );

/**
 * The environment of one process: settings that its configuration declares and the launcher's environment
 * contains, overridden by the launcher's own values.
 * @param {Site} site
 * @param {LaunchedService} service
 * @param {string} name
 * @param {Record<string, string | undefined>} [env] the launcher's
 */
export function environmentOf(site, service, name, env = process.env) {
  const { engines, dataDir } = site;
  const database = `vidhi_${service.name.replaceAll('-', '_')}`;
  const withheld = new Set(service.withheld);
  const settings = (site.settings[service.name] ?? []).filter((key) => !withheld.has(key));
  const inherited = Object.fromEntries(
    [...INHERITED, ...settings].flatMap((key) => {
      const value = env[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
  return {
    ...inherited,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(site.bundles, 'compile-cache'),
    ...MALLOC,
    HOST: LOOPBACK,
    PORT: String(site.ports[name]),
    PUBLIC_URL: site.publicUrl,
    LOG_LEVEL: site.logLevel,
    SERVICE_TOKEN: site.serviceToken,
    DATA_DIR: join(dataDir, service.name),
    JWKS_URL: `${addressOf(site, 'accounts')}/.well-known/jwks.json`,
    JWKS_FILE: join(dataDir, 'run', `jwks-${name}.json`),
    ...(service.engines.includes('mongo') ? { MONGO_URL: withDatabase(engines.mongo, database) } : {}),
    ...(service.engines.includes('kafka') ? { KAFKA_BROKERS: engines.kafka } : {}),
    ...(service.engines.includes('redis')
      ? {
          REDIS_URL:
            (service.hasQueues === true ? undefined : settingOf(env, 'REDIS_CACHE_URL')) || engines.redis,
        }
      : {}),
    ...service.env?.(site, env),
    ...service.instances?.(site).find((instance) => instance.name === name)?.env,
    ...site.addedEnv,
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
