import { SERVICES } from '@vidhi/contracts/services.mjs';

/** A part of a change: first what the operator does elsewhere, then the restart of some processes, one after the other. */
export interface Step {
  act?: () => Promise<void>;
  /** Environment of processes that start from then on. */
  settings?: Readonly<Record<string, string>>;
  restarted?: readonly string[];
}

/** The change of one secret as docs/operate.md describes it. */
export interface Rotation {
  /** Name for `--only`. */
  name: string;
  /** Name of the secret in the table of docs/operate.md. */
  secret: string;
  /** Sets up a former value where a local site has none; not counted. */
  before?: readonly Step[];
  steps: readonly Step[];
}

/** The former and the next value of each secret. */
export interface Values {
  former(setting: string): string;
  next(setting: string): string;
}

/** Changes that the operator makes outside of the site. */
export interface Providers {
  addMailUser(name: string, password: string): Promise<void>;
  removeMailUser(name: string): Promise<void>;
  /** URL of the mail server for this user. */
  smtpUrl(name: string, password: string): string;
  setWebhookSecret(secret: string): Promise<void>;
  addRedisUser(name: string, password: string): Promise<void>;
  /** Closes the connections of the user too. */
  removeRedisUser(name: string): Promise<void>;
  redisUrl(name: string, password: string): string;
  setScrapeToken(token: string): Promise<void>;
  /** Null where there is no S3 server. */
  storage: {
    url: string;
    add(name: string, password: string): Promise<void>;
    remove(name: string): Promise<void>;
  } | null;
}

/** Settings that change nothing about secrets. */
export const SETTINGS: Readonly<Record<string, string>> = {
  // Without it mails to the site wait for ever, and are tried again and again.
  CONTACT_EMAIL: 'desk@shop.example',
};

/** Settings with their former values, for the start of the site. The service token is the launcher's. */
export const settingsBefore = ({ former }: Values): Record<string, string> =>
  Object.fromEntries(
    [
      'KEY_ENCRYPTION_KEY',
      'MAIL_LINK_SECRET',
      'ORDER_LINK_SECRET',
      'CART_COOKIE_SECRET',
      'METRICS_TOKEN',
      'RAZORPAY_WEBHOOK_SECRET',
    ].map((name) => [name, former(name)]),
  );

/** Secrets of the table in docs/operate.md that the drill does not change, and why. */
export const NOT_DRILLED: Readonly<Record<string, string>> = {
  'RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET':
    'the sandbox has one key; who paid before the change and reports after it gets 400, as documented',
  MONGO_URL: 'the stand-in for MongoDB has no users',
  'TLS certificate': 'belongs to the proxy in front',
};

/** The secret of the storage of pictures, which a local site gets only where MinIO is there. */
export const STORAGE_KEYS_NAME = 's3-keys';
export const STORAGE_KEYS = 'S3_ACCESS_KEY, S3_SECRET_KEY';
/** The secret that accounts changes by itself; see `signing-key-change.ts`. */
export const SIGNING_KEYS = 'signing keys of accounts';

const FORMER_USER = 'former';
const NEXT_USER = 'next';

const withEngine = (engine: 'mongo' | 'redis'): string[] =>
  SERVICES.filter(({ engines }) => (engines as readonly string[]).includes(engine)).map(({ name }) => name);

