import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInstance, type Instance } from './instance.ts';

/** A real HTTP server on loopback in place of one process of a service. */
export interface FakeInstance {
  origin: string;
  /** Paths requested, probes left out. */
  received: string[];
  probes: number;
  /** Handles everything but probes; may be replaced at any time. */
  handle: RequestListener;
  /** Status of `/readyz`; null leaves probes without response. */
  readyStatus: number | null;
  readyDelayMs: number;
  /** Neither requests nor probes get a response until it is continued, as after SIGSTOP. */
  suspend(): void;
  /** Responds to everything that has arrived meanwhile. */
  resume(): void;
  stop(): Promise<void>;
  restart(): Promise<void>;
}

/** Starts a fake instance, which responds 200 with its origin. Stop it after the test. */
export async function aFakeInstance(): Promise<FakeInstance> {
  let server: Server;
  let backlog: (() => void)[] | null = null;
  const fake: FakeInstance = {
    origin: '',
    received: [],
    probes: 0,
    handle: (_request, response) => response.end(fake.origin),
    readyStatus: 200,
    readyDelayMs: 0,
    suspend: () => (backlog ??= []),
    resume() {
      const suspended = backlog ?? [];
      backlog = null;
      for (const respondNow of suspended) respondNow();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    restart: () => listen(Number(new URL(fake.origin).port)),
  };
  const respond: RequestListener = (request, response) => {
    if (request.url !== '/readyz') {
      fake.received.push(request.url ?? '');
      fake.handle(request, response);
      return;
    }
    fake.probes += 1;
    const { readyStatus } = fake;
    if (readyStatus !== null) setTimeout(() => response.writeHead(readyStatus).end(), fake.readyDelayMs);
  };
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server = createServer((request, response) => {
        if (backlog === null) respond(request, response);
        else backlog.push(() => respond(request, response));
      });
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        fake.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        resolve();
      });
    });
  await listen(0);
  return fake;
}

/** Creates an instance for tests that send no requests. */
export function anInstance(overrides: Partial<Instance> = {}): Instance {
  return Object.assign(
    createInstance('http://127.0.0.1:9', { connectMs: 1_000, responseMs: 1_000, connections: 1 }),
    overrides,
  );
}
