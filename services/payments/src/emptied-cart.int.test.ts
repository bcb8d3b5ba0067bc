import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  POLL,
  startPurchaseSite,
  type Headers,
  type Json,
  type PurchaseSite,
} from './purchase-site-builder.ts';

// Clients that empty the cart when the provider's dialog ends, and then verify the payment.

let site: PurchaseSite;

beforeAll(async () => {
  site = await startPurchaseSite();
});
afterAll(() => site?.end());

interface Shopper {
  headers: Headers;
  /** Query that proves a guest's cart, else empty. */
  proof: string;
  cart: () => Promise<Json[]>;
  /** Resolves with the id of the order. */
  checkout: () => Promise<string>;
}

async function anAccount(): Promise<Shopper> {
  const { bearer, cart, checkout } = await site.purchases.aBuyer();
  return { headers: bearer, proof: '', cart, checkout: async () => String((await checkout()).body['id']) };
}

let guests = 0;
async function aGuest(): Promise<Shopper> {
  guests += 1;
  const Batch_id = `guest-cart-with-a-long-id-${guests}`;
  for (const catalog_books of [1, 2])
    await expect
      .poll(async () => {
        const data = { catalog_books, Quantity: 2, Batch_id };
        return (await site.post('carts', '/api/carts', { data })).status;
      }, POLL)
      .toBe(200);
  const request = { receipt: Batch_id, billingAddress: ADDRESS, shippingAddress: ADDRESS };
  return {
    headers: {},
    proof: `?Batch_id=${Batch_id}`,
    async cart() {
      const { body } = await site.get('carts', `/api/carts?filters[Batch_id][$eq]=${Batch_id}`);
      return body['data'] as Json[];
    },
    checkout: async () =>
      String((await site.postUntilAvailable('payments', '/api/payment/checkout', request)).body['id']),
  };
}

async function emptyCart({ cart, headers, proof }: Shopper): Promise<void> {
  for (const { id } of await cart()) {
    const url = `${site.urlOf('carts')}/api/carts/${id}${proof}`;
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(200);
  }
  expect(await cart()).toEqual([]);
}

describe.each([
  ['an account', anAccount],
  ['a guest', aGuest],
])('the cart of %s that was emptied before the verification', (_, aShopper) => {
  it('is back when the payment has failed, and empty for good when the next one is captured', async () => {
    const shopper = await aShopper();
    const before = await shopper.cart();
    expect(before).toHaveLength(2);
    const orderId = await shopper.checkout();
    const failed = await site.purchases.pay(orderId, { outcome: 'failed' });
    await emptyCart(shopper);
    expect((await site.purchases.verify(failed)).status).toBe(409);
    await expect.poll(shopper.cart, POLL).toEqual(before);

    expect(await shopper.checkout()).toBe(orderId);
    const confirmation = await site.purchases.pay(orderId);
    await emptyCart(shopper);
    expect((await site.purchases.verify(confirmation)).body).toMatchObject({ status: 'paid' });
    await expect.poll(() => site.purchases.statusOf(orderId), POLL).toBe('FULFILLED');
    const { _id } = (await site.purchases.checkoutOf(orderId)) ?? {};
    const stored = site.connections.carts.collection('purchases');
    await expect
      .poll(() => stored.findOne({ checkoutId: String(_id) }), POLL)
      .toMatchObject({ status: 'CONFIRMED', cartCleanup: 'DONE' });
    // A confirmation that cannot be verified brings nothing back that was bought.
    const forged = { ...confirmation, razorpay_signature: '0'.repeat(64) };
    expect((await site.purchases.verify(forged)).status).toBe(400);
    expect(await shopper.cart()).toEqual([]);
    const lines = site.connections.carts.collection('cart_lines');
    expect(await lines.countDocuments({ lineId: { $in: await lineIdsOf(orderId) } })).toBe(0);
  });

  it('is back when the confirmation has a wrong signature', async () => {
    const shopper = await aShopper();
    const before = await shopper.cart();
    const orderId = await shopper.checkout();
    await emptyCart(shopper);
    const forged = {
      razorpay_payment_id: 'pay_forged',
      razorpay_order_id: orderId,
      razorpay_signature: '0'.repeat(64),
    };
    expect((await site.purchases.verify(forged)).status).toBe(400);
    await expect.poll(shopper.cart, POLL).toEqual(before);
  });
});

async function lineIdsOf(orderId: string): Promise<string[]> {
  const checkout = await site.purchases.checkoutOf(orderId);
  return ((checkout?.['snapshot'] ?? { lines: [] }) as { lines: { lineId: string }[] }).lines.map(
    ({ lineId }) => lineId,
  );
}

it('has only the new copies of a book that was added again meanwhile', async () => {
  const shopper = await anAccount();
  const orderId = await shopper.checkout();
  const failed = await site.purchases.pay(orderId, { outcome: 'failed' });
  await emptyCart(shopper);
  const data = { catalog_books: 1, Quantity: 5 };
  expect((await site.post('carts', '/api/carts', { data }, shopper.headers)).status).toBe(200);
  expect((await site.purchases.verify(failed)).status).toBe(409);
  const quantities = (await shopper.cart()).map(({ attributes }) => (attributes as Json)['Quantity']);
  expect(quantities.toSorted()).toEqual([1, 5]);
});

it('is back when both services end between the failure and the restoration', async () => {
  const shopper = await anAccount();
  const before = await shopper.cart();
  const orderId = await shopper.checkout();
  const failed = await site.purchases.pay(orderId, { outcome: 'failed' });
  await emptyCart(shopper);
  await site.kill('carts');
  expect((await site.purchases.verify(failed)).status).toBe(409);
  await site.kill('payments');
  await Promise.all([site.start('payments'), site.start('carts')]);
  await expect.poll(() => shopper.cart().catch(() => []), POLL).toEqual(before);
});
