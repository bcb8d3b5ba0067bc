import { describe, expect, it } from 'vitest';
import { MAX_PAID_CHECKOUTS } from '@vidhi/contracts/reconciliation.ts';
import { EMPTY_STATS } from '@vidhi/outbox/outbox-stats.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { purchaseId, type Purchase } from '../purchases/purchase.ts';
import { createReconciliation, type ReconcileOptions } from './reconcile.ts';

const NOW = Date.parse('2026-10-01T10:00:00.000Z');
const OLD = '2026-10-01T09:00:00.000Z';
const NEW = '2026-10-01T09:59:59.000Z';
const NONE = { count: 0, ids: [] };
const CLEAN = {
  unmatchedEvents: NONE,
  unmatchedPayments: NONE,
  failedRefunds: NONE,
  openDisputes: NONE,
  outboxSeconds: 0,
};
const SENT = { pending: 0, dead: 0, oldestPendingSeconds: 0 };

/** Sources with ids of paid checkouts, and of checkouts that have a purchase. */
function aSite(
  paid: readonly { id: string; capturedAt: string; returnedPaise?: number; returnsAt?: string }[],
  bought: readonly string[],
) {
  const checkouts = paid
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((one) => ({ returnedPaise: 0, returnsAt: null, ...one }));
  const aPurchaseOf = (checkoutId: string): Purchase => ({
    ...aPurchase(7),
    _id: purchaseId(checkoutId),
    checkoutId,
    createdAt: new Date(OLD),
  });
  const stored = new Map(bought.map((id) => [purchaseId(id), aPurchaseOf(id)]));
  const options: ReconcileOptions = {
    sources: {
      readPayments: async () => CLEAN,
      listPaid: async (after) => checkouts.filter(({ id }) => id > after).slice(0, MAX_PAID_CHECKOUTS),
      findPaid: async (ids) => checkouts.filter(({ id }) => ids.includes(id)),
      repairPayments: async () => undefined,
      readMails: async () => SENT,
    },
    purchases: {
      findCompared: async (ids) => ids.flatMap((id) => stored.get(id) ?? []),
      listCompared: async (after, _since, limit) =>
        [...stored.values()]
          .toSorted((a, b) => (a._id < b._id ? -1 : 1))
          .filter(({ _id }) => _id > after)
          .slice(0, limit),
      findUnacknowledged: async () => [],
    },
    findPaid: async (checkoutId) => ({
      checkoutId,
      orderId: 'order_1',
      paymentId: 'pay_1',
      userId: null,
      lines: [],
      shippingPaise: 0,
      totalPaise: 0,
      billing: null,
      shipping: null,
      capturedAt: OLD,
      returns: { rev: 1, returnedPaise: 5_000, pendingPaise: 0, disputes: [] },
    }),
    createPurchase: async ({ checkoutId }) => {
      stored.set(purchaseId(checkoutId), aPurchaseOf(checkoutId));
      return true;
    },
    async noteReturns(id, { returnedPaise }) {
      const purchase = stored.get(id);
      if (purchase !== undefined) stored.set(id, { ...purchase, returnedPaise });
      return true;
    },
    makeDocuments: async () => undefined,
    outbox: { stats: () => ({ ...EMPTY_STATS, reemissions: 0, lostLeases: 0 }), rearm: async () => true },
    cleanCarts: async () => undefined,
    graceMs: 600_000,
    intervalMs: 300_000,
    now: () => NOW,
  };
  return options;
}

describe('a reconciliation', () => {
  it('is clean when every payment has its order and every order its payment', async () => {
    const ids = Array.from({ length: 2 * MAX_PAID_CHECKOUTS }, (_, at) => `co_${at}`);
    const site = aSite(
      ids.map((id) => ({ id, capturedAt: OLD })),
      ids,
    );
    expect(await createReconciliation(site).measure()).toMatchObject({
      isClean: true,
      moneyWithoutOrder: NONE,
      orderWithoutMoney: NONE,
    });
  });

  it('finds money without order on any page, and makes the order', async () => {
    const ids = Array.from(
      { length: MAX_PAID_CHECKOUTS + 9 },
      (_, at) => `co_${String(at).padStart(4, '0')}`,
    );
    const site = aSite(
      ids.map((id) => ({ id, capturedAt: OLD })),
      ids.slice(1, -1),
    );
    const { measure, repair } = createReconciliation(site);
    expect(await measure()).toMatchObject({
      isClean: false,
      moneyWithoutOrder: { count: 2, ids: ['co_0000', 'co_0508'] },
    });
    expect(await repair()).toMatchObject({ isClean: true, moneyWithoutOrder: NONE });
  });

  it('finds refunds that the purchase does not know, and notes them', async () => {
    const refunded = { id: 'co_1', capturedAt: OLD, returnedPaise: 5_000, returnsAt: OLD };
    const { measure, repair } = createReconciliation(aSite([refunded], ['co_1']));
    const refundsDiffer = { count: 1, ids: [purchaseId('co_1')] };
    expect(await measure()).toMatchObject({ isClean: false, refundsDiffer });
    expect(await repair()).toMatchObject({ isClean: true, refundsDiffer: NONE });
  });

  it('leaves out refunds that are some minutes old', async () => {
    const refunded = { id: 'co_1', capturedAt: OLD, returnedPaise: 5_000, returnsAt: NEW };
    expect(await createReconciliation(aSite([refunded], ['co_1'])).measure()).toMatchObject({
      isClean: true,
    });
  });

  it('leaves out payments that are some minutes old', async () => {
    const site = aSite([{ id: 'co_1', capturedAt: NEW }], []);
    expect(await createReconciliation(site).measure()).toMatchObject({ isClean: true });
  });

  it('finds orders without money', async () => {
    const site = aSite([], ['co_1']);
    expect(await createReconciliation(site).measure()).toMatchObject({
      isClean: false,
      orderWithoutMoney: { count: 1, ids: [purchaseId('co_1')] },
    });
  });

  it.each([
    ['a webhook of an unknown order', { unmatchedEvents: { count: 1, ids: ['evt_1'] } }, SENT],
    ['a payment of no checkout', { unmatchedPayments: { count: 1, ids: ['pay_1'] } }, SENT],
    ['a rejected refund', { failedRefunds: { count: 1, ids: ['co_1'] } }, SENT],
    ['an event that is not acknowledged', { outboxSeconds: 601 }, SENT],
    ['a mail that waits', {}, { ...SENT, pending: 1, oldestPendingSeconds: 601 }],
    ['a dead mail', {}, { ...SENT, dead: 1 }],
  ])('is not clean with %s', async (_, payments, mails) => {
    const site = aSite([], []);
    site.sources.readPayments = async () => ({ ...CLEAN, ...payments });
    site.sources.readMails = async () => mails;
    expect(await createReconciliation(site).measure()).toMatchObject({ isClean: false, mails });
  });
});
