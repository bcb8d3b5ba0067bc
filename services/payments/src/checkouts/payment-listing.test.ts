import { describe, expect, it } from 'vitest';
import { aCheckout } from './checkout-builder.ts';
import type { Checkout } from './checkout.ts';
import { createPaymentListing } from './payment-listing.ts';
import { createRestoreCheckout } from './restore-checkout.ts';

const NOW = Date.parse('2026-11-01T10:00:00Z');
const RECEIPT = `co_${'a'.repeat(26)}`;
const PAYMENT = {
  id: 'pay_1',
  order_id: 'order_1',
  amount: 50_000,
  currency: 'INR',
  status: 'captured',
  method: 'card',
  captured: true,
  amount_refunded: 0,
};

/** Lists that payment of a checkout which the database has lost, and of which cart-orders knows nothing. */
async function list({ receipt = RECEIPT, foundMinutesAgo = 0, refunded = 0 }) {
  const payment = { ...PAYMENT, amount_refunded: refunded };
  const done: string[] = [];
  let stored: Checkout | null = null;
  const restoreCheckout = createRestoreCheckout({
    checkouts: {
      async restore(fields) {
        stored = aCheckout(fields);
      },
      refundDue: async () => undefined,
    },
    findPurchased: async () => null,
  });
  const listPayments = createPaymentListing({
    checkouts: { find: async () => null, findByOrder: async () => stored, ordered: async () => undefined },
    updates: {
      applyPaymentUpdate: async ({ snapshot, status }) =>
        void done.push(`applied to ${status} of ${snapshot.totalPaise}`),
    },
    provider: { listPaymentsSince: async () => [payment], findReceipt: async () => receipt },
    returns: { read: async () => undefined, list: async () => void done.push('refunds and disputes listed') },
    unmatched: {
      add: async () => void done.push('unmatched'),
      remove: async () => void done.push('matched'),
      list: async () => [],
      isFoundBefore: async (_id, before) => NOW - foundMinutesAgo * 60_000 < before.getTime(),
    },
    restoreCheckout,
    now: () => NOW,
  });
  await listPayments(new Date(0));
  return done;
}

describe('a payment of a checkout that is lost and has bought nothing', () => {
  it('is unmatched for ten minutes', async () => {
    expect(await list({ foundMinutesAgo: 9 })).toEqual(['unmatched', 'refunds and disputes listed']);
  });

  it('is then applied to a checkout that owes nothing, and so refunded', async () => {
    expect(await list({ foundMinutesAgo: 11 })).toEqual([
      'applied to EXPIRED of 0',
      'matched',
      'refunds and disputes listed',
    ]);
  });

  it('stays unmatched when its order is not of this site', async () => {
    expect(await list({ foundMinutesAgo: 11, receipt: 'invoice 7' })).toEqual([
      'unmatched',
      'refunds and disputes listed',
    ]);
  });

  it('is nothing that staff must resolve when it was refunded in full', async () => {
    expect(await list({ foundMinutesAgo: 11, refunded: 50_000 })).toEqual([
      'matched',
      'refunds and disputes listed',
    ]);
  });
});
