import { describe, expect, it } from 'vitest';
import type { PaymentFacts } from '@vidhi/contracts/shop-desk.ts';
import { aBill } from '../bills/bill-content-builder.ts';
import { aPurchase } from '../cart-app-builder.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { aFailedRefund } from '../refund-builder.ts';
import { presentDeskPurchase } from './desk-presenter.ts';
import { buyerTimelineOf } from '../requests/buyer-timeline.ts';
import { timelineOf } from './timeline.ts';

const PAYMENT: PaymentFacts = {
  method: 'upi',
  history: [
    { to: 'CREATED', by: 'checkout', at: '2026-10-01T08:50:00.000Z' },
    { to: 'ATTEMPTED', by: 'webhook', at: '2026-10-01T08:52:00.000Z' },
    { to: 'PAID', by: 'webhook', at: '2026-10-01T08:59:00.000Z' },
  ],
  webhooks: [{ id: 'evt_1', name: 'payment.captured', at: '2026-10-01T08:58:59.000Z', state: 'APPLIED' }],
  refunds: [{ id: 'rfnd_1', amount_paise: 5_000, status: 'processed' }],
  returnsAt: '2026-10-05T09:00:00.000Z',
};
const MAILS = {
  mails: [
    {
      id: 'm1',
      template: 'order-confirmed',
      role: 'buyer',
      state: 'SENT',
      created_at: null,
      ended_at: '2026-10-01T09:00:05.000Z',
      failure: null,
    },
    {
      id: 'm2',
      template: 'order-shipped',
      role: 'buyer',
      state: 'DEAD',
      created_at: '2026-10-04T09:00:00.000Z',
      ended_at: null,
      failure: 'EENVELOPE',
    },
    {
      id: 'm3',
      template: null,
      role: 'buyer',
      state: 'SENT',
      created_at: null,
      ended_at: null,
      failure: null,
    },
  ],
};
const STOCK = [{ bookId: 1, quantity: 2, state: 'SOLD' as const, until: new Date('2026-10-01T09:00:01Z') }];
const purchase = {
  ...aPurchase(4),
  creditNotes: [{ number: 'CN/26-27/000001', date: '2026-10-05', amountPaise: 5_000 }],
  lines: aPurchase(4).lines.map((line) => ({ ...line, shipping_date: '2026-10-04' })),
};

const PARCEL = {
  id: 1,
  carrier: 'India Post',
  number: 'EX1',
  url: null,
  lines: [aPurchase(4).lines[0]?.id ?? 0],
  day: '2026-10-04',
  deliveredOn: '2026-10-04',
  returnedOn: null,
  at: new Date('2026-10-04T12:00:00.000Z'),
  by: 3,
};

