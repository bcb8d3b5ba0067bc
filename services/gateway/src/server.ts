import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { runService } from '@vidhi/service-kit/run-service.ts';
import { buildApp } from './app.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { startChangeFeed, type ChangeFeed } from './cache/change-consumers.ts';
import { createFreshness } from './cache/freshness.ts';
import { listOf, readConfig } from './config.ts';
import { FOLLOWED_TOPICS } from './routing/routes.ts';
import { startReadinessProbe } from './upstreams/readiness-probe.ts';
import { createUpstreams } from './upstreams/upstreams.ts';

const config = readConfig(process.env);
const limits = {
  connectMs: config.UPSTREAM_CONNECT_MS,
  answerMs: config.UPSTREAM_TIMEOUT_MS,
  connections: config.UPSTREAM_CONNECTIONS,
};
const upstreams = createUpstreams(
  {
    newsReaders: listOf(config.NEWS_READ_URLS),
    newsWriter: config.NEWS_WRITE_URL,
    catalog: config.CATALOG_URL,
    accounts: config.ACCOUNTS_URL,
    cartOrders: config.CART_ORDERS_URL,
    payments: config.PAYMENTS_URL,
    notify: config.NOTIFY_URL,
    web: config.WEB_URL,
  },
  limits,
);
const cache = new ResponseCache(config.CACHE_BYTES);
let feed: ChangeFeed | null = null;
const freshness = createFreshness({ isLive: () => feed?.isLive() ?? false });
const probe = startReadinessProbe(upstreams.newsReaders);
const app = await buildApp({
  upstreams,
  cache,
  freshness,
  metrics: createMetrics('gateway'),
  publicUrl: config.PUBLIC_URL,
  serviceToken: config.SERVICE_TOKEN,
  corsOrigins: config.CORS_ORIGINS,
  trustedProxies: listOf(config.TRUSTED_PROXIES),
  limits,
  bodyLimitBytes: config.BODY_LIMIT_BYTES,
  uploadLimitBytes: config.UPLOAD_LIMIT_BYTES,
  maxLoopDelayMs: config.MAX_LOOP_DELAY_MS,
  readyReaders: () => probe.readyCount(),
  logLevel: config.LOG_LEVEL,
});
feed = startChangeFeed({
  client: connectKafka({ brokers: config.KAFKA_BROKERS, clientId: 'gateway', log: app.log }),
  topics: FOLLOWED_TOPICS,
  suffix: config.TOPIC_SUFFIX,
  freshness,
  onReset: () => cache.clear(),
});
await runService({
  app,
  host: config.HOST,
  port: config.PORT,
  close: async () => {
    probe.stop();
    await feed?.close();
    await upstreams.close();
  },
});
