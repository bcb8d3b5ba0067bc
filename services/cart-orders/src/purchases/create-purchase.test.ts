import type { PaidCheckout } from '@vidhi/contracts/purchases.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { describe, expect, it } from 'vitest';
import { createPurchases, type CreatePurchaseDeps } from './create-purchase.ts';
import { purchaseId } from './purchase.ts';

const ADDRESS = {
  name: 'Asha',
  phone: '9000000000',
  email: 'a@b.example',
  address: 'Pune',
  pincode: '411001',
};
const PAID: PaidCheckout = {
  checkoutId: 'co_1',
  paymentId: 'pay_1',
  orderId: 'order_1',
  userId: null,
  lines: [],
  shippingPaise: 10_000,
  totalPaise: 10_000,
  billing: ADDRESS,
  shipping: ADDRESS,
  capturedAt: '2026-01-01T00:00:00.000Z',
};

/** Handles `payment.verified` with this store; resolves with the result and what was done with the event of the purchase. */
async function handle(store: { has: boolean; insert: boolean }) {
  const done: string[] = [];
  const create = createPurchases({
    purchases: {
      has: async () => store.has,
      insert: async () => store.insert,
      cleaned: async () => undefined,
    } as unknown as CreatePurchaseDeps['purchases'],
    outbox: {
      notify: (id) => void done.push(`notify ${id}`),
      rearm: async (id) => done.push(`rearm ${id}`) > 0,
    },
    topic: TOPICS.ordersPurchases,
    nextOrderId: async () => 1,
    pictureOf: () => null,
    publisherOf: () => null,
    claims: { claim: async () => true },
    stock: { consume: async () => true },
    makeDocuments: async () => undefined,
    cleanCart: async () => undefined,
  });
  return { isNew: await create(PAID), done };
}

const ID = purchaseId(PAID.checkoutId);

describe('payment.verified', () => {
  it('creates the purchase, and publishes its event', async () => {
    expect(await handle({ has: false, insert: true })).toEqual({ isNew: true, done: [`notify ${ID}`] });
  });

  // A broker that lost everything may have lost `order.created`, too: payments asks again until it has heard of the order.
  it.each([
    ['that is repeated', { has: true, insert: false }],
    ['that another process has handled meanwhile', { has: false, insert: false }],
  ])('%s makes the event of the purchase due again', async (_, store) => {
    expect(await handle(store)).toEqual({ isNew: false, done: [`rearm ${ID}`] });
  });
});
