import type { FastifyInstance } from 'fastify';
import { byUpstream } from '@vidhi/contracts/services.mjs';
import { connectKafkaOf } from '@vidhi/messaging/kafka.ts';
import { addGauge } from '@vidhi/service-kit/metrics.ts';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { startProbes } from '@vidhi/upstreams/probe.ts';
import { buildApp } from './app.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { createChangeFeed } from './cache/change-consumers.ts';
import { createFreshness } from './cache/freshness.ts';
import { listOf, type Config } from './config.ts';
import { watchedProcesses } from './health/describe-system.ts';
import { readCertificate } from './health/read-certificate.ts';
import { readProcess } from './health/read-process.ts';
import { createSystemWatch } from './health/system-watch.ts';
import { FOLLOWED_TOPICS } from './routing/routes.ts';
import { createUpstreams } from './upstreams/upstreams.ts';

/** Resolution of the times for which something has been wrong. */
const OBSERVATION_MS = 60_000;

/** Opens the whole gateway. */
export async function open(context: ServiceContext, config: Config): Promise<FastifyInstance> {
  const { log, metrics, closers } = context;
  const limits = {
    connectMs: config.UPSTREAM_CONNECT_MS,
    responseMs: config.UPSTREAM_TIMEOUT_MS,
    connections: config.UPSTREAM_CONNECTIONS,
  };
  const upstreams = closers.open('upstreams', () =>
    createUpstreams(
      {
        newsReaders: listOf(config.NEWS_READ_URLS),
        services: byUpstream(({ urlVariable }) => config[urlVariable]),
      },
      limits,
      { maxSilenceMs: config.MAX_SILENCE_MS },
    ),
  );
  const cache = new ResponseCache(config.CACHE_BYTES);
  const feed = createChangeFeed({
    client: connectKafkaOf('gateway', config, context),
    topics: FOLLOWED_TOPICS,
    suffix: config.TOPIC_SUFFIX,
    onReset: () => cache.clear(),
  });
  addGauge(
    metrics,
    'passed_over_records',
    'Records that could not be read since the start',
    feed.skippedRecords,
  );
  const freshness = createFreshness(feed);
  closers.open('probes', () => {
    const probes = startProbes(upstreams.sets, {
      intervalMs: config.PROBE_INTERVAL_MS,
      onChange: ({ origin, health }, before) => log.info({ upstream: origin, before, health }, 'upstream'),
    });
    return { close: () => probes.stop() };
  });
  const systemWatch = createSystemWatch({
    processes: watchedProcesses(upstreams),
    read: readProcess,
    readOwn: () => metrics.registry.metrics(),
    readCertificate: () => readCertificate(new URL(config.PUBLIC_URL)),
  });
  closers.every('observation of the system', OBSERVATION_MS, systemWatch.observe);
  feed.start(freshness);
  closers.add('change feed', feed.close);

  return buildApp({
    upstreams,
    cache,
    freshness,
    metrics,
    systemWatch,
    verifyToken: createTokenVerifier({
      url: config.JWKS_URL ?? new URL('/.well-known/jwks.json', config.ACCOUNTS_URL).href,
      file: config.JWKS_FILE,
    }),
    publicUrl: config.PUBLIC_URL,
    serviceToken: config.SERVICE_TOKEN,
    metricsTokens: [config.METRICS_TOKEN, config.PREVIOUS_METRICS_TOKEN].filter(
      (token) => token !== undefined,
    ),
    corsOrigins: config.CORS_ORIGINS,
    trustedProxies: listOf(config.TRUSTED_PROXIES),
    limits,
    bodyLimitBytes: config.BODY_LIMIT_BYTES,
    uploadLimitBytes: config.UPLOAD_LIMIT_BYTES,
    clients: {
      maxConnections: config.MAX_CONNECTIONS,
      maxConnectionsPerAddress: config.MAX_CONNECTIONS_PER_ADDRESS,
      maxRequestsPerAddress: config.MAX_REQUESTS_PER_ADDRESS,
      readsAtOncePerAddress: config.READS_AT_ONCE_PER_ADDRESS,
      writesPerMinute: config.WRITES_PER_MINUTE,
      uploadsPerHour: config.UPLOADS_PER_HOUR,
      checkoutsPerMinute: config.CHECKOUTS_PER_MINUTE,
      verificationsPerMinute: config.VERIFICATIONS_PER_MINUTE,
      orderQueriesPerMinute: config.ORDER_QUERIES_PER_MINUTE,
      docsPerMinute: config.DOCS_PER_MINUTE,
      headersMs: config.CLIENT_HEADERS_MS,
      stallMs: config.CLIENT_STALL_MS,
      minBytesPerSecond: config.MIN_BYTES_PER_SECOND,
      bodyMemoryBytes: config.BODY_MEMORY_BYTES,
      spoolBytes: config.SPOOL_BYTES,
      spoolDirectory: config.SPOOL_DIR,
      responseMemoryBytes: config.RESPONSE_MEMORY_BYTES,
    },
    maxLoopDelayMs: config.MAX_LOOP_DELAY_MS,
    staleIfErrorMs: config.STALE_IF_ERROR_SECONDS * 1_000,
    logLevel: config.LOG_LEVEL,
  });
}
