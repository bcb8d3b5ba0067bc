import { describe, expect, it } from 'vitest';
import { aShop } from './evidence-builder.ts';
import type { ShopEvidence } from './evidence.ts';
import { checkShop } from './shop-checks.ts';

const { shop, purchase, stock, series } = aShop();
const kindsOf = (change: Partial<ShopEvidence>): string[] => [
  ...new Set(checkShop({ ...shop, ...change }).map(({ kind }) => kind)),
];
const hold = (state: string) => ({ checkoutId: 'co_1', quantity: 2, state });
const billed = (number: string) => ({ ...purchase, _id: number, bill: { number } });
const THREE = ['BS/26-27/000001', 'BS/26-27/000002', 'BS/26-27/000003'].map(billed);
const link = { _id: 'link_1', state: 'PAID' };
const ofLink = { ...purchase, paymentLink: { id: 'link_1' } };
const sent = { id: 'payment-link.sent:link_1:1', type: 'payment-link.sent', publishedAt: new Date() };
const ofThree = { stocks: [], series: [{ ...series, last: 3 }] };

describe('the shop', () => {
  it('is right when copies, numbers and mails are', () => {
    expect(checkShop(shop)).toEqual([]);
    expect(checkShop({ ...shop, ...ofThree, purchases: THREE })).toEqual([]);
  });

  it('is right while somebody who has not paid has reserved a copy', () => {
    const open = { checkoutId: 'co_2', quantity: 1, state: 'HELD' };
    expect(checkShop({ ...shop, stocks: [{ ...stock, holds: [hold('SOLD'), open] }] })).toEqual([]);
  });

  describe('with an order that staff cancelled', () => {
    const cancelled = (copies: number, isDone: boolean) => ({
      ...purchase,
      lines: purchase.lines.map((line) => ({ ...line, id: 1 })),
      status: 'CANCELLED',
      cancelledAt: new Date(purchase.createdAt.getTime() + 1),
      creditNotes: [{ number: 'CN/26-27/000001', amountPaise: 90_000 }],
      copyMoves: [{ lineId: 1, copies, isDone }],
    });
    const withMoved = (order: ReturnType<typeof cancelled>, moved: number) =>
      kindsOf({
        purchases: [order],
        series: [series, { ...series, _id: 'CN/26-27' }],
        stocks: [{ ...stock, moved }],
      });

    it('is right when its copies came back, and they alone', () => {
      expect(withMoved(cancelled(2, true), 2)).toEqual([]);
    });

    it.each<[string, number, number, boolean, string]>([
      ['one of its copies stays sold', 1, 1, true, 'copies counted back'],
      ['its copies were counted back twice', 2, 4, true, 'copies counted back'],
      ['its copies are still to come back', 2, 2, false, 'copies not moved'],
    ])('is wrong when %s', (_, copies, moved, isDone, kind) => {
      expect(withMoved(cancelled(copies, isDone), moved)).toEqual([kind]);
    });
  });

  it('is right when a link is of one order, and its copies are due to be released after a crash', () => {
    const holds = [hold('SOLD'), { checkoutId: 'link_1', quantity: 2, state: 'HELD' }];
    const links = [{ ...link, releaseDueAt: new Date() }];
    expect(checkShop({ ...shop, links, purchases: [ofLink], stocks: [{ ...stock, holds }] })).toEqual([]);
  });

  it.each<[string, string, Partial<ShopEvidence>]>([
    [
      'a cancelled link has an order',
      'orders of a link',
      { links: [{ ...link, state: 'CANCELLED' }], purchases: [ofLink] },
    ],
    [
      'a link has two orders',
      'orders of a link',
      { links: [link], purchases: [ofLink, { ...ofLink, _id: 'pu_2' }] },
    ],
    [
      'a link was never completed',
      'link not completed',
      { links: [{ ...link, state: 'OPEN', holdDue: true }] },
    ],
    [
      'a paid link holds copies for ever',
      'copies not released',
      {
        links: [link],
        stocks: [{ ...stock, holds: [hold('SOLD'), { checkoutId: 'link_1', quantity: 2, state: 'HELD' }] }],
      },
    ],
    ['a link was not mailed', 'mails of a link', { links: [{ ...link, outbox: [sent] }] }],
    ['more copies were sold than there were', 'oversold', { stocks: [{ ...stock, stock: 1 }] }],
    ['sold copies are not counted', 'copies sold', { stocks: [{ ...stock, holds: [] }] }],
    [
      'copies of an order are consumed and not sold',
      'copies not released',
      { stocks: [{ ...stock, holds: [hold('CONSUMED')] }] },
    ],
    [
      'copies of an order are still reserved',
      'copies not released',
      { stocks: [{ ...stock, holds: [hold('SOLD'), hold('HELD')] }] },
    ],
    [
      'a number is missing',
      'numbers of bills',
      { ...ofThree, purchases: THREE.filter((_, at) => at !== 1), series: [{ ...series, last: 2 }] },
    ],
    [
      'a number was issued twice',
      'numbers of bills',
      { ...ofThree, purchases: [...THREE.slice(0, 2), billed('BS/26-27/000002')] },
    ],
    ['a claimed number was never written', 'numbers of bills', { series: [{ ...series, last: 2 }] }],
    ['a claim was left', 'numbers of bills', { series: [{ ...series, claims: [{}] }] }],
    ['a webhook waits', 'webhooks not applied', { unsettledEvents: 1 }],
    ['a payment has no checkout', 'payments without checkout', { unmatchedPayments: 1 }],
    ['a mail waits', 'mail not sent', { mails: shop.mails.map((mail) => ({ ...mail, state: 'QUEUED' })) }],
    ['a mail has no row', 'mail of nobody', { mails: shop.mails.slice(1) }],
  ])('is wrong when %s', (_sentence, kind, change) => {
    expect(kindsOf(change)).toContain(kind);
  });
});
