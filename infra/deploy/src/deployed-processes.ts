import { readDeclaredSettings } from '@vidhi/local/declared-settings.mjs';
import {
  environmentOf,
  GATEWAY_OPTIONS,
  LAUNCHED_SERVICES,
  MALLOC,
  NODE_OPTIONS,
} from '@vidhi/local/services.mjs';

type Launched = (typeof LAUNCHED_SERVICES)[number];

/** A process as containers run it. Its environment is the launcher's, with addresses by name instead of by port. */
export interface DeployedProcess {
  /** Name of the container; `news-reader` runs the same service as `news`. */
  name: string;
  service: string;
  script: string;
  /** Node's options and the script. */
  command: readonly string[];
  /** Settings that `config.ts` declares. */
  declared: readonly string[];
  /**
   * Values of declared settings that are the same wherever containers run; those of the engines and secrets are not here.
   */
  env: Readonly<Record<string, string>>;
  /** Processes whose addresses are in `env`. */
  calls: readonly string[];
}

export const PORT = 8080;
export const SMTP_PORT = 2525;
export const DATA_FOLDER = '/data';
/** The processes of infra/sandbox, which belong to no production site. */
export const SANDBOXES = ['sandbox', 'payment-sandbox'] as const;
/**
 * Limits of the gateway, and of cart-orders, for one client address. Containers have its defaults unless the site sets them; they are off nowhere
 * but in processes on loopback.
 */
export const CLIENT_LIMITS = [
  'MAX_CONNECTIONS_PER_ADDRESS',
  'MAX_REQUESTS_PER_ADDRESS',
  'READS_AT_ONCE_PER_ADDRESS',
  'WRITES_PER_MINUTE',
  'UPLOADS_PER_HOUR',
  'CHECKOUTS_PER_MINUTE',
  'VERIFICATIONS_PER_MINUTE',
  'ORDER_QUERIES_PER_MINUTE',
  'DOCS_PER_MINUTE',
  'UNPAID_PERCENT_PER_ADDRESS',
] as const;
/** Names of settings whose values are secret. */
export const SECRETS = [
  'SERVICE_TOKEN',
  'MONGO_URL',
  'REDIS_URL',
  'SMTP_URL',
  'BOUNCE_IMAP_URL',
  'METRICS_TOKEN',
  'KEY_ENCRYPTION_KEY',
  'MAIL_LINK_SECRET',
  'CART_COOKIE_SECRET',
  'ORDER_LINK_SECRET',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'RAZORPAY_PREVIOUS_WEBHOOK_SECRET',
  'KEY_ENCRYPTION_OLD_KEYS',
  'ACCEPTED_MAIL_LINK_SECRETS',
  'PREVIOUS_METRICS_TOKEN',
  'ORDER_LINK_PREVIOUS_SECRET',
] as const;
/** Former and next values of secrets, set only while these are changed. An empty value counts as not set. */
const FORMER_SECRETS: readonly string[] = [
  'RAZORPAY_PREVIOUS_WEBHOOK_SECRET',
  'KEY_ENCRYPTION_OLD_KEYS',
  'ACCEPTED_MAIL_LINK_SECRETS',
  'PREVIOUS_METRICS_TOKEN',
  'ORDER_LINK_PREVIOUS_SECRET',
];

/** Secrets that a site may do without. An empty value counts as not set. */
export const OPTIONAL_SECRETS: readonly string[] = ['BOUNCE_IMAP_URL', ...FORMER_SECRETS];
/** Settings of parts that most sites do without. */
export const OPTIONAL_PARTS = [
  'BOUNCE_ADDRESS',
  'IMAGE_ORIGINS',
  'ANALYTICS_ORIGIN',
  'ANALYTICS_SCRIPT',
  'ANALYTICS_SITE_ID',
] as const;

/** Settings of TLS and passwords of engines that others run, all optional. Those of the first list are no secrets. */
export const ENGINE_SETTINGS: readonly string[] = [
  'KAFKA_TLS',
  'KAFKA_SASL_MECHANISM',
  'KAFKA_CA',
  'MONGO_CA',
  'REDIS_CA',
];
export const ENGINE_SECRETS: readonly string[] = [
  'KAFKA_USERNAME',
  'KAFKA_PASSWORD',
  'KAFKA_CERT',
  'KAFKA_KEY',
  'MONGO_CERT',
  'MONGO_KEY',
  'REDIS_USERNAME',
  'REDIS_PASSWORD',
  'REDIS_CERT',
  'REDIS_KEY',
];
/** Settings of the seller, which a site must have with live keys of the card provider. */
export const SELLER_SETTINGS = [
  'SELLER_NAME',
  'SELLER_ADDRESS',
  'SELLER_EMAIL',
  'SELLER_PHONE',
  'SELLER_GRIEVANCE_OFFICER',
  'SELLER_GSTIN',
] as const;

