import { Type, type Static } from 'typebox';
import { upstreamVariables } from '@vidhi/contracts/services.mjs';
import { loadConfig } from '@vidhi/service-kit/app-config.ts';
import { KafkaEnv, ListenEnv, TrustEnv } from '@vidhi/service-kit/service-env.ts';

const Address = Type.String({ pattern: '^https?://' });

const Env = Type.Object({
  ...ListenEnv,
  ...KafkaEnv,
  SERVICE_TOKEN: TrustEnv.SERVICE_TOKEN,
  /** Opens `/metrics` and nothing else, as a bearer token; the service token opens it too. */
  METRICS_TOKEN: Type.Optional(Type.String({ minLength: 32 })),
  /** The metrics token before its last change, accepted too until Prometheus sends the new one. */
  PREVIOUS_METRICS_TOKEN: Type.Optional(Type.String({ minLength: 32 })),
  JWKS_FILE: TrustEnv.JWKS_FILE,
  /** URL of the keys of access tokens; by default the key set of `ACCOUNTS_URL`. */
  JWKS_URL: Type.Optional(TrustEnv.JWKS_URL),
  /** News readers, separated by commas; reads go to them in turn. */
  NEWS_READ_URLS: Type.String({ pattern: '^https?://' }),
  ...upstreamVariables(() => Address),
  /** Other sites whose scripts may call this one, separated by commas; none by default. */
  CORS_ORIGINS: Type.String({ default: '' }),
  /** Exact addresses of load balancers whose `X-Forwarded-For` is trusted, separated by commas. */
  TRUSTED_PROXIES: Type.String({ default: '' }),
  /** Ends the names of topics, so that several sites or test runs share one cluster. */
  TOPIC_SUFFIX: Type.String({ default: '', pattern: '^[.\\w-]{0,60}$' }),
  /** Maximum age of a cached response that is sent, marked as stale, because its upstream gives none. */
  STALE_IF_ERROR_SECONDS: Type.Integer({ minimum: 0, default: 3_600 }),
  CACHE_BYTES: Type.Integer({ minimum: 0, default: 67_108_864 }),
  BODY_LIMIT_BYTES: Type.Integer({ minimum: 1_024, default: 1_048_576 }),
  UPLOAD_LIMIT_BYTES: Type.Integer({ minimum: 1_024, default: 62_914_560 }),
  /** Maximum time until a response begins, and between two chunks of it. */
  UPSTREAM_TIMEOUT_MS: Type.Integer({ minimum: 100, default: 10_000 }),
  /**
   * Time for which the only instance of a service still receives requests, and is waited for, after its probe got no
   * response.
   */
  MAX_SILENCE_MS: Type.Integer({ minimum: 100, default: 2_000 }),
  /** Interval between two requests of `/readyz` of each process that is ready. */
  PROBE_INTERVAL_MS: Type.Integer({ minimum: 50, default: 300 }),
  UPSTREAM_CONNECT_MS: Type.Integer({ minimum: 100, default: 3_000 }),
  UPSTREAM_CONNECTIONS: Type.Integer({ minimum: 1, default: 64 }),
  /** Connections of all clients together. */
  MAX_CONNECTIONS: Type.Integer({ minimum: 1, default: 10_000 }),
  /** Connections of one IPv4 address or IPv6 /64 network, unless it is a trusted proxy; 0 is no limit. */
  MAX_CONNECTIONS_PER_ADDRESS: Type.Integer({ minimum: 0, default: 1_024 }),
  /** Requests of one address that a service works on at the same time; 0 is no limit. */
  MAX_REQUESTS_PER_ADDRESS: Type.Integer({ minimum: 0, default: 256 }),
  /**
   * Reads of one address that are with a service at the same time, apart from files; further ones wait. 0 is no limit.
   */
  READS_AT_ONCE_PER_ADDRESS: Type.Integer({ minimum: 0, default: 4 }),
  /** Writes of one address in a minute, apart from views and those of staff; 0 is no limit. */
  WRITES_PER_MINUTE: Type.Integer({ minimum: 0, default: 120 }),
  /** Uploads of members from one address in an hour; 0 is no limit. */
  UPLOADS_PER_HOUR: Type.Integer({ minimum: 0, default: 10 }),
  /** Payment orders of carts and single books that one address makes in a minute; 0 is no limit. */
  CHECKOUTS_PER_MINUTE: Type.Integer({ minimum: 0, default: 10 }),
  /** Payments that one address reports in a minute; 0 is no limit. */
  VERIFICATIONS_PER_MINUTE: Type.Integer({ minimum: 0, default: 20 }),
  /** Queries of orders by number and e-mail address. */
  ORDER_QUERIES_PER_MINUTE: Type.Integer({ minimum: 0, default: 10 }),
  /** Requests for the API reference, whose files are large; 0 is no limit. */
  DOCS_PER_MINUTE: Type.Integer({ minimum: 0, default: 300 }),
  /** Maximum time for all headers of a request. */
  CLIENT_HEADERS_MS: Type.Integer({ minimum: 100, default: 10_000 }),
  /** A client that takes nothing of its response for so long is disconnected. */
  CLIENT_STALL_MS: Type.Integer({ minimum: 1_000, default: 30_000 }),
  /** Minimum rate of a request body, measured over 5 s, and of a response for which a service waits. */
  MIN_BYTES_PER_SECOND: Type.Integer({ minimum: 0, default: 500 }),
  /** Request bodies in memory, all together; further ones go to files. */
  BODY_MEMORY_BYTES: Type.Integer({ minimum: 0, default: 33_554_432 }),
  /** Request bodies in files, all together; further ones get 503. */
  SPOOL_BYTES: Type.Integer({ minimum: 0, default: 1_073_741_824 }),
  /** Folder of those files; by default the system's directory for temporary files. */
  SPOOL_DIR: Type.Optional(Type.String()),
  /** Responses that clients have not read yet, all together. */
  RESPONSE_MEMORY_BYTES: Type.Integer({ minimum: 0, default: 67_108_864 }),
  /**
   * While the average delay of the event loop over a second is above this, new requests are rejected with 503. The same
   * happens, whatever the limit, when the loop was blocked for a whole second; with 0, none.
   */
  MAX_LOOP_DELAY_MS: Type.Integer({ minimum: 0, default: 200 }),
});

export type Config = Readonly<Static<typeof Env>>;
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(Env, env);

export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
