import { describe, expect, it } from 'vitest';
import { aPurchase } from './evidence-builder.ts';
import type { PurchaseEvidence } from './evidence.ts';
import { checkPurchases } from './purchase-checks.ts';

const base = aPurchase();
const { evidence, checkout, purchase, payment, refund } = base;
const kindsOf = (change: Partial<PurchaseEvidence>): string[] => [
  ...new Set(checkPurchases({ ...evidence, ...change }).map(({ kind }) => kind)),
];
const AT = purchase.createdAt;
const LATER = new Date(AT.getTime() + 60_000);
const [event] = purchase.outbox ?? [];
const [verified] = checkout.outbox ?? [];

const shipment = {
  id: 'order.shipped:pu_1:31:2026-11-02',
  type: 'order.shipped',
  publishedAt: AT,
  acknowledgedAt: null,
};
const shipped = {
  purchases: [
    {
      ...purchase,
      lines: purchase.lines.map((line) => ({ ...line, id: 31, shipping_date: '2026-11-02' })),
      outbox: [...(purchase.outbox ?? []), shipment],
    },
  ],
  mails: [
    ...evidence.mails,
    {
      _id: 'order-shipped',
      eventId: shipment.id,
      template: 'order-shipped',
      state: 'SENT',
      messageId: '<order-shipped@shop.example>',
    },
  ],
  inbox: [
    ...evidence.inbox,
    {
      messageId: '<order-shipped@shop.example>',
      to: 'asha@shop.example',
      subject: 'Shipped: your order 7KM3QX9TRA',
    },
  ],
};

