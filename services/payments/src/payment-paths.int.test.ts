import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mongoCheckoutStore } from './checkouts/checkout-store.ts';
import {
  ADDRESS,
  POLL,
  RAZORPAY,
  SERVICE_TOKEN,
  startPurchaseSite,
  type Json,
  type PurchaseSite,
} from './purchase-site-builder.ts';

// The ways in which a payment is reported, or is not, over HTTP.

const PREVIOUS_SECRET = 'the-webhook-secret-of-before';
let site: PurchaseSite;

beforeAll(async () => {
  // Two looks, and an order expires.
  site = await startPurchaseSite({
    PAYMENT_CHECKS_MS: '200,200',
    PAYMENT_LISTING_MS: '500',
    RAZORPAY_PREVIOUS_WEBHOOK_SECRET: PREVIOUS_SECRET,
  });
});
afterAll(() => site?.end());

describe('the callback of the provider', () => {
  const callback = async (fields: Json) => {
    const response = await fetch(`${site.urlOf('payments')}/api/payment/callback`, {
      method: 'POST',
      body: new URLSearchParams(fields as Record<string, string>),
      redirect: 'manual',
    });
    return [response.status, response.headers.get('location')];
  };

  it('leads to the thanks after a payment, and to the cart otherwise', async () => {
    const buyer = await site.purchases.aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    const confirmation = await site.purchases.pay(orderId);
    expect(await callback({ 'error[code]': 'BAD_REQUEST_ERROR' })).toEqual([303, '/cart']);
    expect(await callback({ ...confirmation, razorpay_signature: '0'.repeat(64) })).toEqual([303, '/cart']);
    for (let round = 0; round < 2; round += 1)
      expect(await callback(confirmation)).toEqual([303, '/success']);
    await site.purchases.expectSettled(buyer, orderId);
  });
});

describe('a webhook', () => {
  const webhook = (body: string, secret: string, id: string) =>
    site.post('payments', '/api/payment/webhook', body, {
      'x-razorpay-event-id': id,
      'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
    });
  const captured = (order_id: string, amount: number) =>
    JSON.stringify({
      event: 'payment.captured',
      payload: {
        payment: {
          entity: { id: 'pay_forged', order_id, amount, currency: 'INR', status: 'captured', method: 'upi' },
        },
      },
    });

  it('with a wrong signature is rejected, counted, and changes nothing', async () => {
    const buyer = await site.purchases.aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    const body = captured(orderId, 140_500);
    expect((await webhook(body, 'another-secret-of-some-length', 'evt_forged')).status).toBe(401);
    // Signed for other bytes.
    const signature = createHmac('sha256', RAZORPAY.RAZORPAY_WEBHOOK_SECRET).update('{}').digest('hex');
    const headers = { 'x-razorpay-event-id': 'evt_forged', 'x-razorpay-signature': signature };
    expect((await site.post('payments', '/api/payment/webhook', body, headers)).status).toBe(401);
    const events = site.connections.payments.collection<{ _id: string }>('provider_events');
    expect(await events.findOne({ _id: 'evt_forged' })).toBeNull();
    expect((await site.purchases.checkoutOf(orderId))?.['paymentId']).toBeUndefined();
    const metrics = await (await fetch(`${site.urlOf('payments')}/metrics`)).text();
    expect(metrics).toMatch(/^vidhi_payments_forged_webhooks_total\{service="payments"\} 2$/m);
  });

  it('signed with the previous secret is accepted, so that a change of the secret loses none', async () => {
    const body = captured('order_of_before', 100);
    expect((await webhook(body, PREVIOUS_SECRET, 'evt_previous')).status).toBe(200);
    const events = site.connections.payments.collection<{ _id: string }>('provider_events');
    expect(await events.findOne({ _id: 'evt_previous' })).toMatchObject({ body });
  });

  it('of an unknown order is stored, and tried again', async () => {
    const secret = RAZORPAY.RAZORPAY_WEBHOOK_SECRET;
    expect((await webhook(captured('order_unknown', 100), secret, 'evt_unknown')).status).toBe(200);
    const events = site.connections.payments.collection<{ _id: string; attempts: number }>('provider_events');
    await expect
      .poll(async () => (await events.findOne({ _id: 'evt_unknown' }))?.attempts, POLL)
      .toBeGreaterThan(0);
    expect(await events.findOne({ _id: 'evt_unknown' })).toMatchObject({ state: 'UNMATCHED' });
  });
});

