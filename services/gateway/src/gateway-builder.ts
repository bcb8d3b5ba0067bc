import { UPSTREAMS, byUpstream, type UpstreamName } from '@vidhi/contracts/services.mjs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { vi } from 'vitest';
import type { Check } from '@vidhi/service-kit/health.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import type { VerifyToken } from '@vidhi/service-kit/token-verifier.ts';
import { startProbes } from '@vidhi/upstreams/probe.ts';
import { buildApp } from './app.ts';
import { ResponseCache } from './cache/response-cache.ts';
import type { ClientOptions } from './clients/client-protection.ts';
import { createFreshness, type Freshness } from './cache/freshness.ts';
import { watchedProcesses } from './health/describe-system.ts';
import { readProcess } from './health/read-process.ts';
import { createSystemWatch } from './health/system-watch.ts';
import { createUpstreams, type Upstreams } from './upstreams/upstreams.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
}

/** A real HTTP server in place of a service; `respond` may be replaced at any time. */
export interface FakeService {
  origin: string;
  received: Received[];
  respond: Handler;
  /** Status of `/readyz`; null leaves probes without response. Probes are not among `received`. */
  readyStatus: number | null;
  /** Checks in the body of `/readyz`. */
  readiness: Record<string, Check>;
  stop(): Promise<void>;
  /** Listens again on the same port. */
  restart(): Promise<void>;
}

const respondWithName =
  (name: string): Handler =>
  (request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(JSON.stringify({ service: name, url: request.url }));
  };

async function aService(name: string): Promise<FakeService> {
  let server: Server;
  const service: FakeService = {
    origin: '',
    received: [],
    respond: respondWithName(name),
    readyStatus: 200,
    readiness: {},
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    restart: () => listen(Number(new URL(service.origin).port)),
  };
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server = createServer((request, response) => {
        const { method = '', url = '', headers } = request;
        if (url === '/readyz') {
          const body = JSON.stringify({ checks: service.readiness });
          if (service.readyStatus !== null) response.writeHead(service.readyStatus).end(body);
          return;
        }
        service.received.push({ method, url, headers });
        service.respond(request, response);
      });
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        resolve();
      });
    });
  await listen(0);
  return service;
}

export const SERVICE_TOKEN = 's'.repeat(32);

/** Verifies the tests' role tokens; all others are invalid. */
const verifyTestToken: VerifyToken = async (token) => {
  const role = /^x\.[\w-]+\.signed-(\d+)$/.exec(token)?.[1];
  return role === undefined ? null : { userId: 1, role: Number(role), tokenVersion: 1 };
};

const claims = (role: number): string =>
  Buffer.from(JSON.stringify({ sub: '1', role, exp: 4_000_000_000 })).toString('base64url');

/** Returns a bearer token that the gateway under test verifies. */
export const tokenOf = (role: number): string => `x.${claims(role)}.signed-${role}`;
/** A bearer token that claims a role and whose signature is invalid. */
export const forgedTokenOf = (role: number): string => `x.${claims(role)}.forged`;

export interface GatewayOptions {
  readers?: number;
  /** URLs of readers that the test itself has started, after the others. */
  otherReaders?: readonly string[];
  publicUrl?: string;
  corsOrigins?: string;
  cacheBytes?: number;
  responseMs?: number;
  bodyLimitBytes?: number;
  staleIfErrorMs?: number;
  trustedProxies?: readonly string[];
  verifyToken?: VerifyToken;
  clients?: Partial<ClientOptions>;
  connections?: number;
  maxLoopDelayMs?: number;
  /** See `ProbeOptions`; 30 s by default, as a busy machine delays responses to probes. */
  probeTimeoutMs?: number;
  metricsTokens?: readonly string[];
}

