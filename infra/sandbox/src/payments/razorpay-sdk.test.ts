import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import Razorpay from 'razorpay';
import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js';
import { aPaymentSandbox, aWebhookReceiver, KEY_ID, KEY_SECRET, WEBHOOK_SECRET } from './payments-builder.ts';

let shop: Awaited<ReturnType<typeof aWebhookReceiver>>;
let sandbox: Awaited<ReturnType<typeof aPaymentSandbox>>;
let url: string;
let sdk: Razorpay;
/** The SDK as it comes; only its address is another one. */
function anSdk(key_secret = KEY_SECRET): Razorpay {
  const client = new Razorpay({ key_id: KEY_ID, key_secret });
  const { rq } = client.api as unknown as { rq: { defaults: { baseURL: string } } };
  rq.defaults.baseURL = url;
  return client;
}
beforeEach(async () => {
  shop = await aWebhookReceiver();
  sandbox = await aPaymentSandbox({ webhookUrl: shop.url });
  url = await sandbox.listen();
  sdk = anSdk();
});
afterEach(async () => {
  await sandbox.close();
  await shop.close();
});

const anOrder = (fields: object = {}) => sdk.orders.create({ amount: 60_000, currency: 'INR', ...fields });
const pay = async (order_id: string, fields: object = {}) =>
  (await sandbox.send('POST', '/control/pay', { order_id, outcome: 'captured', ...fields })).body;
const idsOf = ({ items }: { items: { id: string }[] }): string[] => items.map(({ id }) => id);

