import type { PaidCheckout } from '@vidhi/contracts/purchases.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { describe, expect, it } from 'vitest';
import type { LinkClaim } from '../links/payment-link-store.ts';
import { createPurchases, type CreatePurchaseDeps } from './create-purchase.ts';
import { purchaseId, type Purchase } from './purchase.ts';

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

const ID = purchaseId(PAID.checkoutId);
const AGAIN = `published again: order.created:${ID}`;

/**
 * Handles `payment.verified` with this store; resolves with the result and what was done with the event of the purchase.
 */
async function handle(
  store: { has: boolean; insert: boolean; status?: 'CONFIRMED' | 'CANCELLED'; documentsDue?: boolean },
  takes: { claimed?: boolean; consumed?: boolean; returned?: number; link?: LinkClaim } = {},
) {
  const done: string[] = [];
  const stored: Pick<Purchase, 'status' | 'cartCleanup'>[] = [];
  const { claimed = true, consumed = true, returned = 0, link } = takes;
  const returns = { rev: 1, returnedPaise: returned, pendingPaise: 0, disputes: [] };
  const paid = {
    ...PAID,
    ...(returned === 0 ? {} : { returns }),
    ...(link === undefined ? {} : { linkId: 'link_1' }),
  };
  const create = createPurchases({
    purchases: {
      has: async () => store.has,
      async insert({ status, cartCleanup }: Purchase) {
        stored.push({ status, cartCleanup });
        return store.insert;
      },
      cleaned: async () => void done.push('cart cleaned'),
      find: async () => ({
        status: store.status ?? 'CONFIRMED',
        documentsDue: store.documentsDue === false ? undefined : true,
      }),
    } as unknown as CreatePurchaseDeps['purchases'],
    outbox: {
      notify: (id) => void done.push(`notify ${id}`),
      republish: async (_id, event) => done.push(`published again: ${event}`) > 0,
    },
    topic: TOPICS.ordersPurchases,
    nextOrderId: async () => 1,
    pictureOf: () => null,
    publisherOf: () => null,
    paymentLinks: { claim: async () => link ?? 'claimed', find: async () => null },
    claims: { claim: async () => claimed },
    stock: { consume: async () => consumed, release: async () => void done.push('copies released') },
    noteReturns: async (id, { returnedPaise }) => done.push(`${returnedPaise} of ${id} went back`) > 0,
    makeDocuments: async () => undefined,
    cleanCart: async () => undefined,
  });
  return { isNew: await create(paid), done, stored };
}

describe('payment.verified', () => {
  it('creates the purchase, and publishes its event', async () => {
    expect(await handle({ has: false, insert: true })).toEqual({
      isNew: true,
      done: [`notify ${ID}`, 'cart cleaned'],
      stored: [{ status: 'CONFIRMED', cartCleanup: 'PENDING' }],
    });
  });

  // A broker that lost everything may have lost `order.created`, too: payments polls until it has received the event.
  it.each([
    ['that is repeated', { has: true, insert: false }],
    ['that another process has handled meanwhile', { has: false, insert: false }],
  ])('%s makes the event of the purchase due again', async (_, store) => {
    expect(await handle(store)).toMatchObject({ isNew: false, done: [AGAIN] });
  });

  it.each([
    ['whose lines another purchase has bought', { claimed: false }],
    ['of which no copy is left', { consumed: false }],
    ['by a link that was cancelled', { link: 'cancelled' as const }],
    ['by a link that another payment has taken over', { link: 'paid-before' as const }],
  ])('%s makes a cancelled purchase, and leaves the cart alone', async (_, takes) => {
    expect(await handle({ has: false, insert: true }, takes)).toEqual({
      isNew: true,
      done: [`notify ${ID}`],
      stored: [{ status: 'CANCELLED', cartCleanup: 'DONE' }],
    });
  });

  it('of a payment that was refunded in full makes a cancelled purchase, and takes neither lines nor copies', async () => {
    expect(await handle({ has: false, insert: true }, { returned: 10_000, claimed: false })).toEqual({
      isNew: true,
      done: [`notify ${ID}`, `10000 of ${ID} went back`],
      stored: [{ status: 'CANCELLED', cartCleanup: 'DONE' }],
    });
  });

  it.each([false, true])('notes what went back by part, also of a purchase that exists: %s', async (has) => {
    const { done, stored } = await handle({ has, insert: !has }, { returned: 4_000 });
    expect(done.at(-1)).toBe(`4000 of ${ID} went back`);
    expect(stored.map(({ status }) => status)).toEqual(has ? [] : ['CONFIRMED']);
  });

  it.each([
    ['cancelled the purchase', { status: 'CANCELLED' as const }],
    ['made its documents, and so counted its copies as sold', { documentsDue: false }],
  ])('gives its copies back when another process has %s meanwhile', async (_, stored) => {
    expect(await handle({ has: false, insert: false, ...stored })).toMatchObject({
      done: ['copies released', AGAIN],
    });
  });
});
