import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createProducer, type Producer } from '@vidhi/messaging/producer.ts';
import { ensureTopics } from '@vidhi/messaging/topics.ts';
import { freshDatabase, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import { createTokenMaker, serveKeys, type KeyServer, type TokenMaker } from '@vidhi/testing/tokens.ts';

// Payments and cart-orders as processes between the payment sandbox and their engines, and what is left of a purchase
// when they are killed.

const ROOT = join(import.meta.dirname, '../../..');
const SERVICE_TOKEN = 'a-service-token-of-32-characters!';
const RAZORPAY = {
  RAZORPAY_KEY_ID: 'rzp_test_sandbox',
  RAZORPAY_KEY_SECRET: 'a-key-secret-of-some-length',
  RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret-of-some-length',
};
const ADDRESS = {
  name: 'Asha Rao',
  phone: '9000000000',
  email: 'asha@example.in',
  address: '1 MG Road, Pune',
  pincode: '411001',
};
const POLL = { timeout: 300_000, interval: 100 };

const suffix = freshTopicSuffix();
const databases = { carts: freshDatabase('carts'), payments: freshDatabase('payments') };
let folder: string;
let tokens: TokenMaker;
let keys: KeyServer;
let ports: { payments: number; carts: number };
let sandbox: ServiceProcess;
let payments: ServiceProcess;
let carts: ServiceProcess;
let producer: Producer;
let connections: { carts: Connection; payments: Connection };

const shared = () => ({
  KAFKA_BROKERS: testEngines().kafkaBrokers,
  JWKS_URL: keys.url,
  SERVICE_TOKEN,
  TOPIC_SUFFIX: suffix,
});
const startPayments = () =>
  startServiceProcess({
    script: join(ROOT, 'services/payments/src/server.ts'),
    env: {
      ...shared(),
      ...RAZORPAY,
      PORT: String(ports.payments),
      MONGO_URL: databases.payments.url,
      CART_ORDERS_URL: `http://127.0.0.1:${ports.carts}`,
      RAZORPAY_BASE_URL: sandbox.url,
      PAYMENT_SWEEP_MS: '100',
      PAYMENT_CHECKS_MS: Array(20).fill('2000').join(','),
    },
  });
const startCarts = () =>
  startServiceProcess({
    script: join(ROOT, 'services/cart-orders/src/server.ts'),
    env: {
      ...shared(),
      PORT: String(ports.carts),
      MONGO_URL: databases.carts.url,
      DATA_DIR: join(folder, 'cart-orders'),
      PAYMENTS_URL: `http://127.0.0.1:${ports.payments}`,
      CLEANUP_SWEEP_MS: '200',
    },
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vidhi-purchase-'));
  tokens = await createTokenMaker();
  keys = await serveKeys(tokens.jwks);
  ports = { payments: await anyFreePort(), carts: await anyFreePort() };
  sandbox = await startServiceProcess({
    script: join(ROOT, 'infra/sandbox/src/payments/server.ts'),
    env: {
      ...RAZORPAY,
      DATA_DIR: join(folder, 'sandbox'),
      RAZORPAY_WEBHOOK_URL: `http://127.0.0.1:${ports.payments}/api/payment/webhook`,
      WEBHOOK_RETRY_MS: '100',
    },
  });
  [payments, carts] = await Promise.all([startPayments(), startCarts()]);
  const client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'purchase-test' });
  producer = createProducer(client);
  // A service that has waited for the broker for long enough is ready before its topics exist.
  await ensureTopics(client, [withSuffix(TOPICS.catalogBooks, suffix)]);
  for (const [id, discount] of [
    [1, null],
    [2, 10],
  ])
    await producer.publish(`catalog.books${suffix}`, {
      id: `book.published:${id}:1`,
      type: 'book.published',
      v: 1,
      aggregateId: String(id),
      occurredAt: '2026-01-01T00:00:00.000Z',
      data: { rev: 1, doc: { id, Title: `Book ${id}`, Price: 450, discount } },
    });
  connections = {
    carts: await createConnection(databases.carts.url).asPromise(),
    payments: await createConnection(databases.payments.url).asPromise(),
  };
});
afterAll(async () => {
  await Promise.all([payments?.end(), carts?.end(), sandbox?.end()]);
  await producer?.close();
  await Promise.all([connections?.carts.close(), connections?.payments.close()]);
  await Promise.all([databases.carts.drop(), databases.payments.drop(), keys?.close()]);
  await rm(folder, { recursive: true, force: true });
});

