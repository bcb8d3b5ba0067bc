import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mongoose';
import { expect, vi } from 'vitest';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { ensureTopics } from '@vidhi/messaging/topics.ts';
import { freshDatabase, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import { createTokenMaker, serveKeys, type TokenMaker } from '@vidhi/testing/tokens.ts';

const ROOT = join(import.meta.dirname, '../../..');
export const SERVICE_TOKEN = 'a-service-token-of-32-characters!';
export const RAZORPAY = {
  RAZORPAY_KEY_ID: 'rzp_test_sandbox',
  RAZORPAY_KEY_SECRET: 'a-key-secret-of-some-length',
  RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret-of-some-length',
};
export const ADDRESS = {
  name: 'Asha Rao',
  phone: '9000000000',
  email: 'asha@example.in',
  address: '1 MG Road, Pune',
  pincode: '411001',
};
export const POLL = { timeout: 300_000, interval: 100 };

export type Json = Record<string, unknown>;
export type Headers = Record<string, string>;
export interface SiteResponse {
  status: number;
  body: Json;
  location: string | null;
}
type ServiceName = 'payments' | 'carts' | 'sandbox';

export interface PurchaseSite {
  tokens: TokenMaker;
  connections: Record<'payments' | 'carts', Connection>;
  urlOf(service: ServiceName): string;
  start(service: 'payments' | 'carts'): Promise<void>;
  kill(service: 'payments' | 'carts'): Promise<void>;
  get(service: ServiceName, path: string, headers?: Headers): Promise<SiteResponse>;
  post(service: ServiceName, path: string, body: unknown, headers?: Headers): Promise<SiteResponse>;
  put(service: ServiceName, path: string, body: unknown, headers?: Headers): Promise<SiteResponse>;
  /** Repeats a request that a slow machine responds to with 503, as clients do. */
  postUntilAvailable: PurchaseSite['post'];
  publishBook(id: number, rev: number, fields?: object): Promise<void>;
  publishUser(id: number, fields: object): Promise<void>;
  purchases: Purchases;
  end(): Promise<void>;
}

/** Payments and cart-orders as processes between the payment sandbox and their engines, with books 1 and 2. */
export async function startPurchaseSite(
  paymentsEnv: Record<string, string> = {},
  sandboxEnv: Record<string, string> = {},
  cartsEnv: Record<string, string> = {},
): Promise<PurchaseSite> {
  const suffix = freshTopicSuffix();
  const databases = { carts: freshDatabase('carts'), payments: freshDatabase('payments') };
  const folder = await mkdtemp(join(tmpdir(), 'vidhi-purchase-'));
  const tokens = await createTokenMaker();
  const keys = await serveKeys(tokens.jwks);
  const ports = { payments: await anyFreePort(), carts: await anyFreePort() };
  const shared = {
    KAFKA_BROKERS: testEngines().kafkaBrokers,
    JWKS_URL: keys.url,
    SERVICE_TOKEN,
    TOPIC_SUFFIX: suffix,
    // The first bill loads the fonts, which takes long beside other work.
    HANDLER_TIMEOUT_MS: '60000',
  };
  const sandbox = await startServiceProcess({
    script: join(ROOT, 'infra/sandbox/src/payments/server.ts'),
    env: {
      ...RAZORPAY,
      DATA_DIR: join(folder, 'sandbox'),
      RAZORPAY_WEBHOOK_URL: `http://127.0.0.1:${ports.payments}/api/payment/webhook`,
      WEBHOOK_RETRY_MS: '100',
      REFUND_SETTLE_MS: '100',
      ...sandboxEnv,
    },
  });
  const started: Record<ServiceName, ServiceProcess | null> = { sandbox, payments: null, carts: null };
  const settings = {
    payments: {
      script: join(ROOT, 'services/payments/src/server.ts'),
      env: {
        ...shared,
        ...RAZORPAY,
        PORT: String(ports.payments),
        MONGO_URL: databases.payments.url,
        CART_ORDERS_URL: `http://127.0.0.1:${ports.carts}`,
        RAZORPAY_BASE_URL: sandbox.url,
        PAYMENT_SWEEP_MS: '100',
        REFUND_CHECK_MS: '200',
        PROVIDER_CALLS_PER_SECOND: '100',
        PAYMENT_CHECKS_MS: Array(20).fill('2000').join(','),
        ...paymentsEnv,
      },
    },
    carts: {
      script: join(ROOT, 'services/cart-orders/src/server.ts'),
      env: {
        ...shared,
        PORT: String(ports.carts),
        MONGO_URL: databases.carts.url,
        DATA_DIR: join(folder, 'cart-orders'),
        PAYMENTS_URL: `http://127.0.0.1:${ports.payments}`,
        CLEANUP_SWEEP_MS: '200',
        RECONCILIATION_GRACE_MS: '0',
        // Tests buy whole stocks from one address.
        UNPAID_PERCENT_PER_ADDRESS: '0',
        ...cartsEnv,
      },
    },
  };
  const urls = {
    sandbox: sandbox.url,
    payments: `http://127.0.0.1:${ports.payments}`,
    carts: `http://127.0.0.1:${ports.carts}`,
  };
  async function start(service: 'payments' | 'carts'): Promise<void> {
    started[service] = await startServiceProcess(settings[service]);
  }
  await Promise.all([start('payments'), start('carts')]);

  const client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'purchase-test' });
  const producer = createProducer(client);
  // A service that has waited for the broker for long enough is ready before its topics exist.
  await ensureTopics(client, [
    withSuffix(TOPICS.catalogBooks, suffix),
    withSuffix(TOPICS.accountsUsers, suffix),
  ]);
  async function publish(
    topic: string,
    type: string,
    id: number,
    data: { rev: number } & Json,
  ): Promise<void> {
    await producer.publish(`${topic}${suffix}`, {
      id: `${type}:${id}:${data.rev}`,
      type,
      v: 1,
      aggregateId: String(id),
      occurredAt: '2026-01-01T00:00:00.000Z',
      data,
    });
  }
  const publishBook = (id: number, rev: number, fields: object = {}): Promise<void> =>
    publish('catalog.books', rev === 1 ? 'book.published' : 'book.changed', id, {
      rev,
      doc: { id, Title: `Book ${id}`, Price: 450, discount: null, ...fields },
    });
  await publishBook(1, 1);
  await publishBook(2, 1, { discount: 10 });
  const connections = {
    carts: await createConnection(databases.carts.url).asPromise(),
    payments: await createConnection(databases.payments.url).asPromise(),
  };

  async function send(url: string, init: RequestInit): Promise<SiteResponse> {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      body: isJson ? (JSON.parse(text) as Json) : {},
      location: response.headers.get('location'),
    };
  }
  const write =
    (method: 'POST' | 'PUT'): PurchaseSite['post'] =>
    (service, path, body, headers = {}) =>
      send(`${urls[service]}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
  const post = write('POST');
  const site: Omit<PurchaseSite, 'purchases'> = {
    tokens,
    connections,
    urlOf: (service) => urls[service],
    start,
    async kill(service) {
      await started[service]?.end('SIGKILL');
    },
    get: (service, path, headers = {}) => send(`${urls[service]}${path}`, { headers }),
    post,
    put: write('PUT'),
    async postUntilAvailable(...request) {
      return repeated(
        () => post(...request),
        ({ status }) => status === 503,
      );
    },
    publishBook,
    publishUser: (id, fields) =>
      publish('accounts.users', 'user.updated', id, {
        rev: 2,
        id,
        first_name: 'Asha',
        last_name: 'Rao',
        role: 4,
        tokenVersion: 1,
        ...fields,
      }),
    async end() {
      await Promise.all(Object.values(started).map((service) => service?.end()));
      await producer.close();
      await Promise.all([connections.carts.close(), connections.payments.close()]);
      await Promise.all([databases.carts.drop(), databases.payments.drop(), keys.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
  return { ...site, purchases: purchasesAt(site) };
}

type Purchases = ReturnType<typeof purchasesAt>;

/** Repeats a request while its response asks for that, as long as a state is waited for; the last response otherwise. */
async function repeated(
  send: () => Promise<SiteResponse>,
  isToRepeat: (response: SiteResponse) => boolean,
): Promise<SiteResponse> {
  const until = performance.now() + POLL.timeout;
  for (;;) {
    const response = await send();
    if (!isToRepeat(response) || performance.now() > until) return response;
    await delay(200);
  }
}

/** Creates buyers, payments at the provider, and reads of what is stored of them. */
function purchasesAt(site: Omit<PurchaseSite, 'purchases'>) {
  const { post, postUntilAvailable, get, tokens, connections } = site;
  let users = 100;

  /** Verifies until the provider has responded in time. */
  async function verify(confirmation: Json): Promise<SiteResponse> {
    return repeated(
      () => postUntilAvailable('payments', '/api/payment/verify', confirmation),
      ({ body }) => body['status'] === 'processing',
    );
  }
  const pay = async (order_id: string, fields: object = {}): Promise<Json> =>
    (await post('sandbox', '/control/pay', { order_id, outcome: 'captured', webhook: 'lost', ...fields }))
      .body;
  const checkoutOf = (orderId: string) =>
    connections.payments.collection('checkouts').findOne({ providerOrderId: orderId });
  const statusOf = async (orderId: string) => (await checkoutOf(orderId))?.['status'];
  const listOf = async (path: string, headers: Headers): Promise<Json[]> =>
    ((await get('carts', path, headers)).body as { data: Json[] }).data;

  /** Creates a buyer with a cart of two copies of book 1 and one of book 2: ₹900 + ₹405 + ₹100. */
  async function aBuyer() {
    users += 1;
    const userId = users;
    const bearer = await tokens.bearer({ userId, role: 4 });
    for (const [book, Quantity] of [
      [1, 2],
      [2, 1],
    ])
      // Until cart-orders has the book.
      await vi.waitUntil(
        async () =>
          (await post('carts', '/api/carts', { data: { catalog_books: book, Quantity } }, bearer)).status ===
          200,
        POLL,
      );
    const request = { receipt: `cart-of-user-${userId}`, billingAddress: ADDRESS, sameAddress: true };
    const checkout = (fields: object = {}, send = postUntilAvailable) =>
      send('payments', '/api/payment/checkout', { ...request, ...fields }, bearer);
    const orders = () => listOf(`/api/orders?filters[user_id][id][$eq]=${userId}}`, bearer);
    const cart = () => listOf('/api/carts', bearer);
    return { userId, bearer, checkout, orders, cart };
  }

  return {
    aBuyer,
    verify,
    pay,
    checkoutOf,
    statusOf,
    /** One purchase, the cart empty, the checkout acknowledged. */
    async expectSettled(buyer: Awaited<ReturnType<typeof aBuyer>>, orderId: string): Promise<void> {
      await expect.poll(() => statusOf(orderId), POLL).toBe('FULFILLED');
      await expect.poll(buyer.orders, POLL).toHaveLength(2);
      await expect.poll(buyer.cart, POLL).toEqual([]);
      const purchases = connections.carts.collection('purchases');
      expect(await purchases.countDocuments({ userId: buyer.userId })).toBe(1);
    },
  };
}
