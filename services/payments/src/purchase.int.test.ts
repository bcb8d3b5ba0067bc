import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  POLL,
  RAZORPAY,
  startPurchaseSite,
  type Json,
  type PurchaseSite,
} from './purchase-site-builder.ts';

// A purchase from the cart to the order, and what is left of it when processes are killed.

let site: PurchaseSite;

beforeAll(async () => {
  site = await startPurchaseSite();
});
afterAll(() => site?.end());

describe('a purchase', () => {
  it('is priced by the server, verified, and becomes one order of two lines', async () => {
    const buyer = await site.purchases.aBuyer();
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
    const razorpay_signature = '0'.repeat(64);
    // Before the payment, which the poll may find at any time.
    const madeUp = { razorpay_order_id: orderId, razorpay_payment_id: 'pay_forged', razorpay_signature };
    expect((await site.purchases.verify(madeUp)).status).toBe(400);
    expect(await site.purchases.statusOf(orderId)).toBe('ORDERED');
    const confirmation = await site.purchases.pay(orderId);
    expect((await site.purchases.verify({ ...confirmation, razorpay_signature })).status).toBe(400);
    for (let round = 0; round < 2; round += 1)
      expect((await site.purchases.verify(confirmation)).body).toMatchObject({ status: 'paid' });
    await site.purchases.expectSettled(buyer, orderId);
    const [first] = await buyer.orders();
    expect(first?.['attributes']).toMatchObject({
      quantity: 2,
      status: 'CONFIRMED',
      checkout_id: order['checkout_id'],
      item_detail: { Title: 'Book 1', title: 'Book 1', Price: 450, price: 450 },
      paymentDetails: { data: { payment: [{ order_id: orderId, amount: 1405, billing_name: 'Asha Rao' }] } },
    });
    const paymentId = confirmation['razorpay_payment_id'];
    const fetched = await site.postUntilAvailable(
      'payments',
      `/api/payment/fetch?payment_id=${paymentId}`,
      {},
      buyer.bearer,
    );
    expect((fetched.body['data'] as Json)['attributes']).toMatchObject({
      order_id: orderId,
      amount: 1405,
      status: 'captured',
    });
    const stranger = await site.tokens.bearer({ userId: 9, role: 4 });
    expect(
      (await site.post('payments', `/api/payment/fetch?payment_id=${paymentId}`, {}, stranger)).status,
    ).toBe(404);
    const claim = { data: { payment_id: paymentId, item_id: '2', Price: 1 } };
    expect((await site.post('carts', '/api/orders', claim, stranger)).status).toBe(404);
    const claimed = await site.postUntilAvailable('carts', '/api/orders', claim, buyer.bearer);
    expect(claimed.body['data']).toMatchObject({ attributes: { item_id: '2', Price: 405 } });
    expect((await buyer.checkout()).status).toBe(400);
  });

  it('of a guest is found by webhooks alone, doubled and reversed', async () => {
    const Batch_id = 'guest-cart-with-a-long-id';
    await site.postUntilAvailable('carts', '/api/carts', {
      data: { catalog_books: 1, Quantity: 1, Batch_id },
    });
    const request = { receipt: Batch_id, billingAddress: ADDRESS, shippingAddress: ADDRESS };
    const { body } = await site.postUntilAvailable('payments', '/api/payment/checkout', request);
    const orderId = String(body['id']);
    await site.purchases.pay(orderId, { webhook: 'doubled', reversed: true });
    await expect.poll(() => site.purchases.statusOf(orderId), POLL).toBe('FULFILLED');
    const checkout = await site.purchases.checkoutOf(orderId);
    const stored = site.connections.carts.collection('purchases');
    expect(await stored.find({ checkoutId: String(checkout?._id) }).toArray()).toMatchObject([
      { userId: null, totalPaise: 55_000 },
    ]);
    const list = async () =>
      (
        (await (
          await fetch(`${site.urlOf('carts')}/api/carts?filters[Batch_id][$eq]=${Batch_id}`)
        ).json()) as Json
      )['data'];
    await expect.poll(list, POLL).toEqual([]);
  });

  it('is found by the poll when neither browser nor webhook reports it, also after a late authorization', async () => {
    const buyer = await site.purchases.aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    const failed = await site.purchases.pay(orderId, { outcome: 'failed' });
    await expect.poll(() => site.purchases.statusOf(orderId), POLL).toBe('ATTEMPTED');
    await site.post('sandbox', `/control/payments/${failed['razorpay_payment_id']}/authorize`, {
      webhook: 'lost',
    });
    await site.purchases.expectSettled(buyer, orderId);
  });

  it('captures what the provider only authorized', async () => {
    const buyer = await site.purchases.aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    const confirmation = await site.purchases.pay(orderId, { outcome: 'authorized' });
    expect((await site.purchases.verify(confirmation)).body).toMatchObject({ status: 'paid' });
    await site.purchases.expectSettled(buyer, orderId);
  });

  it('refunds another amount and a second payment, once each', async () => {
    const buyer = await site.purchases.aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    const wrong = await site.purchases.pay(orderId, { amount: 100 });
    expect((await site.purchases.verify(wrong)).status).toBe(409);
    const right = await site.purchases.pay(orderId, { force: true });
    expect((await site.purchases.verify(right)).status).toBe(200);
    const second = await site.purchases.pay(orderId, { force: true });
    expect((await site.purchases.verify(second)).status).toBe(409);
    const refunds = async () => {
      const checkout = await site.purchases.checkoutOf(orderId);
      const stored = (checkout?.['refunds'] ?? []) as { reason: string; state: string }[];
      return stored.map(({ reason, state }) => [reason, state]);
    };
    await expect.poll(refunds, POLL).toEqual([
      ['amount', 'DONE'],
      ['second-payment', 'DONE'],
    ]);
    await site.purchases.expectSettled(buyer, orderId);
  });

  it('gets one order from the provider whose answer was lost', async () => {
    const buyer = await site.purchases.aBuyer();
    const lost = { call: 'POST /v1/orders', kind: 'drop-after', times: 2 };
    await site.post('sandbox', '/control/faults', lost);
    expect((await buyer.checkout({}, site.post)).status).toBe(503);
    const { status, body } = await buyer.checkout();
    expect(status).toBe(200);
    const credentials = `${RAZORPAY.RAZORPAY_KEY_ID}:${RAZORPAY.RAZORPAY_KEY_SECRET}`;
    const response = await fetch(`${site.urlOf('sandbox')}/v1/orders?receipt=${body['checkout_id']}`, {
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    });
    expect(await response.json()).toMatchObject({ count: 1 });
  });
});