/** Returns the changes in the order in which they are tried. */
export function rotationsOf({ former, next }: Values, providers: Providers): Rotation[] {
  function storageKeys({ url, add, remove }: NonNullable<Providers['storage']>): Rotation {
    const settingsOf = (name: string, secret: string) => ({
      S3_ENDPOINT: url,
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY: name,
      S3_SECRET_KEY: secret,
    });
    const [formerSecret, nextSecret] = [former('S3_SECRET_KEY'), next('S3_SECRET_KEY')];
    return {
      name: STORAGE_KEYS_NAME,
      secret: STORAGE_KEYS,
      before: [
        {
          act: () => add(FORMER_USER, formerSecret),
          settings: settingsOf(FORMER_USER, formerSecret),
          restarted: ['catalog'],
        },
      ],
      steps: [
        {
          act: () => add(NEXT_USER, nextSecret),
          settings: settingsOf(NEXT_USER, nextSecret),
          restarted: ['catalog'],
        },
        { act: () => remove(FORMER_USER) },
      ],
    };
  }

  /** Names the processes that accept two values of the service token. The gateway and web accept none. */
  const accepting = withEngine('mongo');
  /** Names the services whose configuration has the address of Redis. */
  const withRedis = ['news', 'catalog', 'accounts', 'notify'];
  const { storage } = providers;
  return [
    ...(storage === null ? [] : [storageKeys(storage)]),
    {
      name: 'key-encryption-key',
      secret: 'KEY_ENCRYPTION_KEY',
      steps: [
        {
          settings: {
            KEY_ENCRYPTION_KEY: next('KEY_ENCRYPTION_KEY'),
            KEY_ENCRYPTION_OLD_KEYS: former('KEY_ENCRYPTION_KEY'),
          },
          restarted: ['accounts'],
        },
        { settings: { KEY_ENCRYPTION_OLD_KEYS: '' }, restarted: ['accounts'] },
      ],
    },
    {
      name: 'mail-link-secret',
      secret: 'MAIL_LINK_SECRET',
      steps: [
        {
          settings: { ACCEPTED_MAIL_LINK_SECRETS: next('MAIL_LINK_SECRET') },
          restarted: ['accounts'],
        },
        {
          settings: {
            MAIL_LINK_SECRET: next('MAIL_LINK_SECRET'),
            ACCEPTED_MAIL_LINK_SECRETS: former('MAIL_LINK_SECRET'),
          },
          restarted: ['accounts'],
        },
        { settings: { ACCEPTED_MAIL_LINK_SECRETS: '' }, restarted: ['accounts'] },
      ],
    },
    {
      name: 'order-link-secret',
      secret: 'ORDER_LINK_SECRET',
      steps: [
        {
          settings: {
            ORDER_LINK_SECRET: next('ORDER_LINK_SECRET'),
            ORDER_LINK_PREVIOUS_SECRET: former('ORDER_LINK_SECRET'),
          },
          restarted: ['cart-orders', 'payments'],
        },
        { settings: { ORDER_LINK_PREVIOUS_SECRET: '' }, restarted: ['cart-orders', 'payments'] },
      ],
    },
    {
      name: 'cart-cookie-secret',
      secret: 'CART_COOKIE_SECRET',
      steps: [{ settings: { CART_COOKIE_SECRET: next('CART_COOKIE_SECRET') }, restarted: ['cart-orders'] }],
    },
    {
      name: 'webhook-secret',
      secret: 'RAZORPAY_WEBHOOK_SECRET',
      steps: [
        {
          settings: {
            RAZORPAY_WEBHOOK_SECRET: next('RAZORPAY_WEBHOOK_SECRET'),
            RAZORPAY_PREVIOUS_WEBHOOK_SECRET: former('RAZORPAY_WEBHOOK_SECRET'),
          },
          restarted: ['payments'],
        },
        { act: () => providers.setWebhookSecret(next('RAZORPAY_WEBHOOK_SECRET')) },
        { settings: { RAZORPAY_PREVIOUS_WEBHOOK_SECRET: '' }, restarted: ['payments'] },
      ],
    },
    {
      name: 'smtp-password',
      secret: 'SMTP_URL',
      before: [
        {
          act: () => providers.addMailUser(FORMER_USER, former('SMTP_URL')),
          settings: { SMTP_URL: providers.smtpUrl(FORMER_USER, former('SMTP_URL')) },
          restarted: ['notify'],
        },
      ],
      steps: [
        {
          act: () => providers.addMailUser(NEXT_USER, next('SMTP_URL')),
          settings: { SMTP_URL: providers.smtpUrl(NEXT_USER, next('SMTP_URL')) },
          restarted: ['notify'],
        },
        { act: () => providers.removeMailUser(FORMER_USER) },
      ],
    },
    {
      name: 'redis-password',
      secret: 'REDIS_URL',
      before: [
        {
          act: () => providers.addRedisUser(FORMER_USER, former('REDIS_URL')),
          settings: { REDIS_URL: providers.redisUrl(FORMER_USER, former('REDIS_URL')) },
          restarted: withRedis,
        },
      ],
      steps: [
        {
          act: () => providers.addRedisUser(NEXT_USER, next('REDIS_URL')),
          settings: { REDIS_URL: providers.redisUrl(NEXT_USER, next('REDIS_URL')) },
          restarted: withRedis,
        },
        { act: () => providers.removeRedisUser(FORMER_USER) },
      ],
    },
    {
      name: 'metrics-token',
      secret: 'METRICS_TOKEN',
      steps: [
        {
          settings: {
            METRICS_TOKEN: next('METRICS_TOKEN'),
            PREVIOUS_METRICS_TOKEN: former('METRICS_TOKEN'),
          },
          restarted: ['gateway'],
        },
        { act: () => providers.setScrapeToken(next('METRICS_TOKEN')) },
        { settings: { PREVIOUS_METRICS_TOKEN: '' }, restarted: ['gateway'] },
      ],
    },
    {
      name: 'service-token',
      secret: 'SERVICE_TOKEN',
      steps: [
        { settings: { ACCEPTED_SERVICE_TOKENS: next('SERVICE_TOKEN') }, restarted: accepting },
        {
          settings: {
            SERVICE_TOKEN: next('SERVICE_TOKEN'),
            ACCEPTED_SERVICE_TOKENS: former('SERVICE_TOKEN'),
          },
          restarted: [...accepting, 'gateway'],
        },
        { settings: { ACCEPTED_SERVICE_TOKENS: '' }, restarted: accepting },
      ],
    },
  ];
}
