import { upstreamVariables } from '@vidhi/contracts/services.mjs';
import { startTcpProxy, type TcpProxy } from '@vidhi/harness/tcp-proxy.ts';
import { anyFreePort, readRecordedPorts } from '@vidhi/local/ports.mjs';
import { networkTargetsOf, readersOf, type ConfigName } from './targets.ts';

/** Proxies in front of services, to cut the network between them and everybody who calls them. */
export interface ServiceProxies {
  byProcess: ReadonlyMap<string, TcpProxy>;
  /** Sends new connections to this port; null for that of the launcher's process. */
  directTo(name: string, port: number | null): void;
  /** Settings by which processes call the proxies. `dataDir` names the product behind them. */
  env: (dataDir: string) => Record<string, string>;
  close(): Promise<void>;
}

export async function startServiceProxies(config: ConfigName): Promise<ServiceProxies> {
  let dataDir = '';
  const directed = new Map<string, number>();
  const byProcess = new Map<string, TcpProxy>();
  for (const name of [...networkTargetsOf(config), 'gateway']) {
    const target = () => ({
      host: '127.0.0.1',
      port: directed.get(name) ?? readRecordedPorts(dataDir)[name] ?? 0,
    });
    byProcess.set(name, await startTcpProxy({ port: await anyFreePort(), target }));
  }
  const addressOf = (name: string): string => `http://127.0.0.1:${byProcess.get(name)?.port ?? 0}`;
  const readers = readersOf(config);
  const newsReaders = (readers.length === 0 ? ['news'] : readers).map(addressOf).join(',');
  return {
    byProcess,
    directTo(name, port) {
      if (port === null) directed.delete(name);
      else directed.set(name, port);
    },
    env(productDir) {
      dataDir = productDir;
      return {
        ...upstreamVariables(({ name }) => addressOf(name)),
        NEWS_READ_URLS: newsReaders,
        API_URL: newsReaders,
        // As a provider reaches a site.
        RAZORPAY_WEBHOOK_URL: `${addressOf('gateway')}/api/payment/webhook`,
      };
    },
    async close() {
      for (const proxy of byProcess.values()) await proxy.close();
    },
  };
}