/** Decided by the image or by each kind of deployment, not by the launcher. The mail inbox has no password. */
const DECIDED_ELSEWHERE = new Set<string>([
  ...SECRETS.filter((name) => name !== 'SMTP_URL'),
  'HOST',
  'PORT',
  'LOG_LEVEL',
  'PUBLIC_URL',
  'KAFKA_BROKERS',
  'NODE_ENV',
  'PATH',
  'NODE_COMPILE_CACHE',
  // An address for browsers, which do not know the names of containers.
  'CHECKOUT_SCRIPT_URL',
  'SMTP_PORT',
  // Of the mail inbox: it would remain when an override replaces the inbox by a mail server.
  'SMTP_CONNECTIONS',
  ...Object.keys(MALLOC),
]);

const FIRST_PORT = 40_000;
const NAMES = [
  ...LAUNCHED_SERVICES.flatMap(({ name }) => (name === 'news' ? [name, 'news-reader-1'] : [name])),
  'sandbox-smtp',
];
const PORTS: Record<string, number> = Object.fromEntries(
  NAMES.map((name, index) => [name, FIRST_PORT + index]),
);

/** Maps the name of a launched process to that of its container: reader instances share one name and are scaled there. */
const containerNameOf = (launched: string): string => launched.replace(/-reader-1$/, '-reader');

function withNames(value: string, calls: Set<string>): string {
  return value.replaceAll(/127\.0\.0\.1:(\d+)/g, (_match, port: string) => {
    const launched = NAMES[Number(port) - FIRST_PORT] ?? '';
    if (launched === 'sandbox-smtp') {
      calls.add('sandbox');
      return `sandbox:${SMTP_PORT}`;
    }
    calls.add(containerNameOf(launched));
    return `${containerNameOf(launched)}:${PORT}`;
  });
}

/** Node's options of a service. */
export const optionsOf = (service: string): string[] =>
  (service === 'gateway' ? GATEWAY_OPTIONS : NODE_OPTIONS) as string[];

function processOf(
  service: Launched,
  launched: string,
  declared: readonly string[],
  env: Record<string, string>,
): DeployedProcess {
  const site = {
    // Containers run services from their sources.
    bundles: '',
    node: 'node',
    dataDir: DATA_FOLDER,
    publicUrl: '',
    serviceToken: '',
    engines: { mongo: 'mongodb://mongo', kafka: '', redis: '' },
    ports: PORTS,
    readers: 1,
    logLevel: 'info',
    settings: {},
  };
  const calls = new Set<string>();
  const all: Record<string, string | undefined> = {
    ...environmentOf(site, service, launched, env),
    DATA_DIR: DATA_FOLDER,
    JWKS_FILE: `${DATA_FOLDER}/jwks.json`,
  };
  const values = Object.entries(all).flatMap(([key, value]) =>
    value !== undefined && declared.includes(key) && !DECIDED_ELSEWHERE.has(key)
      ? [[key, withNames(value, calls)] as const]
      : [],
  );
  return {
    name: containerNameOf(launched),
    service: service.name,
    script: service.script,
    command: ['node', ...optionsOf(service.name), service.script],
    declared,
    env: Object.fromEntries(values),
    calls: [...calls].toSorted(),
  };
}

/**
 * Resolves with every process of a site, sandboxes last. With `withSandboxes: false` the addresses of mail server and
 * card provider are left to the operator, as in production.
 */
export async function deployedProcesses({
  withSandboxes,
}: {
  withSandboxes: boolean;
}): Promise<DeployedProcess[]> {
  const settings = await readDeclaredSettings(process.execPath, LAUNCHED_SERVICES);
  const env: Record<string, string> = withSandboxes ? {} : { RAZORPAY_KEY_SECRET: 'set', SMTP_URL: 'set' };
  return LAUNCHED_SERVICES.filter(
    ({ name }) => withSandboxes || !(SANDBOXES as readonly string[]).includes(name),
  ).flatMap((service) =>
    (service.name === 'news' ? ['news', 'news-reader-1'] : [service.name]).map((launched) =>
      processOf(service, launched, settings[service.name] ?? [], env),
    ),
  );
}
