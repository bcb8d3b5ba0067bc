import { expect, it } from 'vitest';
import { aBill } from '../bills/bill-content-builder.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { copiesToPack } from '../desk/shipments.ts';
import type { BuyerRequest, Purchase } from '../purchases/purchase.ts';
import { aFailedRefund } from '../refund-builder.ts';
import { buyerTimelineOf } from './buyer-timeline.ts';
import { cancellationRefund, presentRequests, requestableOf } from './order-requests.ts';

const { number, date, seller } = aBill();
const [LINE] = aPurchase(4).lines;
if (LINE === undefined) throw new Error('a purchase has a line');
const LINES = [{ ...LINE, id: 1, quantity: 3, unitPaise: 45_000 }];
const DAY = new Date('2026-10-07T09:00:00Z');
const BEFORE = new Date('2026-10-06T09:00:00Z');

/** Three copies of which one, and the shipping charge, were paid back another way. */
const anOrder = (values: Partial<Purchase> = {}): Purchase => ({
  ...aPurchase(4),
  lines: LINES,
  shippingPaise: 10_000,
  totalPaise: 145_000,
  bill: { number, date, seller },
  refunds: [
    aFailedRefund({
      amountPaise: 55_000,
      shippingPaise: 10_000,
      lines: [{ id: 1, copies: 1, wasShipped: false }],
      settled: { at: DAY, by: 11, reason: 'By bank transfer' },
    }),
  ],
  ...values,
});
const aRequest = (values: Partial<BuyerRequest>): BuyerRequest => ({
  id: 1,
  kind: 'cancel',
  lines: [{ id: 1, copies: 2 }],
  reason: 'Ordered twice',
  state: 'open',
  at: BEFORE,
  ...values,
});

it('what was paid back another way is neither packed nor cancelled again', () => {
  const order = anOrder();
  expect(copiesToPack(order, { ...LINE, ...LINES[0] })).toBe(2);
  expect(requestableOf(order, DAY, 7)).toMatchObject([{ kind: 'cancel', copies: 2 }]);
  const refund = cancellationRefund(order, aRequest({}));
  expect(refund).toMatchObject({ lines: [{ id: 1, copies: 2 }] });
  expect(refund).not.toHaveProperty('shipping_paise');
});

it('an accepted return that was paid back another way since then is refunded', () => {
  const accepted = {
    kind: 'return',
    lines: [{ id: 1, copies: 1 }],
    state: 'accepted',
    decidedAt: BEFORE,
  } as const;
  const requests = [aRequest({ ...accepted, lines: [...accepted.lines] })];
  expect(presentRequests(anOrder({ requests })).map((one) => one.is_refunded)).toEqual([true]);
});

it('its buyer reads that it was paid back another way, and not by whom', () => {
  const facts = buyerTimelineOf(anOrder());
  expect(facts.find(({ kind }) => kind === 'refund.ordered')).toEqual({
    at: DAY.toISOString(),
    kind: 'refund.ordered',
    text: '₹550.00 paid back to you another way by the shop',
  });
});
