import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unavailable } from '@vidhi/contracts/errors.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import type { VerifyToken } from '@vidhi/service-kit/token-verifier.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import type { Freshness } from './cache/freshness.ts';
import { createClientProtection, type ClientOptions } from './clients/client-protection.ts';
import { createStaleIfError } from './cache/stale-if-error.ts';
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
import { createLoginReserve } from './edge/login-reserve.ts';
import { createMalformedUrlRedirect } from './edge/malformed-url-redirect.ts';
import { operatorRoutes } from './health/operator-routes.ts';
import { systemRoutes } from './health/system-routes.ts';
import type { SystemWatch } from './health/system-watch.ts';
import { createIdentities } from './identity/identities.ts';
import { createVerifiedTokens } from './identity/verified-tokens.ts';
import { proxyRoutes } from './proxy/proxy-routes.ts';
import { createRouteIndex } from './routing/route-index.ts';
import { ROUTES } from './routing/routes.ts';
import type { UpstreamLimits } from '@vidhi/upstreams/instance.ts';
import { upstreamChecks } from './upstreams/upstream-checks.ts';
import type { Upstreams } from './upstreams/upstreams.ts';

export interface GatewayDependencies {
  upstreams: Upstreams;
  cache: ResponseCache;
  freshness: Freshness;
  metrics: Metrics;
  systemWatch: SystemWatch;
  verifyToken: VerifyToken;
  publicUrl: string;
  serviceToken: string;
  metricsTokens?: readonly string[] | undefined;
  corsOrigins: string;
  trustedProxies: readonly string[];
  limits: UpstreamLimits;
  bodyLimitBytes: number;
  uploadLimitBytes: number;
  clients: ClientOptions;
  maxLoopDelayMs: number;
  /** Maximum age of a cached response that is sent because its upstream gives none; 0 for never. */
  staleIfErrorMs: number;
  logLevel: string | false;
}

const BODY_MS = 15_000;
const MAX_HEAP_SHARE = 0.85;
const MAX_SHARED_RESPONSE_BYTES = 16_777_216;

const GATEWAY_PATH =
  /^\/(livez|readyz|metrics|docs|_health|api\/content-type-builder|api\/system\/health)(\/|$)/;
const HEALTH = new Set(['/livez', '/readyz', '/metrics', '/_health']);

/** Unique across gateways, cheap on the hot path. */
function requestIds(): () => string {
  const process = randomBytes(6).toString('hex');
  let last = 0;
  return () => `${process}-${(last += 1).toString(36).padStart(6, '0')}`;
}

type CorsCallback = (error: Error | null, options: FastifyCorsOptions) => void;

const heapLimit = (): number => Math.floor(process.constrainedMemory() || 0);

/** Builds the gateway: anonymous reads are served before Fastify, everything else by its routes. */
export async function buildApp(deps: GatewayDependencies): Promise<FastifyInstance> {
  const { upstreams, cache, freshness, metrics, limits } = deps;
  const publicUrl = new URL(deps.publicUrl);
  const headerRules: HeaderRules = { https: publicUrl.protocol === 'https:' };
  const origins = createAllowedOrigins(deps.corsOrigins);
  const routes = createRouteIndex(ROUTES);
  const nextRequestId = requestIds();
  const protection = createClientProtection(deps.clients, deps.trustedProxies);
  const counts = createGatewayCounts(metrics, {
    bytes: () => cache.bytes,
    entries: () => cache.size,
    isLive: () => freshness.isLive(),
    protection,
  });
  const identities = createIdentities(createVerifiedTokens({ verifyToken: deps.verifyToken }));
  const admitLogin = createLoginReserve();
  const redirectMalformedUrl = createMalformedUrlRedirect(headerRules);

  const app = await createServiceApp({
    name: 'gateway',
    logLevel: deps.logLevel,
    metrics,
    bodyLimit: deps.uploadLimitBytes,
    readiness: () => upstreamChecks(upstreams, cache.size > 0),
    server: {
      genReqId: nextRequestId,
      trustProxy: deps.trustedProxies.length === 0 ? false : [...deps.trustedProxies],
      // An upload is received, then sent on.
      handlerTimeout: 2 * UPLOAD_MS + 5_000,
      clientErrorHandler: (error, socket) => rejectClientError(error, socket),
      serverFactory: (handle): Server =>
        createEdgeServer({
          identities,
          clientLimits: protection.limits,
          timeouts: protection.timeouts,
          maxConnections: deps.clients.maxConnections,
          headerRules,
          serveRead: (request, response) =>
            serveRead(request, response) || redirectMalformedUrl(request, response),
          otherwise: handle,
        }),
    },
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (reply.hasHeader('content-security-policy')) return;
    const headers: ResponseHeaders = reply.getHeaders();
    headers['cache-control'] ??= 'no-store';
    reply.headers(completeHeaders(headers, 'api', headerRules));
  });
  await app.register(underPressure, {
    maxEventLoopDelay: deps.maxLoopDelayMs,
    maxRssBytes: Math.floor(heapLimit() * MAX_HEAP_SHARE),
    pressureHandler: async (request) => {
      if (HEALTH.has(request.routeOptions.url ?? '') || (await admitLogin(request))) return;
      throw unavailable(10);
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
    // By default the plugin sends `allow-credentials` to every origin.
    delegator: ({ headers: { origin = '' } }: FastifyRequest, callback: CorsCallback) =>
      callback(null, origins.list.includes(origin) ? permission : { origin: false }),
  });
  await app.register(operatorRoutes, {
    serviceToken: deps.serviceToken,
    metricsTokens: deps.metricsTokens,
  });
  await app.register(systemRoutes, {
    identities,
    accounts: upstreams.services.accounts,
    watch: deps.systemWatch,
  });
  await app.register(docsRoutes, {
    services: upstreams.services,
    serviceToken: deps.serviceToken,
    publicUrl: publicUrl.origin,
    identities,
    clientLimits: protection.limits,
  });
  await app.register(proxyRoutes, {
    routes,
    identities,
    readersOf: (route) => upstreams.readersOf(route),
    writersOf: (route) => upstreams.writersOf(route),
    publicUrl,
    headerRules,
    limits,
    clientLimits: protection.limits,
    admitWrite: protection.admitWrite,
    bodyLimits: { maxBytes: deps.bodyLimitBytes, maxMs: BODY_MS },
    uploadLimits: { maxBytes: deps.uploadLimitBytes, maxMs: UPLOAD_MS },
    bodyReception: protection.bodyReception,
    responseBuffering: protection.responseBuffering,
  });

  const staleIfError = createStaleIfError(cache, deps.staleIfErrorMs);
  const writer = createResponseWriter({
    identities,
    origins,
    headerRules,
    nextRequestId,
    isDraining: () => app.draining,
  });
  const serveRead: ServeRead = createAnonymousReads({
    routes,
    identities,
    readersOf: (route) => upstreams.readersOf(route),
    isGatewayPath: (path) => GATEWAY_PATH.test(path),
    cache,
    freshness,
    fetchShared: createFetchShared({
      cache,
      freshness,
      counts,
      headerRules,
      limitBytes: MAX_SHARED_RESPONSE_BYTES,
      timeoutMs: limits.responseMs,
      staleIfError,
    }),
    staleIfError,
    writer,
    counts,
    clientLimits: protection.limits,
    anonymousRequestHeaders: anonymousRequestHeaders(publicUrl),
    nextRequestId,
    isUnderPressure: () => app.isUnderPressure(),
  });
  return app;
}
