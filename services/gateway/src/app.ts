import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unavailable } from '@vidhi/contracts/errors.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import type { Freshness } from './cache/freshness.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import {
  ALLOWED_HEADERS,
  ALLOWED_METHODS,
  EXPOSED_HEADERS,
  PREFLIGHT_SECONDS,
  createAllowedOrigins,
} from './edge/allowed-origins.ts';
import { createAnonymousReads, type ServeRead } from './edge/anonymous-reads.ts';
import { createResponseWriter } from './edge/response-writer.ts';
import { completeHeaders, type ResponseHeaders, type HeaderRules } from './edge/response-headers.ts';
import { anonymousRequestHeaders } from './edge/request-headers.ts';
import { UPLOAD_MS, createEdgeServer, rejectClientError } from './edge/edge-server.ts';
import { createFetchShared } from './edge/fetch-shared.ts';
import { createGatewayCounts } from './edge/gateway-counts.ts';
import { createMalformedUrlRedirect } from './edge/malformed-url-redirect.ts';
import { proxyRoutes } from './proxy/proxy-routes.ts';
import { createRouteIndex } from './routing/route-index.ts';
import { ROUTES } from './routing/routes.ts';
import type { UpstreamLimits } from './upstreams/instance.ts';
import type { Upstreams } from './upstreams/upstreams.ts';

export interface GatewayDependencies {
  upstreams: Upstreams;
  cache: ResponseCache;
  freshness: Freshness;
  metrics: Metrics;
  publicUrl: string;
  serviceToken: string;
  corsOrigins: string;
  trustedProxies: readonly string[];
  limits: UpstreamLimits;
  bodyLimitBytes: number;
  uploadLimitBytes: number;
  maxLoopDelayMs: number;
  readyReaders: () => number;
  logLevel: string | false;
}

const BODY_MS = 15_000;
const MOST_HEAP_SHARE = 0.85;
const LARGEST_SHARED_BYTES = 16_777_216;

const OWN = /^\/(livez|readyz|metrics|docs)(\/|$)/;
const HEALTH = new Set(['/livez', '/readyz', '/metrics']);

/** Unique in all gateways, cheap in the hot path. */
function requestIds(): () => string {
  const process = randomBytes(6).toString('hex');
  let last = 0;
  return () => `${process}-${(last += 1).toString(36).padStart(6, '0')}`;
}

type CorsAnswer = (error: Error | null, options: FastifyCorsOptions) => void;

const heapLimit = (): number => Math.floor(process.constrainedMemory() || 0);

/** Wires the edge: anonymous reads before the framework, everything else through it. */
export async function buildApp(deps: GatewayDependencies): Promise<FastifyInstance> {
  const { upstreams, cache, freshness, metrics, limits } = deps;
  const publicUrl = new URL(deps.publicUrl);
  const headerRules: HeaderRules = { https: publicUrl.protocol === 'https:' };
  const origins = createAllowedOrigins(deps.corsOrigins);
  const routes = createRouteIndex(ROUTES);
  const nextRequestId = requestIds();
  const counts = createGatewayCounts(metrics, {
    bytes: () => cache.bytes,
    entries: () => cache.size,
    isLive: () => freshness.isLive(),
  });
  const redirectMalformedUrl = createMalformedUrlRedirect(headerRules);
  let serveRead: ServeRead = () => false;

  const app = await createServiceApp({
    name: 'gateway',
    logLevel: deps.logLevel,
    metrics,
    bodyLimit: deps.uploadLimitBytes,
    readiness: () => ({
      newsReaders: { ok: deps.readyReaders() > 0, detail: `${deps.readyReaders()} ready` },
    }),
    server: {
      genReqId: nextRequestId,
      trustProxy: deps.trustedProxies.length === 0 ? false : [...deps.trustedProxies],
      handlerTimeout: UPLOAD_MS + 5_000,
      clientErrorHandler: (error, socket) => rejectClientError(error, socket),
      serverFactory: (handle): Server =>
        createEdgeServer(
          (request, response) => serveRead(request, response) || redirectMalformedUrl(request, response),
          handle,
        ),
    },
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (reply.hasHeader('content-security-policy')) return;
    const head: ResponseHeaders = reply.getHeaders();
    head['cache-control'] ??= 'no-store';
    reply.headers(completeHeaders(head, 'api', headerRules));
  });
  await app.register(underPressure, {
    maxEventLoopDelay: deps.maxLoopDelayMs,
    maxRssBytes: Math.floor(heapLimit() * MOST_HEAP_SHARE),
    pressureHandler: async (request) => {
      if (!HEALTH.has(request.routeOptions.url ?? '')) throw unavailable(10);
    },
  });
  const permission: FastifyCorsOptions = {
    origin: [...origins.list],
    credentials: true,
    methods: ALLOWED_METHODS,
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  };
  await app.register(cors, {
    // Left to itself it would say `allow-credentials` to every origin.
    delegator: ({ headers: { origin = '' } }: FastifyRequest, answer: CorsAnswer) =>
      answer(null, origins.list.includes(origin) ? permission : { origin: false }),
  });
  await app.register(docsRoutes, {
    services: upstreams.services,
    serviceToken: deps.serviceToken,
    publicUrl: publicUrl.origin,
  });
  await app.register(proxyRoutes, {
    routes,
    readersOf: (route) => upstreams.readersOf(route),
    writersOf: (route) => upstreams.writersOf(route),
    publicUrl,
    headerRules,
    limits,
    bodyLimitBytes: deps.bodyLimitBytes,
    uploadLimitBytes: deps.uploadLimitBytes,
    bodyTimeMs: BODY_MS,
    uploadTimeMs: UPLOAD_MS,
  });

  const writer = createResponseWriter({
    origins,
    headerRules,
    nextRequestId,
    isDraining: () => app.draining,
  });
  serveRead = createAnonymousReads({
    routes,
    readersOf: (route) => upstreams.readersOf(route),
    isOwn: (path) => OWN.test(path),
    cache,
    freshness,
    fetchShared: createFetchShared({ cache, freshness, counts, headerRules, limitBytes: LARGEST_SHARED_BYTES }),
    writer,
    counts,
    anonymousRequestHeaders: anonymousRequestHeaders(publicUrl),
    nextRequestId,
    isUnderPressure: () => app.isUnderPressure(),
  });
  return app;
}
