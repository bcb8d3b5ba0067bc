import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureDemoStaff } from '@vidhi/local/demo-staff.mjs';
import { inRoot } from '@vidhi/local/paths.mjs';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { cleanUpLeftovers } from '@vidhi/local/processes.mjs';
import { runImport } from '@vidhi/local/run-import.mjs';
import { startEngines, startServices } from '@vidhi/local/stack.mjs';
import { mountMemory, unmount } from './disk.ts';
import { createClient } from './http-exchange.ts';
import type { ImportPart } from './content.ts';
import { ENGINES, READERS, type ConfigName, type EngineName } from './targets.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

export interface ProductOptions {
  config: ConfigName;
  /** Starts a proxy in front of each engine, to cut its network. */
  hasProxies?: boolean;
  /** Stores the data on a tmpfs of this size in megabytes, which can be filled. */
  diskMegabytes?: number;
  /** Aborted when everything is to be stopped, even during the start. */
  ended: AbortSignal;
  say: (line: string) => void;
}

/** The whole product on its own ports and data folder, started by the launcher's modules. */
export interface Product {
  dataDir: string;
  gateway(): string;
  /** URLs of the processes that serve news reads. */
  newsReaders(): readonly string[];
  /** URL of a service without load. */
  idleService(): string;
  proxies: ReadonlyMap<EngineName, TcpProxy>;
  importDemo(): Promise<void>;
  importParts(parts: readonly ImportPart[]): Promise<void>;
  /** Restarts all processes on the same data. */
  restart(): Promise<void>;
  copyLogs(folder: string): void;
  /** Stops all processes by id and removes the folder. */
  close(): Promise<void>;
}

const BATCH = 500;
const IMPORT_TRIES = 8;
const IMPORT_MS = 120_000;
const MAX_STOP_ROUNDS = 5;

type Services = Awaited<ReturnType<typeof startServices>>;

/** External engines must not be killed or wiped, so their addresses in the environment are removed. */
const ownEngines = { ...process.env, KAFKA_BROKERS: '', MONGO_URL: '', REDIS_URL: '' };

/**
 * Settings that the services inherit: the drill sets visitors' IP addresses, and load shedding is off because
 * the load runs on the same machine.
 */
function setEnvironment(): void {
  process.env['TRUSTED_PROXIES'] ??= '127.0.0.1';
  process.env['MAX_LOOP_DELAY_MS'] ??= '60000';
}

/** Stops the product when this process dies. */
function startGuard(dataDir: string, isMounted: boolean): () => void {
  const guard = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'guard-process.ts'),
      dataDir,
      ...(isMounted ? ['memory'] : []),
    ],
    { detached: true, stdio: ['pipe', 'ignore', 'inherit'] },
  );
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return () => guard.stdin.end('done');
}

async function startProxies(): Promise<Map<EngineName, TcpProxy & { aim: (port: number) => void }>> {
  const proxies = new Map<EngineName, TcpProxy & { aim: (port: number) => void }>();
  for (const name of ENGINES) {
    let enginePort = 0;
    const target = () => ({ host: '127.0.0.1', port: enginePort });
    const proxy = await startTcpProxy({ port: await anyFreePort(), target });
    proxies.set(name, Object.assign(proxy, { aim: (port: number) => void (enginePort = port) }));
  }
  return proxies;
}

