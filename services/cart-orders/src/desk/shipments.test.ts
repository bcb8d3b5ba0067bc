import { describe, expect, it } from 'vitest';
import { Value } from 'typebox/value';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { trackingUrlOf } from '@vidhi/contracts/shop-carriers.ts';
import { ShipmentRequest, ShipmentUpdate } from '@vidhi/contracts/shop-shipments.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { createPurchaseEvents } from '../purchases/purchase-events.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { aBill } from '../bills/bill-content-builder.ts';
import { aFailedRefund } from '../refund-builder.ts';
import { fulfilmentOf } from './desk-fields.ts';
import { orderRefund, refundedCopies } from './refunds.ts';
import { isShippable, shipmentChange, shipmentUpdate } from './shipments.ts';

const NOW = new Date('2026-10-05T09:00:00Z');
const events = createPurchaseEvents(TOPICS.ordersPurchases);
const { number, date, seller } = aBill();
const [LINE] = aPurchase(4).lines;
if (LINE === undefined) throw new Error('a purchase has a line');

const anOrder = (values: Partial<Purchase> = {}): Purchase => ({
  ...aPurchase(4),
  lines: [
    { ...LINE, id: 1 },
    { ...LINE, id: 2, title: 'Book 2' },
  ],
  ...values,
});
function ship(purchase: Purchase, request: Partial<ShipmentRequest> = {}) {
  const full = { carrier: 'Delhivery', number: 'D 1', ...request };
  return shipmentChange(purchase, { request: full, at: NOW, by: 10, event: events.parcel });
}
const shipped = (purchase: Purchase, request: Partial<ShipmentRequest> = {}): Purchase => ({
  ...purchase,
  ...ship(purchase, request)?.set,
});
const updated = (purchase: Purchase, id: number, update: ShipmentUpdate): Purchase => ({
  ...purchase,
  ...shipmentUpdate(purchase, id, update, { at: NOW, by: 11 })?.set,
});
const datesOf = ({ lines }: Purchase) =>
  lines.map(({ shipping_date, delivered_date }) => [shipping_date, delivered_date]);