type Headers = Record<string, string>;
type Json = Record<string, unknown>;
async function post(base: ServiceProcess, path: string, body: unknown, headers: Headers = {}) {
  const response = await fetch(`${base.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

/** Repeats what a slow machine answers with 503, as clients do. */
async function postUntilAnswered(...request: Parameters<typeof post>) {
  let response = await post(...request);
  for (let attempt = 0; response.status === 503 && attempt < 50; attempt += 1) {
    await delay(200);
    response = await post(...request);
  }
  return response;
}
/** Verifies until the provider has answered in time. */
async function verify(handed: Json): Promise<{ status: number; body: Json }> {
  let response = await postUntilAnswered(payments, '/api/payment/verify', handed);
  for (let attempt = 0; response.body['status'] === 'processing' && attempt < 50; attempt += 1) {
    await delay(200);
    response = await postUntilAnswered(payments, '/api/payment/verify', handed);
  }
  return response;
}

let users = 100;
/** A buyer with a cart of two copies of book 1 and one of book 2: ₹900 + ₹405 + ₹100. */
async function aBuyer() {
  users += 1;
  const userId = users;
  const bearer = await tokens.bearer({ userId, role: 4 });
  for (const [book, Quantity] of [
    [1, 2],
    [2, 1],
  ])
    await expect
      .poll(
        async () =>
          (await post(carts, '/api/carts', { data: { catalog_books: book, Quantity } }, bearer)).status,
        POLL,
      )
      .toBe(200);
  const checkout = (fields: object = {}, send = postUntilAnswered) =>
    send(
      payments,
      '/api/payment/checkout',
      { receipt: `cart-of-user-${userId}`, billingAddress: ADDRESS, sameAddress: true, ...fields },
      bearer,
    );
  const orders = async (): Promise<Json[]> => {
    const response = await fetch(`${carts.url}/api/orders?filters[user_id][id][$eq]=${userId}}`, {
      headers: bearer,
    });
    return ((await response.json()) as { data: Json[] }).data;
  };
  const cart = async (): Promise<Json[]> =>
    ((await (await fetch(`${carts.url}/api/carts`, { headers: bearer })).json()) as { data: Json[] }).data;
  return { userId, bearer, checkout, orders, cart };
}
const pay = async (order_id: string, fields: object = {}): Promise<Json> =>
  (await post(sandbox, '/control/pay', { order_id, outcome: 'captured', webhook: 'lost', ...fields })).body;
const checkoutOf = (orderId: string) =>
  connections.payments.collection('checkouts').findOne({ providerOrderId: orderId });
const statusOf = async (orderId: string) => (await checkoutOf(orderId))?.['status'];

/** One purchase, the cart empty, the checkout acknowledged. */
async function expectSettled(buyer: Awaited<ReturnType<typeof aBuyer>>, orderId: string): Promise<void> {
  await expect.poll(() => statusOf(orderId), POLL).toBe('FULFILLED');
  await expect.poll(buyer.orders, POLL).toHaveLength(2);
  await expect.poll(buyer.cart, POLL).toEqual([]);
  const purchases = connections.carts.collection('purchases');
  expect(await purchases.countDocuments({ userId: buyer.userId })).toBe(1);
}

describe('a purchase', () => {
  it('is priced by the server, verified, and becomes one order of two lines', async () => {
    const buyer = await aBuyer();
    const { status, body: order } = await buyer.checkout({ data: { Price: 1 }, amount: 1 });
    expect(status).toBe(200);
    expect(order).toMatchObject({
      id: order['razorpay_order_id'],
      amount: 140_500,
      currency: 'INR',
      name: 'Asha Rao',
      email: 'asha@example.in',
      cart: [
        { id: 1, Title: 'Book 1', Price: 450, Quantity: 2 },
        { id: 2, Title: 'Book 2', Price: 405, Quantity: 1 },
      ],
      billingAddress: ADDRESS,
      shippingAddress: ADDRESS,
    });
    const orderId = String(order['id']);
    // The same again is the same order.
    expect((await buyer.checkout()).body['id']).toBe(orderId);
    const handed = await pay(orderId);
    const forged = { ...handed, razorpay_signature: '0'.repeat(64) };
    expect((await verify(forged)).status).toBe(400);
    expect(await statusOf(orderId)).toBe('ORDERED');
    for (let round = 0; round < 2; round += 1)
      expect((await verify(handed)).body).toMatchObject({ status: 'paid' });
    await expectSettled(buyer, orderId);
    const [first] = await buyer.orders();
    expect(first?.['attributes']).toMatchObject({
      quantity: 2,
      status: 'CONFIRMED',
      item_detail: { Title: 'Book 1', title: 'Book 1', Price: 450, price: 450 },
      paymentDetails: { data: { payment: [{ order_id: orderId, amount: 1405, billing_name: 'Asha Rao' }] } },
    });
    const paymentId = handed['razorpay_payment_id'];
    const fetched = await postUntilAnswered(
      payments,
      `/api/payment/fetch?payment_id=${paymentId}`,
      {},
      buyer.bearer,
    );
    expect((fetched.body['data'] as Json)['attributes']).toMatchObject({
      order_id: orderId,
      amount: 1405,
      status: 'captured',
    });
    const stranger = await tokens.bearer({ userId: 9, role: 4 });
    expect((await post(payments, `/api/payment/fetch?payment_id=${paymentId}`, {}, stranger)).status).toBe(
      404,
    );
    const claim = { data: { payment_id: paymentId, item_id: '2', Price: 1 } };
    expect((await post(carts, '/api/orders', claim, stranger)).status).toBe(404);
    const claimed = await postUntilAnswered(carts, '/api/orders', claim, buyer.bearer);
    expect(claimed.body['data']).toMatchObject({ attributes: { item_id: '2', Price: 405 } });
    expect((await buyer.checkout()).status).toBe(400);
  });

  it('of a guest is found by webhooks alone, doubled and reversed', async () => {
    const Batch_id = 'guest-cart-with-a-long-id';
    await postUntilAnswered(carts, '/api/carts', { data: { catalog_books: 1, Quantity: 1, Batch_id } });
    const request = { receipt: Batch_id, billingAddress: ADDRESS, shippingAddress: ADDRESS };
    const { body } = await postUntilAnswered(payments, '/api/payment/checkout', request);
    const orderId = String(body['id']);
    await pay(orderId, { webhook: 'doubled', reversed: true });
    await expect.poll(() => statusOf(orderId), POLL).toBe('FULFILLED');
    const checkout = await checkoutOf(orderId);
    const purchases = connections.carts.collection('purchases');
    expect(await purchases.find({ checkoutId: String(checkout?._id) }).toArray()).toMatchObject([
      { userId: null, totalPaise: 55_000 },
    ]);
    const list = async () =>
      ((await (await fetch(`${carts.url}/api/carts?filters[Batch_id][$eq]=${Batch_id}`)).json()) as Json)[
        'data'
      ];
    await expect.poll(list, POLL).toEqual([]);
  });

  it('is found by the poll when neither browser nor webhook reports it, also after a late authorization', async () => {
    const buyer = await aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    const failed = await pay(orderId, { outcome: 'failed' });
    await expect.poll(() => statusOf(orderId), POLL).toBe('ATTEMPTED');
    await post(sandbox, `/control/payments/${failed['razorpay_payment_id']}/authorize`, { webhook: 'lost' });
    await expectSettled(buyer, orderId);
  });

  it('captures what the provider only authorized', async () => {
    const buyer = await aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    const handed = await pay(orderId, { outcome: 'authorized' });
    expect((await verify(handed)).body).toMatchObject({ status: 'paid' });
    await expectSettled(buyer, orderId);
  });

  it('refunds another amount and a second payment, once each', async () => {
    const buyer = await aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    const wrong = await pay(orderId, { amount: 100 });
    expect((await verify(wrong)).status).toBe(409);
    const right = await pay(orderId, { force: true });
    expect((await verify(right)).status).toBe(200);
    const second = await pay(orderId, { force: true });
    expect((await verify(second)).status).toBe(409);
    const refunds = async () => {
      const checkout = await checkoutOf(orderId);
      const stored = (checkout?.['refunds'] ?? []) as { reason: string; state: string }[];
      return stored.map(({ reason, state }) => [reason, state]);
    };
    await expect.poll(refunds, POLL).toEqual([
      ['amount', 'DONE'],
      ['second-payment', 'DONE'],
    ]);
    await expectSettled(buyer, orderId);
  });

  it('gets one order from the provider whose answer was lost', async () => {
    const buyer = await aBuyer();
    const lost = { call: 'POST /v1/orders', kind: 'drop-after', times: 2 };
    await post(sandbox, '/control/faults', lost);
    expect((await buyer.checkout({}, post)).status).toBe(503);
    const { status, body } = await buyer.checkout();
    expect(status).toBe(200);
    const credentials = `${RAZORPAY.RAZORPAY_KEY_ID}:${RAZORPAY.RAZORPAY_KEY_SECRET}`;
    const response = await fetch(`${sandbox.url}/v1/orders?receipt=${body['checkout_id']}`, {
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    });
    expect(await response.json()).toMatchObject({ count: 1 });
  });
});

describe('a purchase whose processes are killed', () => {
  it('settles when payments dies after the capture, before any report', async () => {
    const buyer = await aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    await payments.end('SIGKILL');
    await pay(orderId, { webhook: 'sent' });
    expect(await statusOf(orderId)).toBe('ORDERED');
    payments = await startPayments();
    await expectSettled(buyer, orderId);
  });

  it('settles when payments dies right after the write of the payment', async () => {
    const buyer = await aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    const handed = await pay(orderId);
    await carts.end('SIGKILL');
    expect((await verify(handed)).status).toBe(200);
    await payments.end('SIGKILL');
    [payments, carts] = await Promise.all([startPayments(), startCarts()]);
    await expectSettled(buyer, orderId);
  });

  it('settles when cart-orders dies after the purchase, before the cart is clean', async () => {
    const buyer = await aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    const lines = connections.carts.collection('cart_lines');
    const before = await lines.find({ userId: buyer.userId }).toArray();
    await verify(await pay(orderId));
    await expectSettled(buyer, orderId);
    await carts.end('SIGKILL');
    // What the crash leaves: the purchase, and a line that nobody took the copies out of.
    const [line] = before;
    await lines.insertOne({ ...line, quantity: 3 } as never);
    await connections.carts
      .collection('purchases')
      .updateOne({ userId: buyer.userId }, { $set: { cartCleanup: 'PENDING' } });
    carts = await startCarts();
    // One copy was added after the checkout: it stays.
    await expect
      .poll(async () => (await buyer.cart()).map(({ attributes }) => (attributes as Json)['Quantity']), POLL)
      .toEqual([1]);
  });
});
