import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aPaymentSandbox, aWebhookReceiver, KEY_ID, KEY_SECRET, WEBHOOK_SECRET } from './payments-builder.ts';

let shop: Awaited<ReturnType<typeof aWebhookReceiver>>;
let sandbox: Awaited<ReturnType<typeof aPaymentSandbox>>;
beforeEach(async () => {
  shop = await aWebhookReceiver();
  sandbox = await aPaymentSandbox({ webhookUrl: shop.url });
});
afterEach(async () => {
  await sandbox.close();
  await shop.close();
});

const anOrder = async (fields: object = {}): Promise<{ id: string; [field: string]: unknown }> => {
  const { status, body } = await sandbox.call('POST', '/v1/orders', {
    amount: 60_000,
    currency: 'INR',
    ...fields,
  });
  expect(status).toBe(200);
  return body;
};
const pay = (order_id: string, fields: object = {}) =>
  sandbox.send('POST', '/control/pay', { order_id, outcome: 'captured', ...fields });
const paid = async (order_id: string, fields: object = {}): Promise<string> => {
  const { status, body } = await pay(order_id, fields);
  expect(status).toBe(200);
  return body.razorpay_payment_id;
};
const paymentOf = async (id: string) => (await sandbox.call('GET', `/v1/payments/${id}`)).body;
const hmac = (secret: string, message: string) => createHmac('sha256', secret).update(message).digest('hex');

describe('orders', () => {
  it('are created as the documentation shows', async () => {
    const order = await anOrder({ receipt: 'co_1', notes: { checkout_id: 'co_1' } });
    expect(order).toEqual({
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      entity: 'order',
      amount: 60_000,
      amount_paid: 0,
      amount_due: 60_000,
      currency: 'INR',
      receipt: 'co_1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { checkout_id: 'co_1' },
      created_at: expect.any(Number),
    });
    expect((await sandbox.call('GET', `/v1/orders/${order.id}`)).body).toEqual(order);
    expect((await anOrder())['notes']).toEqual([]);
  });

  it('are made for another site of the account, and paid', async () => {
    const { status, body } = await sandbox.send('POST', '/control/orders', { amount: 45_000 });
    expect(status).toBe(200);
    expect(await paymentOf(await paid(body.id))).toMatchObject({ amount: 45_000, order_id: body.id });
    expect((await sandbox.send('POST', '/control/orders', { amount: 1 })).status).toBe(400);
  });

  it('come back for the same receipt when unique_receipt asks for it', async () => {
    const fields = { receipt: 'co_1', unique_receipt: true };
    const first = await anOrder(fields);
    expect(await anOrder(fields)).toEqual(first);
    expect((await anOrder({ receipt: 'co_1' })).id).not.toBe(first.id);
    const other = await sandbox.call('POST', '/v1/orders', { ...fields, amount: 70_000, currency: 'INR' });
    expect([other.status, other.body.error.description]).toEqual([400, 'Order receipt should be unique.']);
  });

  it.each([
    [{ amount: 99 }, 'Order amount less than minimum amount allowed', 'amount_less_than_minimum_amount'],
    [{ amount: 100.5 }, 'The amount must be an integer.', 'input_validation_failed'],
    [{}, 'amount: is required.', 'input_validation_failed'],
    [{ amount: 100, currency: 1 }, 'expected string but provided 1', 'input_validation_failed'],
    [{ amount: 100, colour: 1 }, 'colour is/are not required and should not be sent', 'extra_field_sent'],
    [
      { amount: 100, receipt: 'r'.repeat(41) },
      'The receipt may not be greater than 40 characters.',
      'input_validation_failed',
    ],
  ])('reject %j', async (body, description, reason) => {
    const response = await sandbox.call('POST', '/v1/orders', body);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({
      code: 'BAD_REQUEST_ERROR',
      description,
      reason,
      metadata: {},
    });
  });

  it('need the credentials, with the scheme spelled Basic', async () => {
    const credentials = Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64');
    for (const authorization of ['', `basic ${credentials}`, `Basic ${btoa(`${KEY_ID}:wrong`)}`]) {
      const response = await sandbox.send('GET', '/v1/orders', undefined, { authorization });
      expect([response.status, response.body.error.description]).toEqual([401, 'Authentication failed']);
    }
    expect((await sandbox.call('GET', '/v1/orders/order_unknown')).body.error.description).toBe(
      'The id provided does not exist',
    );
  });
});

