import { expect, it } from 'vitest';
import { aBill } from '../bills/bill-content-builder.ts';
import { aPurchase } from '../cart-app-builder.ts';
import type { BuyerRequest, Purchase } from '../purchases/purchase.ts';
import { aRefund } from '../refund-builder.ts';
import { cancellationRefund } from '../requests/order-requests.ts';
import { createPartRefunds } from './part-refunds.ts';

const { number, date, seller } = aBill();
const [LINE] = aPurchase(4).lines;
if (LINE === undefined) throw new Error('a purchase has a line');

const REQUEST: BuyerRequest = {
  id: 1,
  kind: 'cancel',
  lines: [{ id: 1, copies: 1 }],
  reason: 'Ordered twice',
  state: 'open',
  at: new Date('2026-10-05T09:00:00Z'),
};
const OTHER = aRefund({ id: 'other', lines: [{ id: 2, copies: 1, wasShipped: false }] });

it('refunds the shipping charge of a cancellation when another refund took the rest of the order meanwhile', async () => {
  let stored: Purchase = {
    ...aPurchase(4),
    lines: [
      { ...LINE, id: 1, quantity: 1, unitPaise: 45_000 },
      { ...LINE, id: 2, quantity: 1, unitPaise: 45_000 },
    ],
    shippingPaise: 10_000,
    totalPaise: 100_000,
    bill: { number, date, seller },
    requests: [REQUEST],
  };
  const refunds = createPartRefunds({
    changes: {
      async change(_id, change) {
        stored = { ...stored, ...change(stored)?.set };
        return stored;
      },
      findRefundsDue: async () => [],
    },
    stock: { move: async () => true },
    request: async () => ({ state: 'DONE', failure: null, providerId: 'rfnd_1' }),
    // The other refund is stored between the decision and its write.
    makeDocuments: async () => {
      if (stored.refunds === undefined) stored = { ...stored, refunds: [OTHER] };
    },
    onFailure: (error) => {
      throw error;
    },
  });
  const order = {
    id: 'r1',
    request: (purchase: Purchase) => cancellationRefund(purchase, REQUEST),
    by: 10,
    limitPaise: null,
  };
  const refund = await refunds.order(stored._id, order, () => ({ events: [] }));
  expect([refund.amountPaise, refund.shippingPaise]).toEqual([55_000, 10_000]);
  // Repeated, it follows from another state, and is the same refund.
  expect((await refunds.order(stored._id, order, () => ({ events: [] }))).id).toBe('r1');
  expect(stored.refunds).toHaveLength(2);
});

it('has the time at which it is stored, and not that of an attempt before: parcels are counted by it', async () => {
  let stored: Purchase = { ...aPurchase(4), bill: { number, date, seller } };
  let time = 1_000;
  const refunds = createPartRefunds({
    changes: {
      async change(_id, change) {
        // The first write fails, as a parcel was stored meanwhile.
        change(stored);
        time += 1_000;
        stored = { ...stored, ...change(stored)?.set };
        return stored;
      },
      findRefundsDue: async () => [],
    },
    stock: { move: async () => true },
    request: async () => ({ state: 'REQUESTED', failure: null, providerId: 'rfnd_1' }),
    makeDocuments: async () => undefined,
    onFailure: (error) => {
      throw error;
    },
    now: () => time,
  });
  const request = { amount_paise: 100, reason: 'damaged' };
  const order = { id: 'r1', request, by: 10, limitPaise: null };
  const refund = await refunds.order(stored._id, order, () => ({ events: [] }));
  expect(refund.at).toEqual(new Date(2_000));
});
