import { Type } from 'typebox';
import { KafkaAccessEnv, MongoAccessEnv, RedisAccessEnv } from './engine-access.ts';

const Url = (scheme: string, options = {}) => Type.String({ pattern: `^${scheme}://`, ...options });

export const DEFAULT_HANDLER_TIMEOUT_MS = 10_000;

/** Environment variables of every HTTP server. */
export const ListenEnv = {
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], { default: 'info' }),
  ACCESS_LOG_SHARE: Type.Number({ minimum: 0, maximum: 1, default: 0.01 }),
  /** Time of a handler after which the client gets 503. Uploads, imports and payments have limits of their own. */
  HANDLER_TIMEOUT_MS: Type.Integer({ minimum: 10, default: DEFAULT_HANDLER_TIMEOUT_MS }),
  PUBLIC_URL: Url('https?', { default: 'http://127.0.0.1:8080' }),
  /** Address of an OpenTelemetry collector (OTLP/HTTP); without it no spans are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(Url('https?')),
  /** Share of the traces that are recorded. */
  OTEL_TRACES_SAMPLER_ARG: Type.Number({ minimum: 0, maximum: 1, default: 1 }),
} as const;

export const MongoEnv = { MONGO_URL: Url('mongodb(\\+srv)?'), ...MongoAccessEnv } as const;
export const KafkaEnv = { KAFKA_BROKERS: Type.String({ minLength: 1 }), ...KafkaAccessEnv } as const;
export const RedisEnv = { REDIS_URL: Url('rediss?'), ...RedisAccessEnv } as const;

/** Environment variables for the token by which the processes of a site recognize one another. */
export const ServiceTokenEnv = {
  /** Sent with requests to other services, and accepted. */
  SERVICE_TOKEN: Type.String({ minLength: 32 }),
  /** Accepted too, separated by commas: the next or the former value while it is changed. */
  ACCEPTED_SERVICE_TOKENS: Type.String({ default: '', pattern: '^([^,]{32,}(,[^,]{32,})*)?$' }),
} as const;

/** Returns all service tokens that a process accepts: its own first, which signs where links and cookies have no secret. */
export const acceptedServiceTokens = (config: {
  readonly SERVICE_TOKEN: string;
  readonly ACCEPTED_SERVICE_TOKENS: string;
}): [string, ...string[]] => [
  config.SERVICE_TOKEN,
  ...config.ACCEPTED_SERVICE_TOKENS.split(',').filter((token) => token !== ''),
];

/** Environment variables for verifying users' access tokens and the service token. */
export const TrustEnv = {
  JWKS_URL: Url('https?'),
  JWKS_FILE: Type.Optional(Type.String()),
  ...ServiceTokenEnv,
} as const;

/** Returns the address of accounts, which serves the keys of access tokens. */
export const accountsUrlOf = ({ JWKS_URL }: { readonly JWKS_URL: string }): string =>
  new URL(JWKS_URL).origin;

export const DataDirEnv = { DATA_DIR: Type.String({ minLength: 1 }) } as const;
