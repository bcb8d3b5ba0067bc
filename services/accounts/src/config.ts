import { Type, type Static } from 'typebox';
import { loadConfig } from '@vidhi/service-kit/app-config.ts';
import { KafkaEnv, ListenEnv, MongoEnv, RedisEnv, ServiceTokenEnv } from '@vidhi/service-kit/service-env.ts';

const Env = Type.Object({
  ...ListenEnv,
  ...MongoEnv,
  ...KafkaEnv,
  ...RedisEnv,
  ...ServiceTokenEnv,
  /** Addresses or networks whose `X-Forwarded-For` is trusted, separated by commas: the gateway's. */
  TRUSTED_PROXIES: Type.String({ default: '127.0.0.1,::1' }),
  /** Roles that must have confirmed their e-mail before they log in. */
  CONFIRMED_EMAIL_ROLES: Type.String({ pattern: '^(\\d+(,\\d+)*)?$', default: '5,6' }),
  /** Roles of staff that log in only with a second step: 10 and 11, separated by commas. */
  SECOND_STEP_ROLES: Type.String({ pattern: '^((10|11)(,(10|11))*)?$', default: '' }),
  /** Number of processes of this service: without Redis each has its share of the limits. */
  REPLICAS: Type.Integer({ minimum: 1, maximum: 100, default: 1 }),
  /** Appended to the names of topics, so that several sites or test runs share one cluster. */
  TOPIC_SUFFIX: Type.String({ default: '', pattern: '^[.\\w-]{0,60}$' }),
  /** Before every key in Redis, so that several sites or test runs share one. */
  REDIS_PREFIX: Type.String({ default: 'accounts:' }),
  /** Encrypts the private signing keys in the database; without it they are stored as they are. */
  KEY_ENCRYPTION_KEY: Type.Optional(Type.String({ minLength: 32, pattern: '^[^,]*$' })),
  /** Former values of `KEY_ENCRYPTION_KEY`, separated by commas: stored keys are read with them and encrypted anew. */
  KEY_ENCRYPTION_OLD_KEYS: Type.String({ default: '', pattern: '^([^,]{32,}(,[^,]{32,})*)?$' }),
  /** Base URL of notify, which sends the mails and requests their links. Without it no mail is acknowledged. */
  NOTIFY_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** Base URL of cart-orders, whose cart and orders are part of the export of an account. */
  CART_ORDERS_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** Base URL of catalog, whose profile and pictures are part of the export of an account. */
  CATALOG_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** Secret from which the tokens of mailed links are derived; the service token where it is absent. */
  MAIL_LINK_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  /** Further secrets of mailed links, separated by commas: the next or the former value while it is changed. */
  ACCEPTED_MAIL_LINK_SECRETS: Type.String({ default: '', pattern: '^([^,]{32,}(,[^,]{32,})*)?$' }),
  /** Redirect target of confirmation links: a path of this site. */
  CONFIRMED_PATH: Type.String({ default: '/login', pattern: '^/([^/\\\\].*)?$' }),
  MIN_PASSWORD_LENGTH: Type.Integer({ minimum: 6, maximum: 64, default: 6 }),
  /** A list of common passwords instead of the bundled one; see its first lines for the format. */
  COMMON_PASSWORDS_FILE: Type.Optional(Type.String({ minLength: 1 })),
  /** Version of the legal agreement that users accept now; stored with their consent. */
  AGREEMENT_VERSION: Type.String({ default: '1', minLength: 1, maxLength: 40 }),
  /** Makes the e-mail-exists check respond that every address exists. */
  EMAIL_CHECK_ALWAYS_TRUE: Type.Boolean({ default: false }),
  /** Checks of all clients within an hour that learn whether an address exists; beyond, every address does. */
  EMAIL_CHECKS_PER_HOUR: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 600 }),
  /** Days for which entries of the audit log are stored. */
  AUDIT_RETENTION_DAYS: Type.Integer({ minimum: 30, maximum: 36_500, default: 1_096 }),
  /**
   * Script of tools/import, set by the launcher: administrators import an archive in the console. Without it they do so by the
   * command, as where each service has a container of its own.
   */
  SITE_IMPORT_TOOL: Type.Optional(Type.String({ minLength: 1 })),
  /** Folder of the site, in which archives are received and the launcher records the addresses of the services. */
  SITE_IMPORT_DATA_DIR: Type.Optional(Type.String({ minLength: 1 })),
  /** Largest archive that is received. */
  SITE_IMPORT_LIMIT_BYTES: Type.Integer({ minimum: 1_000, default: 4_294_967_296 }),
  KEY_ROTATION_DAYS: Type.Integer({ minimum: 1, maximum: 3_650, default: 90 }),
});

export type Config = Readonly<Static<typeof Env>>;
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(Env, env);

const listOf = (text: string): string[] => text.split(',').filter((part) => part !== '');
export const trustedProxies = ({ TRUSTED_PROXIES }: Config): string[] => listOf(TRUSTED_PROXIES);
export const confirmedEmailRoles = ({ CONFIRMED_EMAIL_ROLES }: Config): number[] =>
  listOf(CONFIRMED_EMAIL_ROLES).map(Number);
export const secondStepRoles = ({ SECOND_STEP_ROLES }: Config): number[] =>
  listOf(SECOND_STEP_ROLES).map(Number);
/** Returns the secrets of mailed links: that of new ones first, then those of mails that may still wait. */
export const mailLinkSecrets = (config: Config): [string, ...string[]] => [
  config.MAIL_LINK_SECRET ?? config.SERVICE_TOKEN,
  ...listOf(config.ACCEPTED_MAIL_LINK_SECRETS),
];
/**
 * Returns the secrets that encrypt second steps: that of new ones first. A site without `KEY_ENCRYPTION_KEY` uses the secret of
 * mailed links.
 */
export const secondStepSecrets = (config: Config): [string, ...string[]] => {
  const ofLinks = mailLinkSecrets(config);
  const { KEY_ENCRYPTION_KEY } = config;
  return KEY_ENCRYPTION_KEY === undefined
    ? [...ofLinks, ...oldEncryptionKeys(config)]
    : [KEY_ENCRYPTION_KEY, ...oldEncryptionKeys(config), ...ofLinks];
};
export const oldEncryptionKeys = ({ KEY_ENCRYPTION_OLD_KEYS }: Config): string[] =>
  listOf(KEY_ENCRYPTION_OLD_KEYS);
