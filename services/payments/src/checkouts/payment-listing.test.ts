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
    checkouts: {
      find: async () => null,
      findByOrder: async () => stored,
      findByOrders: async () => [],
      ordered: async () => undefined,
    },
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

describe('payments that are applied', () => {
  /** Lists payments of checkouts that have them, of which some were refunded since; says what was read and written. */
  async function listApplied(count: number, refundedAt: readonly number[]) {
    const done: string[] = [];
    const payments = Array.from({ length: count }, (_, at) => ({
      ...PAYMENT,
      id: `pay_${at}`,
      order_id: `order_${at}`,
      amount_refunded: refundedAt.includes(at) ? 100 : 0,
    }));
    const checkoutOf = (order: string): Checkout => ({
      ...aCheckout(),
      _id: `co_of_${order}`,
      providerOrderId: order,
      paymentId: order.replace('order', 'pay'),
    });
    const listPayments = createPaymentListing({
      checkouts: {
        find: async () => null,
        findByOrder: async (order) => (done.push(`read ${order}`), checkoutOf(order)),
        findByOrders: async (orders) => (
          done.push(`read ${orders.length} checkouts`),
          orders.map(checkoutOf)
        ),
        ordered: async () => undefined,
      },
      updates: { applyPaymentUpdate: async ({ _id }) => void done.push(`applied to ${_id}`) },
      provider: { listPaymentsSince: async () => payments, findReceipt: async () => null },
      returns: {
        read: async (_id, payment) => void done.push(`read refunds of ${payment}`),
        list: async () => undefined,
      },
      unmatched: {
        add: async () => undefined,
        remove: async (ids) => void done.push(`${ids.length} matched`),
        list: async () => [],
        isFoundBefore: async () => false,
      },
      restoreCheckout: async () => false,
    });
    await listPayments(new Date(0));
    return done;
  }

  it('take one read and one write for a hundred', async () => {
    expect(await listApplied(150, [])).toEqual([
      'read 100 checkouts',
      '100 matched',
      'read 50 checkouts',
      '50 matched',
    ]);
  });

  it('are read alone when more was refunded than their checkout knows', async () => {
    expect(await listApplied(3, [1])).toEqual([
      'read 3 checkouts',
      'read order_1',
      'read refunds of pay_1',
      '1 matched',
      '2 matched',
    ]);
  });
});