describe('a purchase whose processes are killed', () => {
  it('settles when payments dies after the capture, before any report', async () => {
    const buyer = await site.purchases.aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    await site.kill('payments');
    await site.purchases.pay(orderId, { webhook: 'sent' });
    expect(await site.purchases.statusOf(orderId)).toBe('ORDERED');
    await site.start('payments');
    await site.purchases.expectSettled(buyer, orderId);
  });

  it('settles when payments dies right after the write of the payment', async () => {
    const buyer = await site.purchases.aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    const confirmation = await site.purchases.pay(orderId);
    await site.kill('carts');
    expect((await site.purchases.verify(confirmation)).status).toBe(200);
    await site.kill('payments');
    await Promise.all([site.start('payments'), site.start('carts')]);
    await site.purchases.expectSettled(buyer, orderId);
  });

  it('settles when cart-orders dies after the purchase, before the cart is clean', async () => {
    const buyer = await site.purchases.aBuyer();
    const orderId = String((await buyer.checkout()).body['id']);
    const lines = site.connections.carts.collection('cart_lines');
    const before = await lines.find({ userId: buyer.userId }).toArray();
    await site.purchases.verify(await site.purchases.pay(orderId));
    await site.purchases.expectSettled(buyer, orderId);
    await site.kill('carts');
    // State after the crash: the purchase, and a line from which its copies were not removed.
    const [line] = before;
    await lines.insertOne({ ...line, quantity: 3 } as never);
    await site.connections.carts
      .collection('purchases')
      .updateOne({ userId: buyer.userId }, { $set: { cartCleanup: 'PENDING' } });
    await site.start('carts');
    // One copy was added after the checkout: it stays.
    await expect
      .poll(async () => (await buyer.cart()).map(({ attributes }) => (attributes as Json)['Quantity']), POLL)
      .toEqual([1]);
  });
});
