import { describe, expect, it } from 'vitest';
import { Value } from 'typebox/value';
import { RequestBody } from '@vidhi/contracts/order-requests.ts';
import { aBill } from '../bills/bill-content-builder.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { presentDeskPurchase } from '../desk/desk-presenter.ts';
import { orderRefund } from '../desk/refunds.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { buyerTimelineOf } from './buyer-timeline.ts';
import {
  cancellationRefund,
  decisionChange,
  presentRequests,
  requestChange,
  requestableOf,
  returnDaysOf,
} from './order-requests.ts';

const NOW = new Date('2026-10-20T09:00:00Z');
const { number, date, seller } = aBill();
const [LINE] = aPurchase(4).lines;
if (LINE === undefined) throw new Error('a purchase has a line');

/** Two copies that are not shipped, and one that was delivered on 15 October. ₹450 each, ₹100 for shipping. */
const anOrder = (values: Partial<Purchase> = {}): Purchase => ({
  ...aPurchase(4),
  lines: [
    { ...LINE, id: 1, quantity: 2 },
    {
      ...LINE,
      id: 2,
      title: 'Book 2',
      shipping_date: '2026-10-12',
      delivered_date: '2026-10-15',
    },
  ],
  totalPaise: 145_000,
  bill: { number, date, seller },
  ...values,
});
const request = (purchase: Purchase, data: Partial<RequestBody['data']> = {}, returnDays = 7) =>
  requestChange(purchase, { kind: 'cancel', reason: ' Bought twice ', ...data }, { at: NOW, returnDays });
const requested = (purchase: Purchase, data: Partial<RequestBody['data']> = {}): Purchase => ({
  ...purchase,
  ...request(purchase, data)?.set,
});
const decision = (state: 'accepted' | 'declined') => ({
  id: 1,
  data: { state, reply: ' Sorry ' },
  at: NOW,
  by: 10,
});