describe('an order that nobody pays', () => {
  it('expires, and is PAID by the listing when it is paid after all', async () => {
    const buyer = await site.purchases.aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    await expect.poll(() => site.purchases.statusOf(orderId), POLL).toBe('EXPIRED');
    await site.purchases.pay(orderId);
    await site.purchases.expectSettled(buyer, orderId);
    const checkout = await site.purchases.checkoutOf(orderId);
    expect(checkout?.['history']).toContainEqual(expect.objectContaining({ to: 'PAID', by: 'listing' }));
  });

  it('and whose confirmation comes after it has expired is looked at once', async () => {
    const buyer = await site.purchases.aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    await expect.poll(() => site.purchases.statusOf(orderId), POLL).toBe('EXPIRED');
    const checkouts = site.connections.payments.collection('checkouts');
    await checkouts.updateOne({ providerOrderId: orderId }, { $set: { nextCheckAt: new Date(0) } });
    await expect
      .poll(async () => (await site.purchases.checkoutOf(orderId))?.['nextCheckAt'], POLL)
      .toBeUndefined();
    expect(await site.purchases.statusOf(orderId)).toBe('EXPIRED');
  });

  it('is not lost by a database that forgot the id of the order', async () => {
    const buyer = await site.purchases.aBuyer();
    const { id, checkout_id } = (await buyer.checkout()).body;
    await site.connections.payments
      .collection<{ _id: string }>('checkouts')
      .updateOne(
        { _id: String(checkout_id) },
        { $set: { status: 'CREATED' }, $unset: { providerOrderId: '', nextCheckAt: '' } },
      );
    await site.purchases.pay(String(id));
    await expect.poll(() => site.purchases.statusOf(String(id)), POLL).toBe('FULFILLED');
    await site.purchases.expectSettled(buyer, String(id));
  });

  it('is restored from its order when the database has lost a paid checkout', async () => {
    const buyer = await site.purchases.aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    await site.purchases.verify(await site.purchases.pay(orderId));
    await site.purchases.expectSettled(buyer, orderId);
    const before = await site.purchases.checkoutOf(orderId);
    await site.connections.payments.collection('checkouts').deleteOne({ providerOrderId: orderId });
    await expect.poll(() => site.purchases.statusOf(orderId), POLL).toBe('FULFILLED');
    const restored = await site.purchases.checkoutOf(orderId);
    for (const name of ['_id', 'paymentId', 'purchaseId', 'userId', 'billing', 'refunds'])
      expect(restored?.[name]).toEqual(before?.[name]);
    expect(restored?.['snapshot']).toMatchObject({
      totalPaise: 140_500,
      lines: [{ bookId: 1 }, { bookId: 2 }],
    });
  });

  it('of which the database knows nothing is stored as unmatched', async () => {
    const buyer = await site.purchases.aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    await site.connections.payments.collection('checkouts').deleteOne({ providerOrderId: orderId });
    const paid = await site.purchases.pay(orderId);
    const unmatched = site.connections.payments.collection('unmatched_payments');
    await expect
      .poll(() => unmatched.findOne({ orderId }), POLL)
      .toMatchObject({ _id: paid['razorpay_payment_id'], amountPaise: 140_500 });
  });
});

describe('an erased account', () => {
  it('is named by its paid checkouts for as long as the law requires', async () => {
    const buyer = await site.purchases.aBuyer();
    const paidId = String((await buyer.checkout()).body['id']);
    await site.purchases.verify(await site.purchases.pay(paidId));
    const other = await site.purchases.aBuyer();
    const unpaidId = String((await other.checkout()).body['id']);
    await expect.poll(() => site.purchases.statusOf(unpaidId), POLL).toBe('EXPIRED');
    const { connections } = site;
    const store = mongoCheckoutStore(
      connections.payments,
      { name: 'unused', partitions: 1, compacted: false },
      () => {},
    );
    const namesOf = async () => [
      (await site.purchases.checkoutOf(paidId))?.['billing'],
      (await site.purchases.checkoutOf(unpaidId))?.['shipping'],
    ];
    const [past, future] = [new Date(0), new Date(Date.now() + 60_000)];
    await store.removeContacts({ erased: [], unpaidBefore: past, paidBefore: future });
    expect(await namesOf()).toEqual([ADDRESS, ADDRESS]);
    const erased = [buyer.userId, other.userId];
    await store.removeContacts({ erased, unpaidBefore: past, paidBefore: past });
    expect(await namesOf()).toEqual([ADDRESS, null]);
    await store.removeContacts({ erased, unpaidBefore: past, paidBefore: future });
    expect(await namesOf()).toEqual([null, null]);
  });
});

describe('the reconciliation', () => {
  it('is read at the desks of the shop', async () => {
    const read = async (role: number) =>
      (
        await site.get(
          'carts',
          '/api/orders/reconciliation',
          await site.tokens.bearer({ userId: role, role }),
        )
      ).status;
    expect([await read(4), await read(10), await read(11)]).toEqual([403, 200, 200]);
  });

  it('leaves out a payment that somebody has looked at, and publishes payments again', async () => {
    const payments = site.connections.payments.collection<{ _id: string }>('unmatched_payments');
    await payments.insertOne({ _id: 'pay_foreign', foundAt: new Date() } as { _id: string });
    const token = { 'x-service-token': SERVICE_TOKEN };
    const found = async () => {
      const { body } = await site.get('payments', '/internal/reconciliation', token);
      return (body['unmatchedPayments'] as { ids: string[] }).ids;
    };
    expect(await found()).toContain('pay_foreign');
    const post = (call: string, body: Json) =>
      site.post('payments', `/internal/reconciliation/${call}`, body, token);
    expect((await post('dismiss', { id: 'pay_foreign' })).status).toBe(200);
    expect(await found()).not.toContain('pay_foreign');
    expect((await post('dismiss', { id: 'pay_missing' })).status).toBe(404);
    const { body } = await post('republish', { since: '2026-01-01T00:00:00.000Z' });
    expect(body['count']).toBeGreaterThan(0);
  });

  it('finds a paid checkout whose order was lost, and makes the order again', async () => {
    const buyer = await site.purchases.aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    await site.purchases.pay(orderId);
    await site.purchases.expectSettled(buyer, orderId);
    const checkoutId = (await site.purchases.checkoutOf(orderId))?._id;
    await site.connections.carts.collection('purchases').deleteOne({ userId: buyer.userId });
    const staff = await site.tokens.bearer({ userId: 11, role: 11 });
    const { body } = await site.get('carts', '/api/orders/reconciliation', staff);
    expect(body).toMatchObject({ isClean: false, moneyWithoutOrder: { count: 1, ids: [checkoutId] } });
    const repaired = await site.post('carts', '/api/orders/reconciliation/repair', {}, staff);
    expect(repaired.body).toMatchObject({ moneyWithoutOrder: { count: 0 }, orderWithoutMoney: { count: 0 } });
    await site.purchases.expectSettled(buyer, orderId);
  });
});
