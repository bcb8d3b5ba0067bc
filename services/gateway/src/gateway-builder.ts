import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { buildApp } from './app.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { createFreshness, type Freshness } from './cache/freshness.ts';
import { createUpstreams } from './upstreams/upstreams.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
}

/** A real server that stands for a service; `answer` may be replaced at any time. */
export interface FakeService {
  origin: string;
  received: Received[];
  answer: Handler;
  stop(): Promise<void>;
  /** Listens again where it listened before. */
  restart(): Promise<void>;
}

const sayName =
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
    answer: sayName(name),
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
        service.received.push({ method, url, headers });
        service.answer(request, response);
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

const NAMES = ['newsWriter', 'catalog', 'accounts', 'cartOrders', 'payments', 'notify', 'web'] as const;

export interface GatewayOptions {
  readers?: number;
  publicUrl?: string;
  corsOrigins?: string;
  cacheBytes?: number;
  answerMs?: number;
  bodyLimitBytes?: number;
  trustedProxies?: readonly string[];
}

export interface GatewayUnderTest {
  origin: string;
  port: number;
  readers: FakeService[];
  services: Record<(typeof NAMES)[number], FakeService>;
  freshness: Freshness;
  cache: ResponseCache;
  feed: { live: boolean };
  drain(): void;
  get(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** The gateway as it runs, in front of services that are real servers on loopback. */
export async function aGateway(options: GatewayOptions = {}): Promise<GatewayUnderTest> {
  const { publicUrl = 'http://127.0.0.1:8080', answerMs = 5_000, cacheBytes = 1_000_000 } = options;
  const readers: FakeService[] = [];
  for (let index = 0; index < (options.readers ?? 1); index += 1)
    readers.push(await aService(`reader-${index}`));
  const services = {} as GatewayUnderTest['services'];
  for (const name of NAMES) services[name] = await aService(name);
  const limits = { connectMs: 1_000, answerMs, connections: 16 };
  const addresses = Object.fromEntries(NAMES.map((name) => [name, services[name].origin])) as Record<
    (typeof NAMES)[number],
    string
  >;
  const upstreams = createUpstreams(
    { ...addresses, newsReaders: readers.map(({ origin }) => origin) },
    limits,
  );
  const feed = { live: true };
  const freshness = createFreshness({ isLive: () => feed.live });
  const cache = new ResponseCache(cacheBytes);
  const app = await buildApp({
    upstreams,
    cache,
    freshness,
    metrics: createMetrics('gateway'),
    publicUrl,
    serviceToken: 's'.repeat(32),
    corsOrigins: options.corsOrigins ?? '',
    trustedProxies: options.trustedProxies ?? [],
    limits,
    bodyLimitBytes: options.bodyLimitBytes ?? 1_048_576,
    uploadLimitBytes: 4_194_304,
    maxLoopDelayMs: 200,
    readyReaders: () => readers.length,
    logLevel: false,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    port,
    readers,
    services,
    freshness,
    cache,
    feed,
    drain: () => (app.draining = true),
    get: (path, init) => fetch(`${origin}${path}`, { redirect: 'manual', ...init }),
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await upstreams.close();
      await Promise.all([...readers, ...Object.values(services)].map((service) => service.stop()));
    },
  };
}

/** Sends bytes as they are and resolves all that comes back, until the other side ends the connection. */
export const sendRaw = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setTimeout(10_000, () => socket.destroy(new Error('no end in time')));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
