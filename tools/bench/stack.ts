import { createServer, type AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { upstreamVariables } from '@vidhi/contracts/services.mjs';
import { startKafka } from '@vidhi/local/kafka.mjs';
import { startBenchProcess, type BenchProcess } from './processes/bench-process.ts';

export interface ReaderState {
  rssBytes: number;
  cpuMicroseconds: number;
}

export interface Served {
  origin: string;
  process: BenchProcess;
}

/** A site: its reader, and the gateway in front of it. */
export interface Site {
  loadedMs: number;
  reader: Served;
  gateway: Served;
  readerState(): Promise<ReaderState>;
  stop(): Promise<void>;
}

/** Kind of the reader and number of documents. */
export interface SiteOrder {
  reader: 'reader' | 'catalog-reader';
  size: readonly number[];
}

/**
 * Shared by all measurements. All processes listen on loopback and use one temporary folder, which `close`
 * deletes.
 */
export interface Stack {
  load: BenchProcess;
  startSite(order: SiteOrder): Promise<Site>;
  startReadyBuffer(body: Buffer): Promise<Served>;
  startBareHop(upstream: string): Promise<Served>;
  close(): Promise<void>;
}

const READY_MS = 60_000;
const POLL_MS = 50;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

const originOf = (process: BenchProcess): string => `http://127.0.0.1:${process.firstMessage['port']}`;

/** Waits until it is ready and consumes events: before that it caches for less than a second. */
async function untilFollowing(origin: string, serviceToken: string, tail: () => string): Promise<void> {
  let state = '';
  for (const end = Date.now() + READY_MS; Date.now() < end; await delay(POLL_MS)) {
    const metrics = await fetch(`${origin}/metrics`, {
      headers: { 'x-service-token': serviceToken },
    }).then(
      (response) => response.text(),
      () => '',
    );
    const ready = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    state = ready ? 'it does not consume the topics' : 'it is not ready';
    if (ready && /^vidhi_gateway_cache_following\{[^}]*\} 1$/m.test(metrics)) return;
  }
  throw new Error(`the gateway did not start in time: ${state}\n${tail()}`);
}

export async function openStack(engineDir: string): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), 'vidhi-bench-'));
  const running = new Set<() => Promise<void>>();
  const suffix = `.bench${randomBytes(4).toString('hex')}`;
  const logFile = join(folder, 'kafka.log');
  const close = async (): Promise<void> => {
    for (const stop of [...running].toReversed()) await stop();
    rmSync(folder, { recursive: true, force: true });
  };

  async function start(
    name: string,
    options?: Parameters<typeof startBenchProcess>[1],
  ): Promise<BenchProcess> {
    const process = await startBenchProcess(name, options);
    const stop = async (): Promise<void> => {
      running.delete(stop);
      await process.stop();
    };
    running.add(stop);
    return { ...process, stop };
  }

  try {
    // Its own Kafka even if there is an external one, because the topics created here would remain.
    const env = { ...process.env, KAFKA_BROKERS: '' };
    const kafka = await startKafka({ dataDir: folder, engineDir, logFile, env });
    running.add(() => kafka.stop());
    const load = await start('load');

    async function startGateway(kind: SiteOrder['reader'], reader: string): Promise<Served> {
      const port = await freePort();
      const serviceToken = randomBytes(32).toString('hex');
      const elsewhere = 'http://127.0.0.1:9';
      const process = await start('gateway', {
        sendsMessages: false,
        env: {
          NODE_ENV: 'production',
          HOST: '127.0.0.1',
          PORT: String(port),
          LOG_LEVEL: 'warn',
          KAFKA_BROKERS: kafka.brokers,
          TOPIC_SUFFIX: suffix,
          SERVICE_TOKEN: serviceToken,
          // The gateway is ready when a news reader is; here the only reader takes its place.
          NEWS_READ_URLS: reader,
          READS_AT_ONCE_PER_ADDRESS: '0',
          WRITES_PER_MINUTE: '0',
          UPLOADS_PER_HOUR: '0',
          CHECKOUTS_PER_MINUTE: '0',
          VERIFICATIONS_PER_MINUTE: '0',
          ...upstreamVariables(({ name }) =>
            name === 'catalog' && kind === 'catalog-reader' ? reader : elsewhere,
          ),
        },
      });
      const origin = `http://127.0.0.1:${port}`;
      await untilFollowing(origin, serviceToken, process.tail);
      return { origin, process };
    }

    return {
      load,
      close,
      async startSite({ reader: kind, size }) {
        const process = await start(kind, {
          args: [...size.map(String), mkdtempSync(join(folder, 'reader-'))],
          env: { NODE_ENV: 'production' },
        });
        const reader = { origin: originOf(process), process };
        const gateway = await startGateway(kind, reader.origin);
        return {
          loadedMs: process.firstMessage['loadedMs'] ?? 0,
          reader,
          gateway,
          readerState: () => process.request<ReaderState>({ what: 'state' }),
          async stop() {
            await gateway.process.stop();
            await process.stop();
          },
        };
      },
      async startReadyBuffer(body) {
        const file = join(folder, `body-${randomBytes(4).toString('hex')}`);
        writeFileSync(file, body);
        const process = await start('ready-buffer', { args: [file], env: { NODE_ENV: 'production' } });
        return { origin: originOf(process), process };
      },
      async startBareHop(upstream) {
        const process = await start('bare-hop', { args: [upstream], env: { NODE_ENV: 'production' } });
        return { origin: originOf(process), process };
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