describe('a purchase', () => {
  it('is right when its order, money, mails and cart are', () => {
    expect(checkPurchases(evidence)).toEqual([]);
  });

  it('is right when staff have written it down, with one mail, and without payment, checkout and cart', () => {
    const { paymentId: _none, ...written } = { ...purchase, hand: {} };
    const byHand = {
      purchases: [written],
      checkouts: [],
      payments: [],
      mails: evidence.mails.slice(0, 1),
      inbox: evidence.inbox.slice(0, 1),
      cartLines: [{ owner: 'guest:cart-1', bookId: 1, quantity: 3 }],
    };
    expect(checkPurchases({ ...evidence, ...byHand })).toEqual([]);
  });

  it('is right when it was paid by a link, and the cart is as it was', () => {
    const cartLines = [{ owner: 'guest:cart-1', bookId: 1, quantity: 3 }];
    const purchases = [{ ...purchase, paymentLink: { id: 'link_1' } }];
    expect(checkPurchases({ ...evidence, purchases, cartLines })).toEqual([]);
    expect(kindsOf({ purchases })).toEqual(['cart']);
  });

  it('is right when it was never paid', () => {
    const open = { ...checkout, status: 'ATTEMPTED', outbox: [] };
    delete open.paymentId;
    const unpaid = {
      checkouts: [open],
      purchases: [],
      payments: [{ ...payment, captured: false, status: 'failed' }],
      mails: [],
      inbox: [],
      cartLines: [{ owner: 'guest:cart-1', bookId: 1, quantity: 3 }],
    };
    expect(checkPurchases({ ...evidence, ...unpaid })).toEqual([]);
  });

  it('is right when staff has cancelled it and the money is returned', () => {
    const cancelled = {
      ...purchase,
      status: 'CANCELLED',
      cancelledAt: LATER,
      creditNotes: [{ number: 'CN/26-27/000001', amountPaise: 90_000 }],
      returnedPaise: 90_000,
    };
    const due = { paymentId: 'pay_1', amountPaise: 90_000, state: 'DONE', reason: 'cancelled' };
    const change = {
      purchases: [cancelled],
      refunds: [refund],
      checkouts: [{ ...checkout, refunds: [due] }],
    };
    expect(checkPurchases({ ...evidence, ...change })).toEqual([]);
  });

  const returned = { ...purchase, returnedPaise: 1_000 };
  const credited = { ...returned, creditNotes: [{ number: 'CN/26-27/000001', amountPaise: 1_000 }] };
  const part = { ...refund, amount: 1_000 };
  const lost = { id: 'disp_1', payment_id: 'pay_1', amount_deducted: 1_000, status: 'lost' };

  it.each<[string, Partial<PurchaseEvidence>]>([
    ['a part was refunded', { refunds: [part] }],
    ['a dispute of a part was lost', { disputes: [lost] }],
  ])('is right when %s, and is on a credit note', (_sentence, change) => {
    expect(kindsOf({ purchases: [credited], ...change })).toEqual([]);
  });

  it('is right when it was refunded after something was shipped, and stays', () => {
    const creditNotes = [{ number: 'CN/26-27/000001', amountPaise: 90_000 }];
    const purchases = shipped.purchases.map((one) => ({ ...one, creditNotes, returnedPaise: 90_000 }));
    expect(kindsOf({ ...shipped, purchases, refunds: [refund] })).toEqual([]);
  });

  it('is right when it was shipped, with one event and one mail', () => {
    expect(kindsOf(shipped)).toEqual([]);
  });

  it.each<[string, string, Partial<PurchaseEvidence>]>([
    [
      'its event is missing',
      'one event',
      { purchases: shipped.purchases.map((one) => ({ ...one, outbox: purchase.outbox ?? [] })) },
    ],
    [
      'it has an event for each of two days',
      'one event',
      {
        purchases: shipped.purchases.map((one) => ({
          ...one,
          outbox: [...one.outbox, { ...shipment, id: 'order.shipped:pu_1:31:2026-11-03' }],
        })),
      },
    ],
    [
      'a line without a date has an event',
      'one event',
      { purchases: shipped.purchases.map((one) => ({ ...one, lines: purchase.lines })) },
    ],
    [
      'its event was not published',
      'event not published',
      {
        purchases: shipped.purchases.map((one) => ({
          ...one,
          outbox: [...(purchase.outbox ?? []), { ...shipment, publishedAt: null }],
        })),
      },
    ],
    ['its mail has no row', 'mails of an order', { mails: evidence.mails }],
    ['its mail was not received', 'mails received', { inbox: evidence.inbox }],
    [
      'its mail was received twice under two ids',
      'mails received',
      {
        inbox: [
          ...shipped.inbox,
          { messageId: '<x>', to: 'asha@shop.example', subject: 'Shipped: your order A' },
        ],
      },
    ],
  ])('that was shipped is wrong when %s', (_sentence, kind, change) => {
    expect(kindsOf({ ...shipped, ...change })).toContain(kind);
  });

  it('is right when it was refunded before it was confirmed', () => {
    const { bill: _bill, ...late } = { ...purchase, status: 'CANCELLED', cancelledAt: AT };
    const change = {
      purchases: [{ ...late, returnedPaise: 90_000, cancelledFor: 'refunded' }],
      refunds: [refund],
      cartLines: [{ owner: 'guest:cart-1', bookId: 1, quantity: 3 }],
      mails: evidence.mails.slice(0, 1).map((mail) => ({ ...mail, template: 'payment-refunded' })),
      inbox: evidence.inbox.slice(0, 1).map((mail) => ({ ...mail, subject: 'Payment Refunded' })),
    };
    expect(kindsOf(change)).toEqual([]);
  });

  it.each<[string, string, Partial<PurchaseEvidence>]>([
    ['a part was refunded that it does not know', 'refund unseen', { refunds: [part] }],
    ['a dispute was lost that it does not know', 'refund unseen', { disputes: [lost] }],
    ['a refund is on no credit note', 'no credit note', { purchases: [returned], refunds: [part] }],
    [
      'more is on credit notes than went back',
      'credit notes of too much',
      {
        purchases: [{ ...credited, creditNotes: [{ number: 'CN/26-27/000001', amountPaise: 2_000 }] }],
        refunds: [part],
      },
    ],
    [
      'a refund was not mailed',
      'mails of an order',
      {
        purchases: [
          {
            ...credited,
            outbox: [
              ...(purchase.outbox ?? []),
              { id: 'order.refunded:pu_1:1000', type: 'order.refunded', publishedAt: AT },
            ],
          },
        ],
        refunds: [part],
      },
    ],
    [
      'captured money has neither order nor refund',
      'money without order',
      { purchases: [], mails: [], inbox: [] },
    ],
    [
      'only a part of the money is returned',
      'refund of another amount',
      { purchases: [], mails: [], inbox: [], refunds: [{ ...refund, amount: 1 }] },
    ],
    ['the money of an order is returned', 'refund of an order', { refunds: [refund] }],
    ['the money is returned twice', 'two refunds', { refunds: [refund, { ...refund, id: 'rfnd_2' }] }],
    ['it is there twice', 'two orders', { purchases: [purchase, { ...purchase, _id: 'pu_2' }] }],
    ['its money was never captured', 'order without money', { payments: [{ ...payment, captured: false }] }],
    ['its payment is unknown', 'order without money', { payments: [] }],
    ['its checkout is unknown', 'order without checkout', { checkouts: [] }],
    ['a payment has no checkout', 'payment without checkout', { checkouts: [] }],
    ['another amount was captured', 'amounts differ', { payments: [{ ...payment, amount: 80_000 }] }],
    ['its lines cost something else', 'amounts differ', { purchases: [{ ...purchase, lines: [] }] }],
    ['payments does not know of it', 'not fulfilled', { checkouts: [{ ...checkout, status: 'PAID' }] }],
    ['its event is missing', 'one event', { purchases: [{ ...purchase, outbox: [] }] }],
    [
      'its event is there twice',
      'one event',
      { purchases: [{ ...purchase, outbox: [event, event].filter((one) => one !== undefined) }] },
    ],
    [
      'its event was not published',
      'event not published',
      {
        purchases: [
          { ...purchase, outbox: [{ ...event, id: 'e', type: 'order.created', publishedAt: null }] },
        ],
      },
    ],
    [
      'the event of its payment was not acknowledged',
      'event not acknowledged',
      {
        checkouts: [
          { ...checkout, outbox: [{ ...verified, id: 'e', type: 'payment.verified', acknowledgedAt: null }] },
        ],
      },
    ],
    [
      'its cart was not cleaned',
      'cart not cleaned',
      { purchases: [{ ...purchase, cartCleanup: 'PENDING' }] },
    ],
    [
      'bought copies are still in the cart',
      'cart',
      { cartLines: [{ owner: 'guest:cart-1', bookId: 1, quantity: 3 }] },
    ],
    ['copies were taken out twice', 'cart', { cartLines: [] }],
    [
      'its documents were not made',
      'documents not made',
      { purchases: [{ ...purchase, documentsDue: true }] },
    ],
    ['it has no credit note', 'no credit note', { purchases: [{ ...purchase, status: 'CANCELLED' }] }],
    ['a mail is missing in the ledger', 'mails of an order', { mails: evidence.mails.slice(1) }],
    [
      'a mail was not sent',
      'mail not sent',
      { mails: evidence.mails.map((mail) => ({ ...mail, state: 'SENDING' })) },
    ],
    ['a mail was not received', 'mails received', { inbox: evidence.inbox.slice(0, 2) }],
    [
      'a mail was received twice',
      'mails received',
      { inbox: [...evidence.inbox, ...evidence.inbox.slice(1)] },
    ],
    [
      'a confirmation was received twice under two ids',
      'mails received',
      {
        inbox: [...evidence.inbox, { messageId: '<x>', to: 'asha@shop.example', subject: 'Order Confirmed' }],
      },
    ],
  ])('is wrong when %s', (_sentence, kind, change) => {
    expect(kindsOf(change)).toContain(kind);
  });

  it('is wrong without a bill', () => {
    const { bill: _bill, ...unbilled } = purchase;
    expect(kindsOf({ purchases: [unbilled] })).toEqual(['no bill']);
  });

  it('is wrong when a refund is still due', () => {
    const due = { paymentId: 'pay_2', amountPaise: 1, state: 'DUE', reason: 'amount' };
    expect(kindsOf({ checkouts: [{ ...checkout, refunds: [due] }] })).toEqual(['refund not made']);
  });

  it('is wrong when a mail confirms what was never confirmed', () => {
    const { bill: _bill, ...late } = {
      ...purchase,
      status: 'CANCELLED',
      cancelledAt: AT,
      returnedPaise: 90_000,
    };
    const cartLines = [{ owner: 'guest:cart-1', bookId: 1, quantity: 3 }];
    expect(kindsOf({ purchases: [late], refunds: [refund], cartLines }).toSorted()).toEqual([
      'mails of an order',
      'mails received',
    ]);
  });

  it('is right when the payment for a purchase that was never confirmed went back, with its mail', () => {
    const { bill: _bill, ...late } = {
      ...purchase,
      status: 'CANCELLED',
      cancelledAt: AT,
      returnedPaise: 90_000,
    };
    const cartLines = [{ owner: 'guest:cart-1', bookId: 1, quantity: 3 }];
    const mails = evidence.mails.slice(0, 1).map((mail) => ({ ...mail, template: 'payment-refunded' }));
    const inbox = evidence.inbox.slice(0, 1).map((mail) => ({ ...mail, subject: 'Payment Refunded' }));
    expect(kindsOf({ purchases: [late], refunds: [refund], cartLines, mails, inbox })).toEqual([]);
  });

  it('is wrong when two orders were made of one cart', () => {
    const again = { ...purchase, _id: 'pu_2', checkoutId: 'co_2' };
    const buyers = evidence.buyers.map((buyer) => ({ ...buyer, checkoutIds: ['co_1', 'co_2'] }));
    expect(kindsOf({ purchases: [purchase, again], buyers })).toContain('cart bought twice');
  });
});