describe('a request of a buyer', () => {
  it('is about copies that are not shipped, or that came in the last days', () => {
    expect(requestableOf(anOrder(), NOW, 7)).toEqual([
      { id: 1, kind: 'cancel', copies: 2, until: null },
      { id: 2, kind: 'return', copies: 1, until: '2026-10-22' },
    ]);
  });

  it.each<[string, Partial<Purchase>, string, number]>([
    ['the last day is over', {}, '2026-10-23T00:00:00+05:30', 7],
    ['the shop takes nothing back', {}, '2026-10-20T00:00:00+05:30', 0],
    [
      'its parcel came back',
      {
        shipments: [
          {
            id: 1,
            carrier: 'DTDC',
            number: null,
            url: null,
            lines: [2],
            day: '2026-10-12',
            deliveredOn: null,
            returnedOn: '2026-10-16',
            at: NOW,
            by: 10,
          },
        ],
      },
      '2026-10-20T00:00:00+05:30',
      7,
    ],
  ])('is no return when %s', (_, values, now, returnDays) => {
    expect(requestableOf(anOrder(values), new Date(now), returnDays).map(({ kind }) => kind)).toEqual([
      'cancel',
    ]);
  });

  it('may be a return until midnight in India, and of a parcel whose delivery nobody has noted', () => {
    expect(requestableOf(anOrder(), new Date('2026-10-22T23:59:59+05:30'), 7)).toHaveLength(2);
    const [first, second] = anOrder().lines;
    if (first === undefined || second === undefined) throw new Error('two lines');
    const lost = anOrder({ lines: [first, { ...second, delivered_date: null }] });
    expect(requestableOf(lost, NOW, 7)[1]).toMatchObject({ kind: 'return', until: '2026-11-18' });
  });

  it('may be made for as long as was promised at the purchase, and longer where the shop has become generous', () => {
    const installed = { return_days: 7 };
    expect(returnDaysOf({ returnDays: 10 }, installed, { return_days: 0 })).toBe(10);
    expect(returnDaysOf({ returnDays: 10 }, installed, { return_days: 30 })).toBe(30);
    // Of an older release: it was promised what was installed.
    expect(returnDaysOf({}, installed, { return_days: 0 })).toBe(7);
  });

  it('is stored once, with everything that can be cancelled by default', () => {
    const order = anOrder();
    expect(request(order)?.request).toMatchObject({
      id: 1,
      kind: 'cancel',
      lines: [{ id: 1, copies: 2 }],
      reason: 'Bought twice',
      state: 'open',
    });
    expect(request(requested(order))).toBeNull();
  });

  it.each<[string, Partial<RequestBody['data']>, Purchase, string]>([
    [
      'more copies than there are',
      { lines: [{ id: 1, copies: 3 }] },
      anOrder(),
      '2 of Book 1 can be cancelled',
    ],
    [
      'a line twice',
      {
        lines: [
          { id: 1, copies: 1 },
          { id: 1, copies: 1 },
        ],
      },
      anOrder(),
      'A line is named twice',
    ],
    ['a line of another order', { lines: [{ id: 77, copies: 1 }] }, anOrder(), 'The order has no line 77'],
    ['what is shipped', { lines: [{ id: 2, copies: 1 }] }, anOrder(), 'Book 2 cannot be cancelled'],
    [
      'a return of what is not shipped',
      { kind: 'return', lines: [{ id: 1, copies: 1 }] },
      anOrder(),
      'Book 1 cannot be returned',
    ],
    [
      'anything while another one is open',
      { kind: 'return' },
      requested(anOrder()),
      'has not decided your earlier',
    ],
    ['a cancelled order', {}, anOrder({ status: 'CANCELLED' }), 'Nothing of this order can be cancelled'],
  ])('is rejected for %s', (_, data, order, message) => {
    expect(() => request(order, data)).toThrow(message);
  });

  it('is rejected for copies that were refunded, or that an accepted return is about', () => {
    const order = anOrder();
    const refund = orderRefund(order, {
      id: 'a',
      request: { lines: [{ id: 1, copies: 2 }], reason: 'x' },
      at: NOW,
      by: 10,
      limitPaise: null,
    });
    if (refund === null) throw new Error('a new refund');
    expect(() => request({ ...order, refunds: [refund] })).toThrow('Nothing of this order can be cancelled');
    const returning = requested(order, { kind: 'return' });
    const accepted = { ...returning, ...decisionChange(returning, decision('accepted'))?.set };
    expect(() => request(accepted, { kind: 'return' })).toThrow('Nothing of this order can be returned');
  });

  it.each<[string, unknown]>([
    ['no reason', { kind: 'cancel' }],
    ['a blank reason', { kind: 'cancel', reason: ' ' }],
    ['a long reason', { kind: 'cancel', reason: 'x'.repeat(501) }],
    ['an unknown kind', { kind: 'refund', reason: 'x' }],
    ['an amount', { kind: 'cancel', reason: 'x', amount_paise: 1 }],
    ['no copies', { kind: 'cancel', reason: 'x', lines: [{ id: 1, copies: 0 }] }],
    ['half a copy', { kind: 'cancel', reason: 'x', lines: [{ id: 1, copies: 0.5 }] }],
    ['negative copies', { kind: 'cancel', reason: 'x', lines: [{ id: 1, copies: -1 }] }],
    ['an empty list', { kind: 'cancel', reason: 'x', lines: [] }],
    ['a state of its own', { kind: 'cancel', reason: 'x', state: 'accepted' }],
  ])('is no request with %s', (_, data) => {
    expect(Value.Check(RequestBody, { data })).toBe(false);
  });
});

describe('a decision', () => {
  it('is made once; a repeated one changes nothing, another one is rejected', () => {
    const order = requested(anOrder());
    const change = decisionChange(order, decision('declined'));
    expect(change?.request).toMatchObject({ state: 'declined', reply: 'Sorry', decidedAt: NOW, by: 10 });
    const decided = { ...order, ...change?.set };
    expect(decisionChange(decided, decision('declined'))).toBeNull();
    expect(() => decisionChange(decided, decision('accepted'))).toThrow('was declined before');
    expect(() => decisionChange(anOrder(), decision('accepted'))).toThrow('Not Found');
    const mute = { ...decision('declined'), data: { state: 'declined' as const, reply: ' ' } };
    expect(() => decisionChange(order, mute)).toThrow('Say why');
    expect(decisionChange(order, { ...mute, data: { state: 'accepted', reply: '' } })).not.toBeNull();
  });

  it('refunds the copies of an accepted cancellation, and shipping when nothing else is sent', () => {
    const [first, second] = anOrder().lines;
    if (first === undefined || second === undefined) throw new Error('two lines');
    const refundOf = (order: Purchase) => {
      const [request] = order.requests ?? [];
      if (request === undefined) throw new Error('a request');
      return cancellationRefund(order, request);
    };
    expect(refundOf(requested(anOrder()))).toMatchObject({ lines: [{ id: 1, copies: 2 }], restock: true });
    expect(refundOf(requested(anOrder()))).not.toHaveProperty('shipping_paise');
    const single = requested(anOrder({ lines: [first], totalPaise: 100_000 }));
    expect(refundOf(single)).toMatchObject({ shipping_paise: 10_000 });
    const half = requested(anOrder({ lines: [first], totalPaise: 100_000 }), {
      lines: [{ id: 1, copies: 1 }],
    });
    expect(refundOf(half)).not.toHaveProperty('shipping_paise');
    const shipped = { ...single, lines: [{ ...first, shipping_date: '2026-10-20' }] };
    expect(() => refundOf(shipped)).toThrow('is shipped meanwhile');
  });
});