export async function startProduct(options: ProductOptions): Promise<Product> {
  const { config, hasProxies = false, diskMegabytes, ended, say } = options;
  setEnvironment();
  const dataDir = mkdtempSync(join(tmpdir(), 'vidhi-drill-'));
  const isMounted = diskMegabytes !== undefined;
  if (isMounted) await mountMemory(dataDir, diskMegabytes);
  const dismissGuard = startGuard(dataDir, isMounted);
  const proxies = hasProxies ? await startProxies() : new Map<EngineName, never>();
  let services: Services | undefined;
  let stopping: (() => Promise<unknown>)[] = [];

  async function start(): Promise<void> {
    const ending = new AbortController();
    stopping = [async () => ending.abort()];
    const started = {
      dataDir,
      say,
      ending: AbortSignal.any([ending.signal, ended]),
      onStarting: (stop: () => Promise<void>) => void stopping.splice(1, 0, stop),
    };
    const { addresses } = await startEngines({
      ...started,
      env: ownEngines,
      kafkaAdvertisedPort: proxies.get('kafka')?.port,
    });
    services = await startServices({
      ...started,
      node: process.execPath,
      readers: READERS[config],
      logLevel: 'info',
      engines: throughProxies(addresses),
    });
  }

  function throughProxies(addresses: Record<EngineName, string>): Record<EngineName, string> {
    const seen = { ...addresses };
    for (const [name, proxy] of proxies) {
      const url = new URL(name === 'kafka' ? `kafka://${addresses.kafka}` : addresses[name]);
      proxy.aim(Number(url.port));
      url.port = String(proxy.port);
      seen[name] = name === 'kafka' ? url.host : url.href;
    }
    return seen;
  }

  /** Stops the rest even after an error: processes unknown to the launcher are found by their pid files. */
  async function stop(): Promise<void> {
    const steps = stopping;
    stopping = [];
    const failures: unknown[] = [];
    for (const step of steps) await step().catch((error: unknown) => failures.push(error));
    for (let round = 0; round < MAX_STOP_ROUNDS; round += 1)
      if ((await cleanUpLeftovers(join(dataDir, 'run'))).length === 0) break;
    if (failures.length > 0) say(`stopping: ${String(failures[0])}`);
  }

  async function close(): Promise<void> {
    await stop();
    for (const proxy of proxies.values()) await proxy.close();
    if (isMounted) await unmount(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
    dismissGuard();
  }

  async function importBatch(part: ImportPart, items: ImportPart['items']): Promise<void> {
    const { serviceToken, services: at } = services ?? raise('the product does not run');
    const origin = part.service === 'news' ? at.news.write : at.catalog;
    const client = createClient(origin, IMPORT_MS);
    try {
      for (let attempt = 1; ; attempt += 1) {
        const { status, body, error } = await client(`/internal/import/${part.type}`, {
          method: 'POST',
          headers: { 'x-service-token': serviceToken },
          body: { items, origin: { site: 'drill.example', demo: false } },
        });
        if (status === 200) {
          // `unchanged` counts those of an earlier attempt without response.
          const { imported, unchanged } = JSON.parse(body) as { imported: number; unchanged: number };
          if (imported + unchanged !== items.length)
            throw new Error(`${part.type} was not imported: ${body}`);
          return;
        }
        if (attempt === IMPORT_TRIES) throw new Error(`${part.type} was not imported: ${error ?? body}`);
        await delay(250 * attempt);
      }
    } finally {
      client.close();
    }
  }

  async function ensureStaff(): Promise<void> {
    const { serviceToken, services: at } = services ?? raise('the product does not run');
    await ensureDemoStaff({ accountsUrl: at.accounts, serviceToken });
  }

  try {
    mkdirSync(join(dataDir, 'run'), { recursive: true });
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dataDir,
    gateway: () => services?.gateway ?? raise('the product does not run'),
    newsReaders: () => services?.services.news.read ?? raise('the product does not run'),
    idleService: () => services?.services.payments ?? raise('the product does not run'),
    proxies,
    async importDemo() {
      const file = inRoot('demo', 'vidhi-gazette.tar.gz');
      await runImport({ node: process.execPath, dataDir, file, onProgress: () => undefined });
      await ensureStaff();
    },
    async importParts(parts) {
      await ensureStaff();
      for (const part of parts)
        for (let from = 0; from < part.items.length; from += BATCH)
          await importBatch(part, part.items.slice(from, from + BATCH));
    },
    async restart() {
      await stop();
      await start();
    },
    copyLogs: (folder) => cpSync(join(dataDir, 'logs'), folder, { recursive: true }),
    close,
  };
}

function raise(message: string): never {
  throw new Error(message);
}