describe('payments', () => {
  it.each(['card', 'upi', 'netbanking'])('by %s are captured and pay their order', async (method) => {
    const order = await anOrder();
    const { body } = await pay(order.id, { method });
    expect(body).toEqual({
      razorpay_payment_id: expect.stringMatching(/^pay_[0-9A-Za-z]{14}$/),
      razorpay_order_id: order.id,
      razorpay_signature: hmac(KEY_SECRET, `${order.id}|${body.razorpay_payment_id}`),
    });
    expect(await paymentOf(body.razorpay_payment_id)).toMatchObject({
      status: 'captured',
      method,
      amount: 60_000,
      fee: 1_416,
      tax: 216,
    });
    expect((await sandbox.call('GET', `/v1/orders/${order.id}`)).body).toMatchObject({
      status: 'paid',
      amount_due: 0,
      attempts: 1,
    });
  });

  it('fail with the reason of the test card, and may succeed late', async () => {
    const order = await anOrder();
    const id = await paid(order.id, { outcome: 'failed', card: '4100280000080001' });
    expect(await paymentOf(id)).toMatchObject({ status: 'failed', error_reason: 'insufficient_funds' });
    await sandbox.send('POST', `/control/payments/${id}/authorize`, {});
    expect(await paymentOf(id)).toMatchObject({ status: 'captured', error_reason: null });
  });

  it('wait for a capture of exactly their amount', async () => {
    const order = await anOrder();
    const id = await paid(order.id, { outcome: 'authorized' });
    const capture = (amount: unknown) =>
      sandbox.call('POST', `/v1/payments/${id}/capture`, { amount, currency: 'INR' });
    expect((await capture(60_001)).body.error.description).toBe(
      'Capture amount must be equal to the amount authorized',
    );
    expect((await capture(60_000)).body).toMatchObject({ id, status: 'captured' });
    expect((await capture(60_000)).status).toBe(400);
  });

  it('of a paid order are rejected, unless a test forces a second one of another amount', async () => {
    const order = await anOrder();
    await paid(order.id);
    const second = await pay(order.id);
    expect([second.status, second.body.error.reason]).toEqual([400, 'order_already_paid']);
    await paid(order.id, { force: true, amount: 50_000 });
    const { items } = (await sandbox.call('GET', `/v1/orders/${order.id}/payments`)).body;
    expect(items.map(({ amount, status }: { amount: number; status: string }) => [amount, status])).toEqual([
      [50_000, 'captured'],
      [60_000, 'captured'],
    ]);
  });

  it('are listed by time, newest first', async () => {
    const order = await anOrder();
    const first = await paid(order.id, { outcome: 'failed' });
    await sandbox.send('POST', '/control/clock', { skew_seconds: 3_600 });
    const second = await paid(order.id);
    const listed = async (query: string) =>
      (await sandbox.call('GET', `/v1/payments?${query}`)).body.items.map(({ id }: { id: string }) => id);
    expect(await listed('')).toEqual([second, first]);
    expect(await listed('count=1&skip=1')).toEqual([first]);
    expect(await listed(`from=${Math.floor(Date.now() / 1_000) + 1_800}`)).toEqual([second]);
  });
});

describe('refunds', () => {
  const refund = (id: string, body: object, key?: string) =>
    sandbox.call(
      'POST',
      `/v1/payments/${id}/refund`,
      body,
      key === undefined ? {} : { 'x-refund-idempotency': key },
    );

  it('happen once for each idempotency key', async () => {
    const id = await paid((await anOrder()).id);
    const [first, concurrent] = await Promise.all([
      refund(id, { amount: 10_000 }, 'refund-co_1-1'),
      refund(id, { amount: 10_000 }, 'refund-co_1-1'),
    ]);
    expect([first.status, concurrent.status].toSorted()).toEqual([200, 409]);
    const again = await refund(id, { amount: 10_000 }, 'refund-co_1-1');
    expect(again.body.id).toBe((first.status === 200 ? first : concurrent).body.id);
    expect((await refund(id, { amount: 20_000 }, 'refund-co_1-1')).body.error).toMatchObject({
      description: 'Different request with the same idempotency key has already been processed.',
      source: 'NA',
    });
    expect(await paymentOf(id)).toMatchObject({ amount_refunded: 10_000, refund_status: 'partial' });
  });

  it('take what is left, and give it back when the bank fails them', async () => {
    const id = await paid((await anOrder()).id);
    const { body } = await refund(id, {});
    expect(body).toMatchObject({ amount: 60_000, status: 'pending' });
    expect(await paymentOf(id)).toMatchObject({ status: 'refunded', refund_status: 'full' });
    expect((await refund(id, {})).body.error.description).toBe('The payment has been fully refunded already');
    await sandbox.send('POST', `/control/refunds/${body.id}`, { status: 'failed' });
    expect(await paymentOf(id)).toMatchObject({ status: 'captured', amount_refunded: 0 });
    expect((await refund(id, { amount: 60_001 })).status).toBe(400);
  });
});

