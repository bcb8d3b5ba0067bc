import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { ensureDemoStaff } from '@vidhi/local/demo-staff.mjs';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { cleanUpLeftovers } from '@vidhi/local/processes.mjs';
import { startEngines, startServices } from '@vidhi/local/stack.mjs';
import { mountMemory, unmount } from './disk.ts';
import { ENGINES, type EngineName } from './engines.ts';
import { createClient } from './http-exchange.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

type ServiceOptions = Parameters<typeof startServices>[0];
type Services = Awaited<ReturnType<typeof startServices>>;

/** Documents of one type for the import endpoint of the service that owns them. */
export interface ImportPart {
  service: 'news' | 'catalog';
  type: string;
  items: StoredDocument[];
}

export interface OwnProductOptions extends Pick<ServiceOptions, 'readers' | 'leftOut' | 'clock'> {
  /** Names the folder of its data. */
  name: string;
  /** Added to the environment of each process. */
  addedEnv?: (dataDir: string) => Record<string, string>;
  /** Starts a proxy in front of each engine, to cut its network. */
  hasProxies?: boolean;
  /** Stores the data on a tmpfs of this size in megabytes, which can be filled. */
  diskMegabytes?: number;
  /** Aborted when everything is to be stopped, even during the start. */
  ended: AbortSignal;
  say: (line: string) => void;
}

/** The whole product on its own ports and data folder, started by the launcher's modules. */
export interface OwnProduct {
  dataDir: string;
  /** Addresses of its processes; throws while it does not run. */
  addresses(): Pick<
    Services,
    'gateway' | 'services' | 'mailInbox' | 'paymentSandbox' | 'publicUrl' | 'serviceToken'
  >;
  /** URL of an engine, past its proxy. */
  engineUrl(name: EngineName): string;
  proxies: ReadonlyMap<EngineName, TcpProxy>;
  ensureStaff(): Promise<void>;
  importParts(parts: readonly ImportPart[]): Promise<void>;
  /** Restarts all processes on the same data; calls `whileStopped` in between. */
  restart(whileStopped?: () => Promise<void>): Promise<void>;
  copyLogs(folder: string): void;
  /** Stops all processes by id and removes the folder. */
  close(): Promise<void>;
}

const BATCH = 500;
const IMPORT_TRIES = 8;
const IMPORT_MS = 120_000;
const MAX_STOP_ROUNDS = 5;

/** External engines must not be killed or wiped, so their addresses in the environment are removed. */
const ownEngines = { ...process.env, KAFKA_BROKERS: '', MONGO_URL: '', REDIS_URL: '' };

/**
 * Settings that the services inherit: the harness sets visitors' IP addresses, and load shedding is off because
 * the load runs on the same machine.
 */
function setEnvironment(): void {
  process.env['TRUSTED_PROXIES'] ??= '127.0.0.1';
  process.env['MAX_LOOP_DELAY_MS'] ??= '0';
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

type AimedProxy = TcpProxy & { aim: (port: number) => void };

async function startProxies(): Promise<Map<EngineName, AimedProxy>> {
  const proxies = new Map<EngineName, AimedProxy>();
  for (const name of ENGINES) {
    let enginePort = 0;
    const target = () => ({ host: '127.0.0.1', port: enginePort });
    const proxy = await startTcpProxy({ port: await anyFreePort(), target });
    proxies.set(name, Object.assign(proxy, { aim: (port: number) => void (enginePort = port) }));
  }
  return proxies;
}

export async function startOwnProduct(options: OwnProductOptions): Promise<OwnProduct> {
  const { name, hasProxies = false, diskMegabytes, ended, say, clock, leftOut, addedEnv, readers } = options;
  setEnvironment();
  const dataDir = mkdtempSync(join(tmpdir(), `vidhi-${name}-`));
  const isMounted = diskMegabytes !== undefined;
  if (isMounted) await mountMemory(dataDir, diskMegabytes);
  const dismissGuard = startGuard(dataDir, isMounted);
  const proxies = hasProxies ? await startProxies() : new Map<EngineName, never>();
  let services: Services | undefined;
  let engines: Record<EngineName, string> = { kafka: '', redis: '', mongo: '' };
  let stopping: (() => Promise<unknown>)[] = [];

  async function start(): Promise<void> {
    const ending = new AbortController();
    stopping = [async () => ending.abort()];
    const started = {
      dataDir,
      say,
      ending: AbortSignal.any([ending.signal, ended]),
      onStarting: (stop: () => Promise<void>) => void stopping.splice(1, 0, stop),
      ...(clock === undefined ? {} : { clock }),
    };
    const { addresses } = await startEngines({
      ...started,
      env: ownEngines,
      kafkaAdvertisedPort: proxies.get('kafka')?.port,
    });
    engines = addresses;
    services = await startServices({
      ...started,
      node: process.execPath,
      logLevel: 'info',
      engines: throughProxies(addresses),
      ...(readers === undefined ? {} : { readers }),
      ...(leftOut === undefined ? {} : { leftOut }),
      ...(addedEnv === undefined ? {} : { addedEnv: addedEnv(dataDir) }),
    });
  }

  function throughProxies(addresses: Record<EngineName, string>): Record<EngineName, string> {
    const seen = { ...addresses };
    for (const [engine, proxy] of proxies) {
      const url = new URL(engine === 'kafka' ? `kafka://${addresses.kafka}` : addresses[engine]);
      proxy.aim(Number(url.port));
      url.port = String(proxy.port);
      seen[engine] = engine === 'kafka' ? url.host : url.href;
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

  function running(): Services {
    if (services === undefined) throw new Error('the product does not run');
    return services;
  }

  async function importBatch(part: ImportPart, items: ImportPart['items']): Promise<void> {
    const { serviceToken, services: at } = running();
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

  try {
    mkdirSync(join(dataDir, 'run'), { recursive: true });
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dataDir,
    addresses: running,
    engineUrl: (engine) => engines[engine],
    proxies,
    async ensureStaff() {
      const { serviceToken, services: at } = running();
      await ensureDemoStaff({ accountsUrl: at.accounts, serviceToken });
    },
    async importParts(parts) {
      for (const part of parts)
        for (let from = 0; from < part.items.length; from += BATCH)
          await importBatch(part, part.items.slice(from, from + BATCH));
    },
    async restart(whileStopped) {
      await stop();
      await whileStopped?.();
      await start();
    },
    copyLogs: (folder) => cpSync(join(dataDir, 'logs'), folder, { recursive: true }),
    close,
  };
}
