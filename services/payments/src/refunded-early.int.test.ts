import { afterAll, beforeAll, expect, it } from 'vitest';
import { POLL, startPurchaseSite, type PurchaseSite } from './purchase-site-builder.ts';

// A payment that was refunded at the provider before anything was known of it: neither poll nor listing sees it before.

let site: PurchaseSite;

beforeAll(async () => {
  site = await startPurchaseSite({ PAYMENT_CHECKS_MS: '86400000', PAYMENT_LISTING_MS: '86400000' });
});
afterAll(() => site?.end());

it('is a cancelled order without a bill when it was refunded in full, whatever its webhook says', async () => {
  const buyer = await site.purchases.aBuyer();
  const { status, body } = await buyer.checkout();
  expect({ status, body }).toMatchObject({ status: 200 });
  const orderId = String(body['id']);
  const { razorpay_payment_id: paymentId } = await site.purchases.pay(orderId);
  const sent = await fetch(`${site.urlOf('sandbox')}/control/webhooks`);
  const webhooks = (await sent.json()) as { id: string; event: string }[];
  const captured = webhooks.find(({ event }) => event === 'payment.captured');
  await site.post('sandbox', `/control/payments/${String(paymentId)}/refund`, { webhook: 'lost' });
  await site.post('sandbox', `/control/webhooks/${String(captured?.id)}/replay`, {});
  await expect.poll(() => site.purchases.statusOf(orderId), POLL).toBe('FULFILLED');
  const purchase = await site.connections.carts
    .collection('purchases')
    .findOne({ checkoutId: String(body['checkout_id']) });
  expect(purchase).toMatchObject({ status: 'CANCELLED', cancelledFor: 'refunded' });
  expect(purchase).not.toHaveProperty('bill');
  expect((purchase?.['outbox'] as { type: string }[] | undefined)?.map(({ type }) => type)).toEqual([
    'order.created',
  ]);
  // The cart is as it was: nothing of it was bought.
  expect(await buyer.cart()).toHaveLength(2);
});