describe('the timeline of a purchase', () => {
  it('has every fact of each service in the order of time, with its source', () => {
    const facts = timelineOf(purchase, { payment: PAYMENT, mails: MAILS, stock: STOCK });
    expect(facts.map(({ source, text }) => `${source}: ${text}`)).toEqual([
      'payments: Checkout began',
      'payments: A payment was attempted and not completed, reported by the provider',
      'provider: The payment was taken',
      'payments: Paid, reported by the provider',
      'orders: Order stored',
      'stock: Counted as sold: 2 copies of Book 1',
      "mails: Mail 'Order Confirmed' to the buyer was sent",
      'orders: Shipped: Book 1',
      "mails: Mail 'Shipped' to the buyer could not be sent: EENVELOPE",
      'provider: ₹50.00: refunded',
      'orders: Credit note CN/26-27/000001: ₹50.00',
    ]);
  });

  it('has bill, reservation, parcel, refund, request, dispute and note, each with its time and who did it', () => {
    const at = (hour: number): Date => new Date(Date.UTC(2026, 9, 6, hour));
    const refund = aFailedRefund({
      id: 'r1',
      lines: [{ id: 4, copies: 1, wasShipped: true }],
      reason: 'Torn',
      restock: true,
      isRestocked: true,
      at: at(5),
      endedAt: at(6),
    });
    const whole: Purchase = {
      ...aPurchase(4),
      bill: { number: 'BS/26-27/000042', date: '2026-10-01', seller: aBill().seller },
      packedAt: at(1),
      packedBy: 14,
      addressChanges: [
        { at: at(0), by: null },
        { at: at(0), by: 16 },
      ],
      shipments: [{ ...PARCEL, at: at(2), day: '2026-10-06', deliveredOn: null, by: 10 }],
      requests: [
        {
          id: 1,
          kind: 'return',
          lines: [{ id: 4, copies: 1 }],
          reason: 'Torn',
          state: 'accepted',
          at: at(3),
          decidedAt: at(4),
          by: 12,
        },
      ],
      refunds: [refund],
      disputes: [{ id: 'disp_1', amountPaise: 700, status: 'open', at: at(7).toISOString() }],
      notes: [{ id: 1, text: 'Call first', at: at(8), by: 13 }],
    };
    const stock = [
      { bookId: 1, quantity: 1, state: 'HELD' as const, until: new Date('2026-10-01T09:20:00Z') },
    ];
    const facts = timelineOf(whole, { payment: null, mails: null, stock });
    const shown = facts.map(
      ({ at: time, source, text, by }) => `${time.slice(5, 13)} ${source}${by ? ` by ${by}` : ''}: ${text}`,
    );
    expect(shown).toEqual([
      '10-01T09 orders: Order stored',
      '10-01T09 orders: Bill of supply BS/26-27/000042',
      '10-01T09 stock: Reserved until then: 1 copy of Book 1',
      '10-06T00 orders: The buyer gave the address',
      '10-06T00 orders by 16: Address corrected',
      '10-06T01 orders by 14: Packed',
      '10-06T02 orders by 10: Shipped on 6 Oct 2026: parcel with India Post, number EX1',
      '10-06T03 orders: The buyer asked for a return: Torn',
      '10-06T04 orders by 12: The request for a return was accepted',
      '10-06T05 orders by 11: Refund of ₹450.00 ordered: Torn',
      '10-06T05 orders by 11: Its copies can be sold again',
      '10-06T06 orders: Refund of ₹450.00 failed: the bank returned it',
      '10-06T07 orders: A bank disputes ₹7.00',
      '10-06T08 orders by 13: Note: Call first',
    ]);
  });

  it('has what was noted without a parcel, with its time and who did it', () => {
    const shipped = { shippedAt: new Date('2026-10-04T05:00:00.000Z'), shippedBy: 14 };
    const delivered = { deliveredAt: new Date('2026-10-06T05:00:00.000Z'), deliveredBy: 15 };
    const dates = { shipping_date: '2026-10-04', delivered_date: '2026-10-06' };
    const sources = { payment: null, mails: null, stock: [] };
    const shown = (noted: Purchase) =>
      timelineOf(noted, sources)
        .filter(({ kind }) => kind.startsWith('line.'))
        .map(({ at, text, by }) => [at, text, by]);
    const lines = aPurchase(4).lines.map((line) => ({ ...line, ...dates, ...shipped, ...delivered }));
    expect(shown({ ...aPurchase(4), lines })).toEqual([
      ['2026-10-04T05:00:00.000Z', 'Shipped: Book 1', 14],
      ['2026-10-06T05:00:00.000Z', 'Delivered: Book 1', 15],
    ]);
    // The parcel says when it was shipped, and not that it arrived.
    const inParcel = { ...aPurchase(4), lines, shipments: [{ ...PARCEL, deliveredOn: null }] };
    expect(shown(inParcel)).toEqual([['2026-10-06T05:00:00.000Z', 'Delivered: Book 1', 15]]);
    expect(buyerTimelineOf(inParcel).map(({ text }) => text)).toEqual([
      'Ordered and paid',
      'Sent with India Post, EX1',
      'Delivered: Book 1',
    ]);
  });

  it('says of an order by hand that its books were handed over', () => {
    const at = new Date('2026-10-01T09:00:00.000Z');
    const noted = { shippedAt: at, shippedBy: 14, deliveredAt: at, deliveredBy: 14 };
    const dates = { shipping_date: '2026-10-01', delivered_date: '2026-10-01' };
    const lines = aPurchase(4).lines.map((line) => ({ ...line, ...dates, ...noted }));
    const hand = { channel: 'fair', method: 'cash', reference: null, name: null, email: null } as const;
    const order = { ...aPurchase(4), lines, shipping: null, hand: { ...hand, fingerprint: 'f', by: 14 } };
    const facts = timelineOf(order, { payment: null, mails: null, stock: [] });
    expect(facts.map(({ text, by }) => [text, by])).toEqual([
      ['Written down by staff. At a book fair, paid by Cash', 14],
      ['Handed over: Book 1', 14],
    ]);
    expect(buyerTimelineOf(order).at(-1)?.text).toBe('Handed over: Book 1');
  });

  it('has the delivery of a first parcel before the second one is sent', () => {
    const second = { id: 2, number: 'EX2', day: '2026-10-07', deliveredOn: null };
    const shipments = [
      { ...PARCEL, lines: [4], deliveredOn: '2026-10-05' },
      { ...PARCEL, ...second, lines: [5], at: new Date('2026-10-07T12:00:00Z') },
    ];
    const lines = aPurchase(4).lines.flatMap((line) => [
      { ...line, id: 4, shipping_date: '2026-10-04', delivered_date: '2026-10-05' },
      { ...line, id: 5, title: 'Book 2', shipping_date: '2026-10-07' },
    ]);
    expect(buyerTimelineOf({ ...aPurchase(4), lines, shipments }).map(({ text }) => text)).toEqual([
      'Ordered and paid',
      'Sent with India Post, EX1: Book 1',
      'Delivered: Book 1',
      'Sent with India Post, EX2: Book 2',
    ]);
  });

  it('names the services that did not respond', () => {
    const sources = {
      payment: null,
      mails: null,
      stock: [],
      isbnOf: () => null,
      statusPath: '/status/co_4',
      limitPaise: null,
    };
    const { missing, timeline } = presentDeskPurchase(purchase, sources);
    expect(missing).toEqual(['payments', 'mails']);
    expect(timeline[0]?.kind).toBe('order.created');
  });

  it('has the delivery of a parcel after its way began, on the same day, too', () => {
    const sources = { payment: null, mails: null, stock: [] };
    const texts = timelineOf({ ...purchase, shipments: [PARCEL] }, sources).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('parcel'))).toEqual([
      'Shipped on 4 Oct 2026: parcel with India Post, number EX1',
      'Delivered: parcel with India Post, number EX1',
    ]);
  });

  it('has what is noted of a day at the time at which it was noted', () => {
    const parcel = {
      ...PARCEL,
      deliveredOn: '2026-10-05',
      deliveredAt: new Date('2026-10-05T08:00:00.000Z'),
    };
    const noted = {
      ...purchase,
      shipments: [parcel],
      creditNotes: [
        {
          number: 'CN/26-27/000001',
          date: '2026-10-05',
          amountPaise: 5_000,
          at: new Date('2026-10-05T04:00:00.000Z'),
        },
      ],
      disputes: [{ id: 'disp_1', amountPaise: 700, status: 'open' as const, at: '2026-10-05T06:00:00.000Z' }],
    };
    const payment = {
      ...PAYMENT,
      refunds: PAYMENT.refunds.map((one) => ({ ...one, at: '2026-10-05T03:59:59.000Z' })),
    };
    const ofTheDay = (facts: { at: string; text: string }[]): string[] =>
      facts
        .filter(({ at }) => at.startsWith('2026-10-05'))
        .map(({ at, text }) => `${at.slice(11, 19)} ${text}`);
    expect(ofTheDay(timelineOf(noted, { payment, mails: null, stock: [] }))).toEqual([
      '03:59:59 ₹50.00: refunded',
      '04:00:00 Credit note CN/26-27/000001: ₹50.00',
      '06:00:00 A bank disputes ₹7.00',
      '08:00:00 Delivered: parcel with India Post, number EX1',
    ]);
    expect(ofTheDay(buyerTimelineOf(noted))).toEqual([
      '04:00:00 Credit note CN/26-27/000001 of ₹50.00',
      '08:00:00 Delivered',
    ]);
    // Noted the day after: its day is what is known.
    const late = { ...parcel, deliveredAt: new Date('2026-10-06T08:00:00.000Z') };
    const facts = timelineOf({ ...noted, shipments: [late] }, { payment, mails: null, stock: [] });
    expect(facts.find(({ kind }) => kind === 'parcel.delivered')?.at).toBe('2026-10-05');
  });
});

it('says that copies of a cancelled order can be sold again, or were sent after all, once they are moved', () => {
  const at = new Date('2026-10-07T09:00:00Z');
  const move = { lineId: 4, reason: 'Sent after its refund had failed', at, by: 11 };
  const copyMoves = [
    { ...move, id: 'cancel', copies: 2, isDone: true as const },
    { ...move, id: 'ship', copies: -1, isDone: true as const },
    { ...move, id: 'due', copies: 1 },
  ];
  const cancelled = { cancelledAt: at, cancelledFor: 'staff' as const, cancelledBy: 12 };
  const facts = timelineOf(
    { ...aPurchase(4), ...cancelled, copyMoves },
    { payment: null, mails: null, stock: [] },
  );
  expect(facts.find(({ kind }) => kind === 'order.cancelled')).toMatchObject({ by: 12 });
  expect(facts.filter(({ kind }) => kind.startsWith('stock.'))).toMatchObject([
    { kind: 'stock.returned', text: 'Can be sold again: 2 copies of Book 1', by: 11 },
    {
      kind: 'stock.taken',
      text: 'Taken from the stock again: 1 copy of Book 1. Sent after its refund had failed',
    },
  ]);
});
