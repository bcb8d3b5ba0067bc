import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { PurchaseDetails } from '@vidhi/contracts/purchases.ts';
import { SETTINGS, aPurchase } from '../cart-app-builder.ts';
import { aRefund } from '../refund-builder.ts';
import { internalPurchaseRoutes } from './internal-purchase-routes.ts';
import type { Purchase, Shipment, ShopRefund } from './purchase.ts';

const refundOf = (lineId: number, copies: number, wasShipped: boolean, day = '2026-10-02'): ShopRefund =>
  aRefund({
    id: `r${lineId}-${copies}-${day}`,
    amountPaise: copies * 45_000,
    lines: [{ id: lineId, copies, wasShipped }],
    at: new Date(`${day}T09:00:00.000Z`),
  });

async function detailsOf(purchase: Purchase): Promise<PurchaseDetails> {
  const app = Fastify();
  await app.register(internalPurchaseRoutes, {
    purchases: { find: async () => purchase },
    links: { sign: () => 'key' },
    settings: { readRecent: async () => SETTINGS },
  });
  return (await app.inject(`/internal/purchases/${purchase._id}`)).json<PurchaseDetails>();
}

it('says how many copies of a line are not sent, as they were refunded before they were shipped', async () => {
  const [line] = aPurchase(4).lines;
  if (line === undefined) throw new Error('a purchase has a line');
  const lines = [
    { ...line, id: 1, quantity: 3 },
    { ...line, id: 2, quantity: 2, shipping_date: '2026-10-03' },
    { ...line, id: 3, quantity: 1, isCancelled: true as const },
  ];
  const refunds = [refundOf(1, 2, false), refundOf(2, 1, true), refundOf(3, 1, false)];
  const details = await detailsOf({ ...aPurchase(4), lines, refunds });
  expect(
    details.lines.map(({ id, cancelledCopies, isCancelled }) => [id, cancelledCopies, isCancelled]),
  ).toEqual([
    [1, 2, undefined],
    [2, undefined, undefined],
    [3, undefined, true],
  ]);
});

it('says how many copies were in each parcel: without those that were refunded before it, and with later ones', async () => {
  const [line] = aPurchase(4).lines;
  if (line === undefined) throw new Error('a purchase has a line');
  const parcel = (id: number, day: string, returnedOn: string | null): Shipment => ({
    id,
    carrier: 'India Post',
    number: null,
    url: null,
    lines: [1],
    day,
    deliveredOn: null,
    returnedOn,
    at: new Date(`${day}T06:00:00.000Z`),
    by: 10,
  });
  const lines = [
    { ...line, id: 1, quantity: 4, shipping_date: '2026-10-08' },
    { ...line, id: 2 },
  ];
  const refunds = [
    refundOf(1, 1, false, '2026-10-02'),
    refundOf(1, 1, true, '2026-10-05'),
    refundOf(1, 2, false, '2026-10-12'),
  ];
  const shipments = [parcel(1, '2026-10-03', '2026-10-07'), parcel(2, '2026-10-08', '2026-10-11')];
  const details = await detailsOf({ ...aPurchase(4), lines, refunds, shipments });
  expect(details.shipments?.map(({ copies }) => copies)).toEqual([
    [{ id: 1, copies: 3 }],
    [{ id: 1, copies: 2 }],
  ]);
});
