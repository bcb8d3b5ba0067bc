import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { Type } from 'typebox';
import { ConfigError, loadConfig } from './app-config.ts';

// Settings of connections to engines that others run: TLS with a certification authority of their own or a client
// certificate, and passwords from files. Every setting may be given as NAME_FILE.

const Pem = Type.Optional(Type.String({ pattern: '-----BEGIN ' }));
const Text = Type.Optional(Type.String());

export const MongoAccessEnv = {
  /** Certificates in PEM that MongoDB's certificate may be signed by. Turns TLS on. */
  MONGO_CA: Pem,
  /** Client certificate and its key in PEM, for X.509: `authMechanism=MONGODB-X509` in `MONGO_URL`. Turns TLS on. */
  MONGO_CERT: Pem,
  MONGO_KEY: Pem,
} as const;

export const KafkaAccessEnv = {
  /** `true` connects with TLS, by default when `KAFKA_CA` or `KAFKA_CERT` is set. */
  KAFKA_TLS: Type.Optional(Type.Boolean()),
  KAFKA_CA: Pem,
  KAFKA_CERT: Pem,
  KAFKA_KEY: Pem,
  /** SASL, with `KAFKA_USERNAME` and `KAFKA_PASSWORD`. */
  KAFKA_SASL_MECHANISM: Type.Optional(Type.Enum(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'])),
  KAFKA_USERNAME: Text,
  KAFKA_PASSWORD: Text,
} as const;

export const RedisAccessEnv = {
  /** For `rediss://`. */
  REDIS_CA: Pem,
  REDIS_CERT: Pem,
  REDIS_KEY: Pem,
  /** The user of Redis' ACL and its password, where `REDIS_URL` has none. */
  REDIS_USERNAME: Text,
  REDIS_PASSWORD: Text,
} as const;

interface TlsOptions {
  ca?: string;
  cert?: string;
  key?: string;
}

type Engine = 'MONGO' | 'KAFKA' | 'REDIS';
type Settings<Name extends Engine> = Readonly<Partial<Record<`${Name}_${'CA' | 'CERT' | 'KEY'}`, string>>>;

/** The options of TLS for the settings of one engine; throws a `ConfigError` when they do not belong together. */
function tlsOf(
  engine: Engine,
  { ca, cert, key }: { [Name in keyof TlsOptions]: string | undefined },
): TlsOptions {
  if ((cert === undefined) !== (key === undefined))
    throw new ConfigError([`/${engine}_CERT and /${engine}_KEY must be set together`]);
  const tls = {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
  };
  try {
    createSecureContext(tls);
  } catch (error) {
    const { message } = error as Error;
    throw new ConfigError([`/${engine}_CA, /${engine}_CERT or /${engine}_KEY is not usable: ${message}`]);
  }
  return tls;
}

const isEmpty = (tls: TlsOptions): boolean => Object.keys(tls).length === 0;

export type MongoAccess = TlsOptions & { tls?: true };
export type MongoSettings = Settings<'MONGO'> & Readonly<{ MONGO_URL: string }>;

/** Returns the options of MongoDB's driver beside those in the URL. */
export function mongoAccess(config: Settings<'MONGO'>): MongoAccess {
  const tls = tlsOf('MONGO', { ca: config.MONGO_CA, cert: config.MONGO_CERT, key: config.MONGO_KEY });
  return isEmpty(tls) ? {} : { tls: true, ...tls };
}

/** The same from the environment of a command. */
export const readMongoAccess = (env: NodeJS.ProcessEnv): MongoAccess =>
  mongoAccess(loadConfig(Type.Object(MongoAccessEnv), env));

export interface KafkaAccess {
  tls?: TlsOptions;
  sasl?: { mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512'; username: string; password: string };
}

export type KafkaSettings = Settings<'KAFKA'> &
  Readonly<{
    KAFKA_TLS?: boolean;
    KAFKA_SASL_MECHANISM?: NonNullable<KafkaAccess['sasl']>['mechanism'];
    KAFKA_USERNAME?: string;
    KAFKA_PASSWORD?: string;
  }>;

/** Returns TLS and SASL of Kafka's clients; throws a `ConfigError` when a part is missing. */
export function kafkaAccess(config: KafkaSettings): KafkaAccess {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = config;
  const tls = tlsOf('KAFKA', { ca: config.KAFKA_CA, cert: config.KAFKA_CERT, key: config.KAFKA_KEY });
  if (config.KAFKA_TLS === false && !isEmpty(tls))
    throw new ConfigError(['/KAFKA_TLS must not be false beside KAFKA_CA or KAFKA_CERT']);
  const parts = [mechanism, username, password].filter((part) => part !== undefined);
  if (parts.length !== 0 && parts.length !== 3)
    throw new ConfigError([
      '/KAFKA_SASL_MECHANISM, /KAFKA_USERNAME and /KAFKA_PASSWORD must be set together',
    ]);
  return {
    ...(config.KAFKA_TLS === true || !isEmpty(tls) ? { tls } : {}),
    ...(mechanism === undefined || username === undefined || password === undefined
      ? {}
      : { sasl: { mechanism, username, password } }),
  };
}

/** The same from the environment of a command. */
export const readKafkaAccess = (env: NodeJS.ProcessEnv): KafkaAccess =>
  kafkaAccess(loadConfig(Type.Object(KafkaAccessEnv), env));

/** Options of ioredis beside the URL. */
export interface RedisAccess {
  username?: string;
  password?: string;
  tls?: TlsOptions & { servername?: string };
}

export type RedisSettings = Settings<'REDIS'> &
  Readonly<{ REDIS_URL: string; REDIS_USERNAME?: string; REDIS_PASSWORD?: string }>;

/** Returns user, password and TLS of Redis' clients; throws a `ConfigError` for certificates beside `redis://`. */
export function redisAccess(config: RedisSettings): RedisAccess {
  const { REDIS_URL: url, REDIS_USERNAME: username, REDIS_PASSWORD: password } = config;
  const tls = tlsOf('REDIS', { ca: config.REDIS_CA, cert: config.REDIS_CERT, key: config.REDIS_KEY });
  const isTls = url.startsWith('rediss://');
  if (!isTls && !isEmpty(tls))
    throw new ConfigError(['/REDIS_URL must begin with rediss:// beside REDIS_CA or REDIS_CERT']);
  if (username !== undefined && password === undefined)
    throw new ConfigError(['/REDIS_PASSWORD must be set beside REDIS_USERNAME']);
  const { hostname } = new URL(url);
  // Hosts of several customers choose the certificate by the name.
  const servername = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? { servername: hostname } : {};
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(isTls ? { tls: { ...servername, ...tls } } : {}),
  };
}