describe('a parcel', () => {
  it('has all that is to be shipped, with the dates of its lines and one event', () => {
    const change = ship(anOrder());
    expect(change?.set.shipments).toMatchObject([
      {
        id: 1,
        carrier: 'Delhivery',
        number: 'D 1',
        url: 'https://www.delhivery.com/track-v2/package/D%201',
        lines: [1, 2],
        day: '2026-10-05',
        by: 10,
      },
    ]);
    expect(change?.events).toHaveLength(1);
    expect(change?.events?.[0]?.id).toBe(`order.shipped:${anOrder()._id}:parcel-1`);
    expect(datesOf(shipped(anOrder()))).toEqual([
      ['2026-10-05', null],
      ['2026-10-05', null],
    ]);
  });

  it('may have some of the lines; the rest follows in another', () => {
    const first = shipped(anOrder(), { lines: [2] });
    expect(fulfilmentOf(first)).toBe('partly_shipped');
    const both = shipped(first, { number: 'D2' });
    expect(both.shipments?.map(({ id, lines }) => [id, lines])).toEqual([
      [1, [2]],
      [2, [1]],
    ]);
    expect(fulfilmentOf(both)).toBe('shipped');
  });

  it('is made once for a repeated request', () => {
    expect(ship(shipped(anOrder()))).toBeNull();
  });

  it('is delivered, and its lines with it', () => {
    const delivered = updated(shipped(anOrder(), { lines: [1], date: '2026-10-03' }), 1, {
      delivered_date: '2026-10-05',
    });
    expect(datesOf(delivered)).toEqual([
      ['2026-10-03', '2026-10-05'],
      [null, null],
    ]);
    const undone = updated(delivered, 1, { delivered_date: null });
    expect(datesOf(undone)[0]).toEqual(['2026-10-03', null]);
    expect(undone.shipments?.[0]).not.toHaveProperty('deliveredAt');
    expect(undone.shipments?.[0]).not.toHaveProperty('deliveredBy');
  });

  it('keeps the time at which its delivery was noted, and by whom, when it is corrected', () => {
    const delivered = updated(shipped(anOrder()), 1, { delivered_date: '2026-10-05' });
    const noted = delivered.shipments?.[0]?.deliveredAt;
    expect(noted).toBeInstanceOf(Date);
    const correction = shipmentUpdate(delivered, 1, { number: 'D2' }, { at: NOW, by: 12 });
    expect(correction?.set.shipments).toMatchObject([{ deliveredAt: noted, deliveredBy: 11 }]);
  });

  it('that came back can be sent again, with a mail of its own', () => {
    const back = updated(shipped(anOrder(), { date: '2026-10-01' }), 1, { returned_date: '2026-10-04' });
    expect(back.lines.every((line) => isShippable(back, line))).toBe(true);
    const again = ship(back, { number: 'D 1' });
    expect(again?.events?.[0]?.id).toBe(`order.shipped:${back._id}:parcel-2`);
    const sent = { ...back, ...again?.set };
    expect(datesOf(sent)[0]).toEqual(['2026-10-05', null]);
    expect(() => updated(sent, 1, { returned_date: null })).toThrow('The books are in another parcel');
  });

  it('that came back is not sent again when its copies were refunded, and without those that were', () => {
    const back = updated(shipped(anOrder(), { date: '2026-10-01' }), 1, { returned_date: '2026-10-04' });
    const refunded = (copies: number): Purchase => {
      const refund = orderRefund(
        { ...back, bill: { number, date, seller } },
        {
          id: 'r',
          request: { lines: [{ id: 1, copies }], reason: 'came back' },
          at: new Date('2026-10-05T09:00:00Z'),
          by: 10,
          limitPaise: null,
        },
      );
      return { ...back, refunds: refund === null ? [] : [refund] };
    };
    const all = refunded(LINE.quantity);
    expect(all.lines.map((line) => isShippable(all, line))).toEqual([false, true]);
    expect(() => ship(all, { number: 'D2', lines: [1] })).toThrow('was refunded when it had come back');
    expect(ship(all, { number: 'D2' })?.set.shipments?.at(-1)?.lines).toEqual([2]);
    // What is packed is counted without them.
    expect(refundedCopies(all, 1, true)).toBe(LINE.quantity);
  });

  it('has another page when its carrier is corrected, and that of the desk when it gives one', () => {
    const [parcel] = updated(shipped(anOrder()), 1, { carrier: 'Local boy' }).shipments ?? [];
    expect(parcel?.url).toBeNull();
    const url = 'https://carrier.example/x';
    expect(updated(shipped(anOrder()), 1, { url }).shipments?.[0]?.url).toBe(url);
  });

  it.each<[string, Purchase, Partial<ShipmentRequest>, string]>([
    ['a cancelled order', anOrder({ status: 'CANCELLED' }), {}, 'The order is cancelled'],
    [
      'an order of which everything was refunded',
      anOrder({ lines: [{ ...LINE, isCancelled: true }] }),
      {},
      'Everything of this order was refunded before it was shipped',
    ],
    ['an order without address', anOrder({ shipping: null }), {}, 'The order has no address yet'],
    ['lines of another order', anOrder(), { lines: [99] }, 'The order has no line 99'],
    ['what is shipped', shipped(anOrder()), { number: 'D9', lines: [1] }, 'Book 1 is shipped already'],
    ['nothing', shipped(anOrder()), { number: 'D9' }, 'Everything of this order is shipped'],
    [
      'refunded copies',
      anOrder({ lines: [{ ...LINE, id: 1, isCancelled: true }] }),
      { lines: [1] },
      'was refunded before',
    ],
    ['a day of the future', anOrder(), { date: '2026-10-06' }, '2026-10-06 is in the future'],
    ['a day that does not exist', anOrder(), { date: '2026-02-30' }, '2026-02-30 is not a day'],
  ])('is not of %s', (_, purchase, request, message) => {
    expect(() => ship(purchase, request)).toThrow(message);
  });

  it.each<[string, ShipmentUpdate, string]>([
    [
      'delivered before it was shipped',
      { delivered_date: '2026-10-01' },
      'A parcel is delivered after it is shipped',
    ],
    [
      'back before it was shipped',
      { returned_date: '2026-10-01' },
      'A parcel comes back after it is shipped',
    ],
    ['delivered tomorrow', { delivered_date: '2026-10-06' }, 'is in the future'],
  ])('is not %s', (_, update, message) => {
    expect(() => updated(shipped(anOrder()), 1, update)).toThrow(message);
  });

  it.each<[string, unknown]>([
    ['a page that is a script', { carrier: 'x', url: 'javascript:alert(1)' }],
    ['a page without encryption', { carrier: 'x', url: 'http://carrier.example' }],
    ['a page with markup', { carrier: 'x', url: 'https://a.example/"><script>' }],
    ['no carrier', { number: 'D1' }],
    ['a blank carrier', { carrier: '  ' }],
    ['a number of two lines', { carrier: 'x', number: 'a\r\nBcc: b@x.example' }],
    ['a line twice', { carrier: 'x', lines: [1, 1] }],
    ['no lines', { carrier: 'x', lines: [] }],
    ['the id of a parcel', { carrier: 'x', id: 7 }],
    ['a time', { carrier: 'x', date: '2026-10-01T00:00:00Z' }],
  ])('with %s is no request', (_, request) => {
    expect(Value.Check(ShipmentRequest, request)).toBe(false);
  });

  it('has no change without a field', () => {
    expect(Value.Check(ShipmentUpdate, {})).toBe(false);
  });
});

it.each([
  ['delhivery', 'A&B', 'https://www.delhivery.com/track-v2/package/A%26B'],
  ['By hand', '1', null],
  ['Somebody', '1', null],
  ['Delhivery', null, null],
])('the page of %s for %j', (carrier, number, url) => {
  expect(trackingUrlOf(carrier, number)).toBe(url);
});

it('takes a copy from the stock again that a failed refund has counted back', () => {
  const lines = [{ id: 1, copies: 1, wasShipped: false }];
  const refunds = [aFailedRefund({ restock: true, lines })];
  expect(ship(anOrder({ refunds }))?.set).toMatchObject({
    copyMoves: [{ lineId: 1, copies: -1 }],
    documentsDue: true,
  });
  expect(ship(anOrder())?.set).not.toHaveProperty('copyMoves');
});
