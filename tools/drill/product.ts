import { inRoot } from '@vidhi/local/paths.mjs';
import { runImport } from '@vidhi/local/run-import.mjs';
import {
  startOwnProduct,
  type ImportPart,
  type OwnProduct,
  type OwnProductOptions,
} from '@vidhi/harness/own-product.ts';
import type { TcpProxy } from '@vidhi/harness/tcp-proxy.ts';
import { startServiceProxies } from './service-proxies.ts';
import { READERS, type ConfigName } from './targets.ts';

export interface ProductOptions extends Pick<
  OwnProductOptions,
  'hasProxies' | 'diskMegabytes' | 'clock' | 'leftOut' | 'ended' | 'say'
> {
  config: ConfigName;
  /**
   * Environment of every process beyond the launcher's; a process that is started again gets the values that it has then.
   */
  settings?: Record<string, string>;
}

/** The whole product on its own ports and data folder. */
export interface Product extends Pick<
  OwnProduct,
  'dataDir' | 'addresses' | 'engineUrl' | 'proxies' | 'restart' | 'copyLogs' | 'close'
> {
  gateway(): string;
  /** URLs of the processes that serve news reads. */
  newsReaders(): readonly string[];
  paymentSandbox(): string;
  /** URL of a service with little load. */
  idleService(): string;
  /** Between each service and those who call it, by process; none without proxies. */
  serviceProxies: ReadonlyMap<string, TcpProxy>;
  /** Sends new connections to a process to this port instead; null ends it. Needs proxies. */
  directTo(name: string, port: number | null): void;
  importDemo(): Promise<void>;
  importParts(parts: readonly ImportPart[]): Promise<void>;
}

export async function startProduct({ config, settings = {}, ...options }: ProductOptions): Promise<Product> {
  const { hasProxies = false } = options;
  const between = hasProxies ? await startServiceProxies(config) : null;
  const product = await startOwnProduct({
    ...options,
    name: 'drill',
    readers: READERS[config],
    addedEnv: (dataDir) => Object.assign(settings, between?.env(dataDir)),
  }).catch(async (error: unknown) => {
    await between?.close();
    throw error;
  });
  const { dataDir, addresses, ensureStaff } = product;
  return {
    ...product,
    serviceProxies: between?.byProcess ?? new Map<string, never>(),
    async close() {
      await product.close();
      await between?.close();
    },
    gateway: () => {
      const proxy = between?.byProcess.get('gateway');
      return proxy === undefined ? addresses().gateway : `http://127.0.0.1:${proxy.port}`;
    },
    directTo: (name, port) => between?.directTo(name, port),
    newsReaders: () => addresses().services.news.read,
    paymentSandbox: () => addresses().paymentSandbox,
    idleService: () => addresses().services.notify,
    async importDemo() {
      const file = inRoot('demo', 'vidhi-gazette.tar.gz');
      await runImport({ node: process.execPath, dataDir, file, onProgress: () => undefined });
      await ensureStaff();
    },
    async importParts(parts) {
      await ensureStaff();
      await product.importParts(parts);
    },
  };
}