describe('webhooks', () => {
  it('carry the signed entities, one event id for each event', async () => {
    const order = await anOrder();
    const id = await paid(order.id);
    await expect.poll(shop.events).toHaveLength(3);
    expect(shop.events().toSorted()).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
    expect(new Set(shop.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3);
    for (const { headers, body } of shop.received) {
      expect(headers['x-razorpay-signature']).toBe(hmac(WEBHOOK_SECRET, body));
      expect(JSON.parse(body)).toMatchObject({ entity: 'event', payload: { payment: { entity: { id } } } });
    }
  });

  it('are repeated until the shop answers 2xx, also after a restart', async () => {
    shop.statuses.push(500, 404);
    await paid((await anOrder()).id, { outcome: 'failed' });
    await expect.poll(() => shop.received.length).toBe(3);
    expect(new Set(shop.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(1);
    await paid((await anOrder()).id, { outcome: 'failed', webhook: 'late', late_ms: 300_000 });
    await sandbox.restart();
    const [delivery] = (await sandbox.send('GET', '/control/webhooks')).body;
    expect(delivery).toMatchObject({ state: 'pending', attempts: 0 });
    await sandbox.send('POST', `/control/webhooks/${delivery.id}/replay`);
    await expect.poll(() => shop.received.length).toBe(4);
  });

  it('are lost, doubled, reversed, tampered with and signed with another secret on demand', async () => {
    await paid((await anOrder()).id, { webhook: 'lost' });
    await paid((await anOrder()).id, { outcome: 'failed', webhook: 'doubled' });
    await expect.poll(shop.events).toEqual(['payment.failed', 'payment.failed']);
    expect(new Set(shop.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(1);
    await paid((await anOrder()).id, { outcome: 'failed', tampered: true });
    await expect.poll(() => shop.received.length).toBe(3);
    const isSigned = (secret: string) => {
      const last = shop.received.at(-1);
      return last?.headers['x-razorpay-signature'] === hmac(secret, last?.body ?? '');
    };
    expect(isSigned(WEBHOOK_SECRET)).toBe(false);
    await sandbox.send('POST', '/control/webhook-secret', { secret: 'another-webhook-secret' });
    await paid((await anOrder()).id, { outcome: 'failed' });
    await expect.poll(() => shop.received.length).toBe(4);
    expect(isSigned('another-webhook-secret')).toBe(true);
    await paid((await anOrder()).id, { webhook: 'lost', reversed: true });
    const listed: { event: string }[] = (await sandbox.send('GET', '/control/webhooks')).body;
    expect(listed.slice(0, 3).map(({ event }) => event)).toEqual([
      'payment.authorized',
      'payment.captured',
      'order.paid',
    ]);
  });
});

describe('faults', () => {
  it('fail calls before or after their effect', async () => {
    const url = await sandbox.listen();
    const create = () =>
      fetch(`${url}/v1/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: sandbox.authorization },
        body: JSON.stringify({ amount: 100, receipt: 'co_9', unique_receipt: true }),
      });
    const orders = async () => (await sandbox.call('GET', '/v1/orders?receipt=co_9')).body.count;
    await sandbox.send('POST', '/control/faults', { call: 'POST /v1/orders', kind: 'status', code: 429 });
    expect((await create()).status).toBe(429);
    expect(await orders()).toBe(0);
    await sandbox.send('POST', '/control/faults', { call: 'POST /v1/orders', kind: 'drop' });
    await expect(create()).rejects.toThrow('fetch failed');
    expect(await orders()).toBe(0);
    await sandbox.send('POST', '/control/faults', { call: 'POST /v1/orders', kind: 'drop-after' });
    await expect(create()).rejects.toThrow('fetch failed');
    expect(await orders()).toBe(1);
    expect((await create()).status).toBe(200);
    expect(await orders()).toBe(1);
  });
});

describe('the state', () => {
  it('survives a restart', async () => {
    const order = await anOrder({ payment: { capture: 'manual' } });
    const id = await paid(order.id);
    await sandbox.restart();
    expect(await paymentOf(id)).toMatchObject({ status: 'authorized', order_id: order.id });
  });
});

describe('checkout.js', () => {
  const attempt = (order_id: string, fields: object) =>
    sandbox.send('POST', '/checkout/attempts', { key: KEY_ID, order_id, ...fields });
  const card = { method: 'card', card_number: '4100 2800 0000 1007', expiry: '12/90', cvv: '123' };
  const complete = (id: string, body: object) =>
    sandbox.send('POST', `/checkout/attempts/${id}/complete`, { key: KEY_ID, ...body });

  it('is served with its frame, which names no other origin than the shop', async () => {
    const order = await anOrder();
    expect((await sandbox.send('GET', '/v1/checkout.js')).body).toContain('window.Razorpay');
    const query = new URLSearchParams({
      key: KEY_ID,
      order_id: order.id,
      name: '<b>',
      parent: 'https://shop.example',
    });
    const { status, body } = await sandbox.send('GET', `/checkout?${query}`);
    expect(status).toBe(200);
    expect(body).toContain('&lt;b&gt;');
    expect(body).toContain('"parentOrigin":"https://shop.example"');
    // Until the script takes their events.
    expect(body).toMatch(/<button type="submit" disabled>Pay /);
    expect(body).toMatch(/<button [^>]*id="close"[^>]* disabled>/);
    expect((await sandbox.send('GET', `/checkout?${query}`.replace(KEY_ID, 'rzp_test_other'))).status).toBe(
      400,
    );
  });

  it.each([
    ['4-digit OTP', { otp: '1234' }, null],
    ['success', { result: 'success' }, null],
    ['3-digit OTP', { otp: '123' }, 'incorrect_otp'],
    ['failure', { result: 'failure' }, 'payment_failed'],
  ])('ends a card payment by %s', async (_name, body, reason) => {
    const order = await anOrder();
    const started = (await attempt(order.id, card)).body;
    expect(started).toMatchObject({ next: 'bank', method: 'card' });
    const ended = (await complete(started.payment_id, body)).body;
    expect(ended.error?.reason ?? null).toBe(reason);
    expect(await paymentOf(started.payment_id)).toMatchObject({
      status: reason === null ? 'captured' : 'failed',
    });
  });

  it('pays by UPI ids', async () => {
    const order = await anOrder();
    const failed = (await attempt(order.id, { method: 'upi', vpa: 'failure@razorpay' })).body;
    expect(failed.error.metadata.order_id).toBe(order.id);
    const succeeded = (await attempt(order.id, { method: 'upi', vpa: 'success@razorpay' })).body;
    expect(succeeded.response.razorpay_order_id).toBe(order.id);
  });

  it.each([
    [{ ...card, card_number: '4111 1111 1111 1111' }, 'card_number_invalid'],
    [{ ...card, expiry: '01/20' }, 'card_expired'],
    [{ ...card, cvv: '1' }, 'incorrect_cvv'],
    [{ method: 'upi', vpa: 'asha@bank' }, 'invalid_vpa'],
  ])('rejects %j', async (fields, reason) => {
    const response = await attempt((await anOrder()).id, fields);
    expect([response.status, response.body.error.reason]).toEqual([400, reason]);
  });
});

describe('the control page', () => {
  it('lists what there is, to this machine alone', async () => {
    const order = await anOrder();
    const { body } = await sandbox.send('GET', '/');
    expect(body).toContain(order.id);
    const [beforeButtons] = body.split('<button');
    expect(beforeButtons).toContain('<script src="/control.js"></script>');
    expect((await sandbox.send('GET', '/', undefined, { host: 'evil.example' })).status).toBe(403);
  });

  it('offers a second payment of a paid order, and lists the pending faults', async () => {
    const order = await anOrder();
    const page = async () => (await sandbox.send('GET', '/')).body;
    const second = new RegExp(`${order.id}&quot;[^>]*force&quot;:true`);
    expect(await page()).not.toMatch(second);
    await paid(order.id);
    await sandbox.send('POST', '/control/faults', { call: '<b>', kind: 'delay', times: 3, ms: 1_234 });
    expect(await page()).toMatch(second);
    expect(await page()).toContain('<td>&lt;b&gt;</td><td>delay</td><td>3</td><td></td><td>1234</td>');
  });
});
