import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADDRESS, POLL, startPurchaseSite, type Json, type PurchaseSite } from './purchase-site-builder.ts';

// Two checkouts of the same lines of a cart, which a corrected address makes.

let site: PurchaseSite;

beforeAll(async () => {
  site = await startPurchaseSite();
});
afterAll(() => site?.end());

it('of which both are paid give one order, and the second payment back', async () => {
  const buyer = await site.purchases.aBuyer();
  const first = String((await buyer.checkout()).body['id']);
  const corrected = await buyer.checkout({ billingAddress: { ...ADDRESS, address: '2 MG Road, Pune' } });
  const second = String(corrected.body['id']);
  expect(second).not.toBe(first);
  await site.purchases.verify(await site.purchases.pay(second));
  await site.purchases.expectSettled(buyer, second);
  const confirmation = await site.purchases.pay(first);
  await site.purchases.verify(confirmation);
  const stored = site.connections.carts.collection('purchases');
  await expect
    .poll(() => stored.findOne({ orderId: first }), POLL)
    .toMatchObject({ status: 'CANCELLED', cancelledFor: 'bought-before', cartCleanup: 'DONE' });
  await expect
    .poll(async () => (await site.purchases.checkoutOf(first))?.['refunds'], POLL)
    .toMatchObject([{ reason: 'cancelled', state: 'DONE', amountPaise: 140_500 }]);
  expect(await stored.countDocuments({ userId: buyer.userId, status: 'CONFIRMED' })).toBe(1);
  expect((await site.purchases.checkoutOf(second))?.['refunds']).toEqual([]);

  const checkoutId = String((await site.purchases.checkoutOf(first))?._id);
  const status = await site.get('payments', `/api/payment/status/${checkoutId}`);
  expect((status.body['data'] as Json)['stage']).toBe('refunded');
  const claim = { data: { payment_id: confirmation['razorpay_payment_id'], item_id: '1' } };
  expect((await site.post('carts', '/api/orders', claim, buyer.bearer)).status).toBe(409);
});

it('are both orders when the cart was filled again in between', async () => {
  const buyer = await site.purchases.aBuyer();
  const first = String((await buyer.checkout()).body['id']);
  await site.purchases.verify(await site.purchases.pay(first));
  await site.purchases.expectSettled(buyer, first);
  for (const [book, Quantity] of [
    [1, 2],
    [2, 1],
  ])
    await site.postUntilAvailable(
      'carts',
      '/api/carts',
      { data: { catalog_books: book, Quantity } },
      buyer.bearer,
    );
  const second = String((await buyer.checkout()).body['id']);
  await site.purchases.verify(await site.purchases.pay(second));
  const stored = site.connections.carts.collection('purchases');
  await expect.poll(() => stored.countDocuments({ userId: buyer.userId, status: 'CONFIRMED' }), POLL).toBe(2);
});