describe("Razorpay's SDK", () => {
  it('creates, reads, lists and annotates orders', async () => {
    const order = await anOrder({ receipt: 'co_1', notes: { checkout_id: 'co_1' } });
    expect(order).toMatchObject({ entity: 'order', amount: 60_000, amount_due: 60_000, status: 'created' });
    const other = await anOrder({ receipt: 'co_2' });
    expect(await sdk.orders.fetch(order.id)).toEqual(order);
    expect(idsOf(await sdk.orders.all({ receipt: 'co_1' }))).toEqual([order.id]);
    expect(idsOf(await sdk.orders.all({ count: 1, skip: 1 }))).toEqual([order.id]);
    expect(idsOf(await sdk.orders.all())).toEqual([other.id, order.id]);
    const edited = await sdk.orders.edit(order.id, { notes: { checkout_id: 'co_3' } });
    expect(edited.notes).toEqual({ checkout_id: 'co_3' });
  });

  it('gets the order of a receipt again', async () => {
    const fields = { receipt: 'co_1', unique_receipt: true };
    expect(await anOrder(fields)).toEqual(await anOrder(fields));
  });

  it('reads payments, of an order and of all, by time', async () => {
    const order = await anOrder();
    const { razorpay_payment_id: failed } = await pay(order.id, { outcome: 'failed' });
    await sandbox.send('POST', '/control/clock', { skew_seconds: 3_600 });
    const { razorpay_payment_id: id } = await pay(order.id);
    expect(await sdk.payments.fetch(id)).toMatchObject({
      entity: 'payment',
      order_id: order.id,
      amount: 60_000,
      currency: 'INR',
      status: 'captured',
      captured: true,
      amount_refunded: 0,
    });
    expect(idsOf(await sdk.orders.fetchPayments(order.id))).toEqual([id, failed]);
    expect(idsOf(await sdk.payments.all({ count: 1, skip: 1 }))).toEqual([failed]);
    const later = Math.floor(Date.now() / 1_000) + 1_800;
    expect(idsOf(await sdk.payments.all({ from: later }))).toEqual([id]);
    expect(idsOf(await sdk.payments.all({ to: later }))).toEqual([failed]);
    expect(await sdk.orders.fetch(order.id)).toMatchObject({
      status: 'paid',
      amount_paid: 60_000,
      attempts: 2,
    });
  });

  it('captures what is authorized, in its amount alone', async () => {
    const order = await anOrder();
    const { razorpay_payment_id: id } = await pay(order.id, { outcome: 'authorized' });
    await expect(sdk.payments.capture(id, 60_001, 'INR')).rejects.toMatchObject({
      statusCode: 400,
      error: { description: 'Capture amount must be equal to the amount authorized' },
    });
    expect(await sdk.payments.capture(id, 60_000, 'INR')).toMatchObject({ id, status: 'captured' });
  });

  it('refunds a part and the rest, and reads the refunds in each of its ways', async () => {
    const { razorpay_payment_id: id } = await pay((await anOrder()).id);
    const part = await sdk.payments.refund(id, { amount: 10_000, notes: { reason: 'torn' } });
    expect(part).toMatchObject({
      entity: 'refund',
      payment_id: id,
      amount: 10_000,
      notes: { reason: 'torn' },
    });
    const rest = await sdk.payments.refund(id, {});
    expect(rest.amount).toBe(50_000);
    expect(await sdk.refunds.fetch(part.id)).toEqual(part);
    expect(await sdk.refunds.fetch(part.id, { payment_id: id })).toEqual(part);
    expect(await sdk.payments.fetchRefund(id, part.id)).toEqual(part);
    expect(idsOf(await sdk.payments.fetchMultipleRefund(id))).toEqual([rest.id, part.id]);
    expect(idsOf(await sdk.refunds.all({ count: 1 }))).toEqual([rest.id]);
    expect(await sdk.payments.fetch(id)).toMatchObject({ status: 'refunded', amount_refunded: 60_000 });
    await expect(sdk.payments.refund(id, {})).rejects.toMatchObject({
      statusCode: 400,
      error: { code: 'BAD_REQUEST_ERROR', description: 'The payment has been fully refunded already' },
    });
    const { razorpay_payment_id: another } = await pay((await anOrder()).id);
    await expect(sdk.payments.fetchRefund(another, part.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('reads disputes', async () => {
    const { razorpay_payment_id: id } = await pay((await anOrder()).id);
    await sandbox.send('POST', `/control/payments/${id}/dispute`, {});
    const { items } = await sdk.disputes.all();
    expect(items).toEqual([expect.objectContaining({ payment_id: id, amount: 60_000, amount_deducted: 0 })]);
    expect(await sdk.disputes.fetch(items[0]?.id ?? '')).toEqual(items[0]);
  });

  it('reads errors: of credentials, unknown ids and fields', async () => {
    await expect(anSdk('another-secret').orders.all()).rejects.toEqual({
      statusCode: 401,
      error: expect.objectContaining({ code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' }),
    });
    const unknown = { statusCode: 400, error: { description: 'The id provided does not exist' } };
    await expect(sdk.orders.fetch('order_unknown')).rejects.toMatchObject(unknown);
    await expect(sdk.payments.fetch('pay_unknown')).rejects.toMatchObject(unknown);
    await expect(anOrder({ amount: 99 })).rejects.toMatchObject({
      statusCode: 400,
      error: { reason: 'amount_less_than_minimum_amount' },
    });
  });

  it('agrees with the signatures of payments and webhooks', async () => {
    const order = await anOrder();
    const paid = await pay(order.id);
    const ids = { order_id: order.id, payment_id: paid.razorpay_payment_id };
    expect(validatePaymentVerification(ids, paid.razorpay_signature, KEY_SECRET)).toBe(true);
    expect(validatePaymentVerification(ids, paid.razorpay_signature, 'another-secret')).toBe(false);
    await expect.poll(() => shop.received.length).toBe(3);
    for (const { headers, body } of shop.received) {
      const signature = String(headers['x-razorpay-signature']);
      expect(Razorpay.validateWebhookSignature(body, signature, WEBHOOK_SECRET)).toBe(true);
      expect(validateWebhookSignature(`${body} `, signature, WEBHOOK_SECRET)).toBe(false);
    }
  });
});