describe('an accepted return', () => {
  const aReturn = (id: number, day: string) => ({
    id,
    kind: 'return' as const,
    lines: [{ id: 2, copies: 1 }],
    reason: 'Torn',
    state: 'accepted' as const,
    at: new Date(`${day}T06:00:00Z`),
    decidedAt: new Date(`${day}T09:00:00Z`),
  });
  /** The refund of a copy on each of the days. */
  const refundsOn = (...days: string[]): NonNullable<Purchase['refunds']> =>
    days.map((day) => ({
      id: day,
      fingerprint: '',
      amountPaise: 45_000,
      lines: [{ id: 2, copies: 1, wasShipped: true }],
      shippingPaise: 0,
      reason: 'x',
      restock: false,
      state: 'DONE',
      at: new Date(`${day}T12:00:00Z`),
      by: 10,
    }));

  it.each<[string, string[], number[]]>([
    ['no copy', [], []],
    ['a damaged copy before', ['2026-10-15'], []],
    ['the copy since', ['2026-10-15', '2026-10-17'], [1]],
    ['the copies of both', ['2026-10-17', '2026-10-19'], [1, 2]],
    ['one copy after both', ['2026-10-19'], [1]],
  ])('is refunded when its copies were since it was accepted: %s', (_, days, ids) => {
    const requests = [aReturn(1, '2026-10-16'), aReturn(2, '2026-10-18')];
    const presented = presentRequests(anOrder({ requests, refunds: refundsOn(...days) }));
    expect(presented.filter(({ is_refunded }) => is_refunded).map(({ id }) => id)).toEqual(ids);
  });

  it('is presented so to the desk', () => {
    const requests = [aReturn(1, '2026-10-16'), aReturn(2, '2026-10-18')];
    const { requests: presented } = presentDeskPurchase(
      anOrder({ requests, refunds: refundsOn('2026-10-19') }),
      {
        payment: null,
        mails: null,
        stock: [],
        isbnOf: () => null,
        statusPath: '/status/co_4',
        limitPaise: null,
      },
    );
    expect(presented.map(({ is_refunded }) => is_refunded)).toEqual([true, false]);
  });
});

describe('the timeline of a buyer', () => {
  it('has what happened in order, and no notes, failures or names of staff', () => {
    const open = requested(
      anOrder({
        createdAt: new Date('2026-10-01T09:00:00Z'),
        packedAt: new Date('2026-10-11T09:00:00Z'),
        notes: [{ id: 1, text: 'Calls a lot', at: NOW, by: 10 }],
      }),
    );
    const order = { ...open, ...decisionChange(open, decision('declined'))?.set };
    expect(buyerTimelineOf(order).map(({ text }) => text)).toEqual([
      'Ordered and paid',
      `Bill ${number} issued`,
      'Packed',
      'Sent: Book 2',
      'Delivered: Book 2',
      'You asked for a cancellation',
      'The shop declined the cancellation',
    ]);
  });

  it('has no time for what has none, after what it follows from', () => {
    const order = anOrder({
      createdAt: new Date('2026-10-20T14:00:00Z'),
      cancelledAt: new Date('2026-10-20T15:00:00Z'),
    });
    const [line] = order.lines;
    if (line === undefined) throw new Error('the order has no line');
    const creditNote = { number: 'CN/26-27/000001', date: '2026-10-20' };
    const facts = buyerTimelineOf({
      ...order,
      lines: [{ ...line, shipping_date: '2026-10-20' }],
      creditNote,
    });
    expect(facts.map(({ kind, at }) => [kind, at.slice(10)])).toEqual([
      ['order.created', 'T14:00:00.000Z'],
      ['bill.issued', 'T14:00:00.000Z'],
      ['line.shipped', ''],
      ['order.cancelled', 'T15:00:00.000Z'],
      ['credit_note.issued', ''],
    ]);
  });
});
