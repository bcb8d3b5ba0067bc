import { Type, type Static } from 'typebox';
import { loadConfig } from '@vidhi/service-kit/app-config.ts';
import { KafkaEnv, ListenEnv, TrustEnv } from '@vidhi/service-kit/service-env.ts';

const Address = Type.String({ pattern: '^https?://' });

const Env = Type.Object({
  ...ListenEnv,
  ...KafkaEnv,
  SERVICE_TOKEN: TrustEnv.SERVICE_TOKEN,
  /** News readers, separated by commas; reads go to them in turn. */
  NEWS_READ_URLS: Type.String({ pattern: '^https?://' }),
  NEWS_WRITE_URL: Address,
  CATALOG_URL: Address,
  ACCOUNTS_URL: Address,
  CART_ORDERS_URL: Address,
  PAYMENTS_URL: Address,
  NOTIFY_URL: Address,
  WEB_URL: Address,
  /** Other sites whose scripts may call this one, separated by commas; none by default. */
  CORS_ORIGINS: Type.String({ default: '' }),
  /** Exact addresses of load balancers whose `X-Forwarded-For` is believed, separated by commas. */
  TRUSTED_PROXIES: Type.String({ default: '' }),
  /** Ends the names of topics, so that several sites or test runs share one cluster. */
  TOPIC_SUFFIX: Type.String({ default: '', pattern: '^[.\\w-]{0,60}$' }),
  CACHE_BYTES: Type.Integer({ minimum: 0, default: 67_108_864 }),
  BODY_LIMIT_BYTES: Type.Integer({ minimum: 1_024, default: 1_048_576 }),
  UPLOAD_LIMIT_BYTES: Type.Integer({ minimum: 1_024, default: 62_914_560 }),
  /** How long a service may take to begin its answer, and between two pieces of it. */
  UPSTREAM_TIMEOUT_MS: Type.Integer({ minimum: 100, default: 10_000 }),
  UPSTREAM_CONNECT_MS: Type.Integer({ minimum: 100, default: 3_000 }),
  UPSTREAM_CONNECTIONS: Type.Integer({ minimum: 1, default: 64 }),
  /** An event loop that is later than this on average over a second turns new work away with 503. */
  MAX_LOOP_DELAY_MS: Type.Integer({ minimum: 20, default: 200 }),
});

export type Config = Readonly<Static<typeof Env>>;
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(Env, env);

export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
