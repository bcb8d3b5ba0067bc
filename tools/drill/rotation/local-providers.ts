import { join } from 'node:path';
import { createClient } from '@vidhi/harness/http-exchange.ts';
import { EngineError } from '@vidhi/local/engine-error.mjs';
import { startMinio } from '@vidhi/local/minio.mjs';
import { inRoot } from '@vidhi/local/paths.mjs';
import { exchange } from '@vidhi/local/socket-exchange.mjs';
import type { Product } from '../product.ts';
import { minioUsers } from './minio-users.ts';
import type { Providers } from './rotations.ts';

const LOOPBACK = '127.0.0.1';
const REQUEST_MS = 15_000;
const LINE_END = '\r\n';

/** The mail server, card provider and Redis of the drill's own site. */
export interface LocalProviders extends Providers {
  scrapeToken(): string;
  close(): void;
}

/** Starts MinIO beside the site, which stops it by its pid file. Null, after the reason, when there is none. */
async function startStorage(dataDir: string, say: (line: string) => void): Promise<Providers['storage']> {
  try {
    const minio = await startMinio({
      dataDir,
      engineDir: inRoot('.engines'),
      logFile: join(dataDir, 'logs', 'minio.log'),
    });
    return { url: minio.url, ...minioUsers(minio) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    say(error.sentence);
    return null;
  }
}

export async function connectProviders(
  product: Pick<Product, 'addresses' | 'dataDir' | 'engineUrl' | 'proxies'>,
  { firstScrapeToken, say }: { firstScrapeToken: string; say: (line: string) => void },
): Promise<LocalProviders> {
  const { mailInbox, paymentSandbox } = product.addresses();
  const inbox = createClient(mailInbox, REQUEST_MS);
  const provider = createClient(paymentSandbox, REQUEST_MS);
  const { port: smtpPort } = JSON.parse((await inbox('/smtp')).body) as { port: number };
  let scrapeToken = firstScrapeToken;

  async function change(sent: ReturnType<typeof inbox>): Promise<void> {
    const { path, status, body, error } = await sent;
    if (status !== 204) throw new Error(`${path}: ${error ?? body}`);
  }

  /** Sends one command past the proxy, as the user of the start. */
  async function commandRedis(command: string): Promise<void> {
    const { hostname, port } = new URL(product.engineUrl('redis'));
    const reply = await exchange({
      host: hostname,
      port: Number(port),
      request: Buffer.from(`${command}${LINE_END}`),
      isComplete: (bytes) => bytes.toString('latin1').includes(LINE_END),
    });
    if (!/^[+:]/.test(reply.toString('latin1'))) throw new Error(`Redis: ${reply.toString('latin1')}`);
  }

  return {
    storage: await startStorage(product.dataDir, say),
    addMailUser: (name, password) => change(inbox(`/users/${name}`, { method: 'PUT', body: { password } })),
    removeMailUser: (name) => change(inbox(`/users/${name}`, { method: 'DELETE' })),
    smtpUrl: (name, password) => `smtp://${name}:${password}@${LOOPBACK}:${smtpPort}`,
    setWebhookSecret: (secret) =>
      change(provider('/control/webhook-secret', { method: 'POST', body: { secret } })),
    addRedisUser: (name, password) => commandRedis(`ACL SETUSER ${name} reset on >${password} ~* &* +@all`),
    removeRedisUser: (name) => commandRedis(`ACL DELUSER ${name}`),
    redisUrl: (name, password) =>
      `redis://${name}:${password}@${LOOPBACK}:${product.proxies.get('redis')?.port ?? 0}`,
    setScrapeToken: async (token) => void (scrapeToken = token),
    scrapeToken: () => scrapeToken,
    close() {
      inbox.close();
      provider.close();
    },
  };
}
