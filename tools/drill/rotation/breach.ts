import { createHmac } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import {
  createClient,
  type Client,
  type Exchange,
  type ExchangeOptions,
} from '@vidhi/harness/http-exchange.ts';
import { withDatabase } from '@vidhi/local/services.mjs';
import { startEngines } from '@vidhi/local/stack.mjs';
import type { Product } from '../product.ts';

/** Collections of accounts that docs/breach.md empties. */
export const EMPTIED = ['sessions', 'signing_keys', 'mail_requests'] as const;

const AGAIN_MS = 250;
const REQUEST_MS = 5_000;
/** A running service accepts the former keys for ten minutes; a site that was stopped must not accept them at all. */
const REJECTED_MS = 300_000;

/** A stolen credential, and a request with it. */
export interface Stolen {
  name: string;
  use: () => Promise<Exchange>;
  /** Statuses of a rejection. */
  rejections: readonly number[];
}

/** Result for one stolen credential. */
export interface BreachRow {
  name: string;
  /** Status before the runbook, which must not be a rejection. */
  before: number | null;
  /** Seconds from the stop of the site until it was rejected; null: never. */
  seconds: number | null;
  /** Uses that were accepted after the stop. */
  accepted: number;
}

export interface StolenFrom {
  client: Client;
  product: Product;
  origin: string;
  accessToken: string;
  sessionCookie: string;
  serviceToken: string;
  scrapeToken: string;
  webhookSecret: string;
}

/** Requests of an intruder who has read everything. None of them changes anything. */
export function stolenThings(from: StolenFrom): Stolen[] {
  const { client, product, origin, accessToken, sessionCookie, serviceToken, scrapeToken } = from;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const webhook = JSON.stringify({ event: 'none' });
  const at = (url: () => string, path: string, options: ExchangeOptions) => async (): Promise<Exchange> => {
    const direct = createClient(url(), REQUEST_MS);
    return direct(path, options).finally(() => direct.close());
  };
  const { services } = product.addresses();
  const withToken = (name: string, path: string, options: ExchangeOptions = {}): Stolen => ({
    name: `access token at ${name}`,
    use: () => client(path, { ...options, headers: bearer(accessToken) }),
    rejections: [401, 403],
  });
  return [
    withToken('accounts', '/api/users/me'),
    withToken('news', '/api/posts', { method: 'POST', body: { data: {} } }),
    withToken('catalog', '/api/books', { method: 'POST', body: { data: {} } }),
    withToken('cart-orders', '/api/orders/reconciliation'),
    {
      name: 'cookie of a session',
      use: () => client('/api/auth/refresh', { method: 'POST', headers: { origin, cookie: sessionCookie } }),
      rejections: [401],
    },
    {
      name: 'service token at accounts',
      use: at(() => services.accounts, `/internal/mail-requests/${'a'.repeat(26)}`, {
        method: 'POST',
        headers: { 'x-service-token': serviceToken },
        body: {},
      }),
      rejections: [401, 403],
    },
    {
      name: 'metrics token',
      use: () => client('/metrics', { headers: bearer(scrapeToken) }),
      rejections: [401, 403, 404],
    },
    {
      name: 'webhook secret',
      use: () =>
        client('/api/payment/webhook', {
          method: 'POST',
          headers: {
            'x-razorpay-event-id': 'stolen',
            'x-razorpay-signature': createHmac('sha256', from.webhookSecret).update(webhook).digest('hex'),
          },
          body: { event: 'none' },
        }),
      rejections: [401],
    },
  ];
}

/** Returns whether the site has accepted the credential, whatever it said about the rest of the request. */
export const isAccepted = ({ status }: Pick<Exchange, 'status'>, rejections: readonly number[]): boolean =>
  status !== null && status < 500 && status !== 429 && !rejections.includes(status);

/** Repeats the request with a stolen credential until it is rejected. */
async function untilRejected(
  { name, use, rejections }: Stolen,
  { before, stoppedAt }: { before: number | null; stoppedAt: number },
  ended: AbortSignal,
): Promise<BreachRow> {
  let accepted = 0;
  for (const end = stoppedAt + REJECTED_MS; Date.now() < end && !ended.aborted; await delay(AGAIN_MS)) {
    const exchange = await use();
    if (isAccepted(exchange, rejections)) accepted += 1;
    if (exchange.status !== null && rejections.includes(exchange.status))
      return { name, before, accepted, seconds: (exchange.endedAt - stoppedAt) / 1_000 };
  }
  return { name, before, accepted, seconds: null };
}

/** Step 4 of section 3, while the services are stopped. The engines of the site are down too, and started for it. */
async function emptyAccounts(
  dataDir: string,
  ended: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  const env = { ...process.env, KAFKA_BROKERS: '', MONGO_URL: '', REDIS_URL: '' };
  const engines = await startEngines({ dataDir, env, say, ending: ended });
  try {
    const connection = await connectMongo(withDatabase(engines.addresses.mongo, 'vidhi_accounts'));
    for (const name of EMPTIED) await connection.collection(name).deleteMany({});
    await connection.close();
  } finally {
    await engines.stop();
  }
}

function removeFiles(dataDir: string): void {
  rmSync(join(dataDir, 'service-token'), { force: true });
  const run = join(dataDir, 'run');
  for (const name of readdirSync(run).filter((file) => /^jwks-.*\.json$/.test(file))) rmSync(join(run, name));
}

export interface BreachOptions {
  product: Product;
  stolen: readonly Stolen[];
  /** Changes the other secrets in the environment of the site. */
  changeSettings: () => void;
  ended: AbortSignal;
  say: (line: string) => void;
}

/** Executes section 3 of docs/breach.md, and uses the stolen credentials from the stop until they are rejected. */
export async function runBreach(options: BreachOptions): Promise<{ rows: BreachRow[]; downSeconds: number }> {
  const { product, stolen, changeSettings, ended, say } = options;
  const before = await Promise.all(stolen.map(async ({ use }) => (await use()).status));
  const startedAt = Date.now();
  let pending: Promise<BreachRow>[] = [];
  await product.restart(async () => {
    const stoppedAt = Date.now();
    pending = stolen.map((each, index) =>
      untilRejected(each, { before: before[index] ?? null, stoppedAt }, ended),
    );
    changeSettings();
    removeFiles(product.dataDir);
    await emptyAccounts(product.dataDir, ended, say);
  });
  const downSeconds = (Date.now() - startedAt) / 1_000;
  return { rows: await Promise.all(pending), downSeconds };
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export function breachTable(rows: readonly BreachRow[]): string {
  const HEAD = ['Stolen', 'Status before', 'Rejected after s', 'Accepted since the stop'];
  return [
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...rows.map(({ name, before, seconds, accepted }) =>
      line([name, String(before ?? 'none'), seconds?.toFixed(1) ?? 'never', String(accepted)]),
    ),
  ].join('\n');
}

/** Returns whether every credential was usable before, and none was accepted once the site had stopped. */
export const isContained = (rows: readonly BreachRow[], stolen: readonly Stolen[]): boolean =>
  rows.every(
    ({ before, seconds, accepted }, index) =>
      isAccepted({ status: before }, stolen[index]?.rejections ?? []) && seconds !== null && accepted === 0,
  );