export interface GatewayUnderTest {
  origin: string;
  port: number;
  readers: FakeService[];
  /** Services by name; for news, its writer. */
  services: Record<UpstreamName, FakeService>;
  freshness: Freshness;
  cache: ResponseCache;
  upstreams: Upstreams;
  feed: { live: boolean };
  /** Routes registered in Fastify; anonymous reads of other paths are served before it. */
  registeredRoutes: readonly string[];
  /** Requests that the gateway has received and begun to handle. */
  requestCount(): number;
  drain(): void;
  get(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Time-out of connections and responses for tests of other failures: on a busy machine each may take seconds. */
const PATIENCE_MS = 60_000;

/** Waits until the probes of these instances have succeeded: on a busy machine the first may be late. */
async function untilReady({ sets }: Upstreams, origins: ReadonlySet<string>): Promise<void> {
  const own = sets.flatMap(({ instances }) => instances).filter(({ origin }) => origins.has(origin));
  await vi.waitUntil(() => own.every(({ health }) => health === 'ready'), { timeout: 30_000, interval: 10 });
}

/** Creates the real gateway in front of fake services on loopback. */
export async function aGateway(options: GatewayOptions = {}): Promise<GatewayUnderTest> {
  const { publicUrl = 'http://127.0.0.1:8080', responseMs = PATIENCE_MS, cacheBytes = 1_000_000 } = options;
  const readers: FakeService[] = [];
  for (let index = 0; index < (options.readers ?? 1); index += 1)
    readers.push(await aService(`reader-${index}`));
  const services = {} as GatewayUnderTest['services'];
  for (const { name } of UPSTREAMS) services[name] = await aService(name);
  const limits = { connectMs: PATIENCE_MS, responseMs, connections: options.connections ?? 16 };
  const upstreams = createUpstreams(
    {
      newsReaders: [...readers.map(({ origin }) => origin), ...(options.otherReaders ?? [])],
      services: byUpstream(({ name }) => services[name].origin),
    },
    limits,
  );
  const feed = { live: true };
  const freshness = createFreshness({ isLive: () => feed.live });
  const cache = new ResponseCache(cacheBytes);
  const metrics = createMetrics('gateway');
  const app = await buildApp({
    upstreams,
    cache,
    freshness,
    metrics,
    systemWatch: createSystemWatch({
      processes: watchedProcesses(upstreams),
      read: readProcess,
      readOwn: () => metrics.registry.metrics(),
      readCertificate: async () => null,
    }),
    verifyToken: options.verifyToken ?? verifyTestToken,
    publicUrl,
    serviceToken: SERVICE_TOKEN,
    metricsTokens: options.metricsTokens,
    corsOrigins: options.corsOrigins ?? '',
    trustedProxies: options.trustedProxies ?? [],
    limits,
    bodyLimitBytes: options.bodyLimitBytes ?? 1_048_576,
    uploadLimitBytes: 4_194_304,
    clients: {
      maxConnections: 1_000,
      maxConnectionsPerAddress: 0,
      maxRequestsPerAddress: 0,
      readsAtOncePerAddress: 0,
      writesPerMinute: 0,
      uploadsPerHour: 0,
      checkoutsPerMinute: 0,
      verificationsPerMinute: 0,
      orderQueriesPerMinute: 0,
      docsPerMinute: 0,
      headersMs: 15_000,
      stallMs: 30_000,
      minBytesPerSecond: 0,
      bodyMemoryBytes: 8_388_608,
      spoolBytes: 67_108_864,
      responseMemoryBytes: 33_554_432,
      ...options.clients,
    },
    // No load shedding on a busy machine; it has its own tests.
    maxLoopDelayMs: options.maxLoopDelayMs ?? 0,
    staleIfErrorMs: options.staleIfErrorMs ?? 3_600_000,
    logLevel: false,
  });
  const probes = startProbes(upstreams.sets, { timeoutMs: options.probeTimeoutMs ?? 30_000 });
  await probes.firstRound;
  await untilReady(
    upstreams,
    new Set([...readers, ...Object.values(services)].map(({ origin: own }) => own)),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  let requests = 0;
  app.server.on('request', () => (requests += 1));
  return {
    origin,
    port,
    readers,
    services,
    freshness,
    cache,
    upstreams,
    feed,
    registeredRoutes: app.registeredRoutes,
    requestCount: () => requests,
    drain: () => (app.draining = true),
    get: (path, init) => fetch(`${origin}${path}`, { redirect: 'manual', ...init }),
    async close() {
      app.server.closeAllConnections();
      await app.close();
      probes.stop();
      await upstreams.close();
      await Promise.all([...readers, ...Object.values(services)].map((service) => service.stop()));
    },
  };
}

/** Sends raw bytes and resolves with all received bytes when the server closes the connection. */
export const sendRaw = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setTimeout(10_000, () => socket.destroy(new Error('the connection was not closed in time')));
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
