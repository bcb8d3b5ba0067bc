import { describe, expect, it } from 'vitest';
import type { StoredEntry } from '@vidhi/outbox/entry.ts';
import type { PaymentReturns } from '@vidhi/contracts/purchases.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { aPurchase } from '../cart-app-builder.ts';
import type { Purchase } from './purchase.ts';
import { createNoteReturns } from './purchase-returns.ts';

const TOTAL = 55_000;
const ID = aPurchase(7)._id;
const BILL = { number: 'BS/26-27/000001', date: '2026-10-01', seller: {} } as Purchase['bill'];
const returnsOf = (fields: Partial<PaymentReturns>): PaymentReturns => ({
  rev: 1,
  returnedPaise: 0,
  pendingPaise: 0,
  disputes: [],
  ...fields,
});
const disputeOf = (status: 'open' | 'won' | 'lost') => ({ id: 'disp_1', amountPaise: 20_000, status });

/** Notes these returns one after the other in a purchase with a bill; resolves with it, and what was published. */
async function note(returns: readonly Partial<PaymentReturns>[], fields: Partial<Purchase> = {}) {
  let purchase: Purchase = { ...aPurchase(7), ...(BILL === undefined ? {} : { bill: BILL }), ...fields };
  const events: string[] = [];
  const stored: StoredEntry[] = [];
  const noteReturns = createNoteReturns({
    store: {
      find: async () => structuredClone(purchase),
      async change(read, change, entries) {
        if (read.returnsRev !== purchase.returnsRev) return false;
        purchase = { ...purchase, ...change, returnsRev: (read.returnsRev ?? 0) + 1 };
        events.push(...entries.map(({ id }) => id));
        stored.push(...entries);
        return true;
      },
    },
    topic: TOPICS.ordersPurchases,
    async makeDocuments() {
      if (purchase.bill === undefined && BILL !== undefined) purchase = { ...purchase, bill: BILL };
    },
    notify: () => undefined,
  });
  for (const one of returns) await noteReturns(ID, returnsOf(one));
  return { purchase, events, entries: stored };
}
const shipped = aPurchase(7).lines.map((line) => ({ ...line, shipping_date: '2026-10-03' }));

describe('money that went back', () => {
  it('leaves the order when it is a part, and is published once, in whatever order it is reported', async () => {
    const { purchase, events } = await note([
      { returnedPaise: 20_000 },
      { returnedPaise: 20_000 },
      { returnedPaise: 30_000 },
      { returnedPaise: 20_000 },
    ]);
    expect(purchase).toMatchObject({ status: 'CONFIRMED', returnedPaise: 30_000, documentsDue: true });
    expect(events).toEqual([`order.refunded:${ID}:20000`, `order.refunded:${ID}:30000`]);
  });

  it('is published with the refund or dispute of each part, by which its credit note is found', async () => {
    const refund = (id: string, amountPaise: number) => ({ id, amountPaise, status: 'processed' as const });
    const { entries } = await note(
      [
        { returnedPaise: 10_000, refunds: [refund('rfnd_1', 10_000)] },
        {
          returnedPaise: 45_000,
          refunds: [refund('rfnd_1', 10_000), refund('rfnd_2', 15_000)],
          disputes: [disputeOf('lost')],
        },
      ],
      { lines: shipped },
    );
    const parts = entries
      .filter(({ type }) => type === 'order.refunded')
      .map(({ data }) => data as { refundId: string; amountPaise: number; returnedPaise: number });
    expect(
      parts.map(({ refundId, amountPaise, returnedPaise }) => [refundId, amountPaise, returnedPaise]),
    ).toEqual([
      ['rfnd_1', 10_000, 10_000],
      ['rfnd_2', 15_000, 25_000],
      ['disp_1', 20_000, 45_000],
    ]);
  });

  it.each([
    ['went back', { returnedPaise: TOTAL }],
    ['is on its way back', { returnedPaise: 20_000, pendingPaise: 35_000 }],
  ])('cancels an order of which nothing was shipped when all of it %s', async (_, returns) => {
    const { purchase, events } = await note([returns]);
    expect(purchase).toMatchObject({ status: 'CANCELLED', cancelledFor: 'refunded', documentsDue: true });
    expect(purchase.copyMoves).toMatchObject([{ id: `cancel:${ID}:7`, copies: 1, by: null }]);
    expect(events).toEqual([`order.cancelled:${ID}`]);
  });

  it('leaves an order of which something was shipped, however much it is', async () => {
    const { purchase, events } = await note([{ returnedPaise: TOTAL }], { lines: shipped });
    expect(purchase).toMatchObject({ status: 'CONFIRMED', returnedPaise: TOTAL });
    expect(events).toEqual([`order.refunded:${ID}:${TOTAL}`]);
  });

  it('of an order that staff cancelled is noted, and mailed by its cancellation alone', async () => {
    const { purchase, events } = await note([{ returnedPaise: TOTAL }], {
      status: 'CANCELLED',
      cancelledFor: 'staff',
    });
    expect(purchase).toMatchObject({ cancelledFor: 'staff', returnedPaise: TOTAL });
    expect(events).toEqual([]);
  });

  it('waits for the bill that a credit note is about', async () => {
    const { purchase } = await note([{ returnedPaise: TOTAL }], { bill: undefined as never });
    expect(purchase).toMatchObject({ status: 'CANCELLED', bill: BILL });
  });
});

describe('a dispute', () => {
  it('is published with each of its states, and ends once', async () => {
    const { purchase, events } = await note([
      { disputes: [disputeOf('open')] },
      { disputes: [disputeOf('lost')], returnedPaise: 20_000 },
      { disputes: [disputeOf('open')] },
    ]);
    expect(purchase).toMatchObject({
      status: 'CONFIRMED',
      disputes: [disputeOf('lost')],
      returnedPaise: 20_000,
    });
    expect(events).toEqual([
      `order.disputed:${ID}:disp_1:open`,
      `order.disputed:${ID}:disp_1:lost`,
      `order.refunded:${ID}:20000`,
    ]);
  });
});
