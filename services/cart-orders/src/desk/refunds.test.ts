import { describe, expect, it } from 'vitest';
import { Value } from 'typebox/value';
import { RefundRequest } from '@vidhi/contracts/shop-refunds.ts';
import { aBill } from '../bills/bill-content-builder.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { nextCredit, type Purchase, type ShopRefund } from '../purchases/purchase.ts';
import { fulfilmentOf, hasProblem, refundStateOf } from './desk-fields.ts';
import { presentDeskPurchase } from './desk-presenter.ts';
import {
  leftPaise,
  linesAfter,
  orderRefund,
  refundablePaise,
  refundId,
  type RefundOrder,
} from './refunds.ts';

const { number, date, seller } = aBill();
const [LINE] = aPurchase(4).lines;
if (LINE === undefined) throw new Error('a purchase has a line');

/** Three copies of ₹450 and one of ₹99.50, ₹100 for shipping: ₹1,549.50. */
const aSale = (values: Partial<Purchase> = {}): Purchase => ({
  ...aPurchase(4),
  lines: [
    { ...LINE, id: 1, quantity: 3, unitPaise: 45_000 },
    { ...LINE, id: 2, bookId: 2, title: 'Book 2', quantity: 1, unitPaise: 9_950 },
  ],
  totalPaise: 154_950,
  bill: { number, date, seller },
  ...values,
});
const order = (request: Partial<RefundRequest>, values: Partial<RefundOrder> = {}): RefundOrder => ({
  id: 'a',
  request: { reason: 'damaged', ...request },
  at: new Date('2026-10-05T09:00:00Z'),
  by: 10,
  limitPaise: null,
  ...values,
});
/** Returns the sale with these refunds ordered one after the other. */
const after = (...orders: RefundOrder[]): Purchase =>
  orders.reduce((purchase, one) => {
    const refund = orderRefund(purchase, one);
    const refunds: ShopRefund[] = [...(purchase.refunds ?? []), ...(refund === null ? [] : [refund])];
    return { ...purchase, refunds, lines: linesAfter(purchase, refunds) };
  }, aSale());
const processed = (id: string, amountPaise: number, key?: string) => ({
  id,
  amountPaise,
  status: 'processed' as const,
  ...(key === undefined ? {} : { key }),
});

describe('a refund that the shop orders', () => {
  it.each<[string, Partial<RefundRequest>, number]>([
    ['one copy of three', { lines: [{ id: 1, copies: 1 }] }, 45_000],
    [
      'copies of two lines',
      {
        lines: [
          { id: 1, copies: 2 },
          { id: 2, copies: 1 },
        ],
      },
      99_950,
    ],
    ['a part of the shipping charge', { shipping_paise: 4_000 }, 4_000],
    ['any amount, to the paisa', { amount_paise: 1 }, 1],
    [
      'all of it together',
      { lines: [{ id: 1, copies: 1 }], shipping_paise: 10_000, amount_paise: 99_950 },
      154_950,
    ],
  ])('may be of %s', (_, request, amountPaise) => {
    expect(orderRefund(aSale(), order(request))).toMatchObject({ amountPaise, state: 'DUE', by: 10 });
  });

  it.each<[string, Partial<RefundRequest>, Partial<Purchase>, string]>([
    ['more copies than were bought', { lines: [{ id: 2, copies: 2 }] }, {}, '1 of Book 2 can be refunded'],
    ['lines of another purchase', { lines: [{ id: 77, copies: 1 }] }, {}, 'The order has no line 77'],
    [
      'a line twice',
      {
        lines: [
          { id: 1, copies: 2 },
          { id: 1, copies: 2 },
        ],
      },
      {},
      'A line is named twice',
    ],
    [
      'more than the shipping charge',
      { shipping_paise: 10_001 },
      {},
      '₹100.00 of the shipping charge can be refunded',
    ],
    [
      'more than was paid',
      { amount_paise: 154_951 },
      {},
      '₹1,549.50 of this order can be refunded, and not ₹1,549.51',
    ],
    [
      'more than is left after one in the dashboard',
      { amount_paise: 100_000 },
      { returnedPaise: 60_000, providerRefunds: [processed('rfnd_1', 60_000)] },
      '₹949.50 of this order',
    ],
    [
      'more than is left after a pending one in the dashboard',
      { amount_paise: 100_000 },
      { providerRefunds: [{ id: 'rfnd_1', amountPaise: 60_000, status: 'pending' }] },
      '₹949.50 of this order',
    ],
    [
      'disputed money',
      { amount_paise: 1 },
      { disputes: [{ id: 'disp_1', amountPaise: 154_950, status: 'open' }] },
      '₹0.00 of this order',
    ],
    [
      'money that a dispute has taken',
      { amount_paise: 1 },
      { disputes: [{ id: 'disp_1', amountPaise: 154_950, status: 'lost' }] },
      '₹0.00 of this order',
    ],
    ['a cancelled order', { amount_paise: 1 }, { status: 'CANCELLED' }, 'The order is cancelled'],
    ['nothing', { lines: [] }, {}, 'The refund has no amount'],
  ])('is not of %s', (_, request, values, message) => {
    expect(() => orderRefund(aSale(values), order(request))).toThrow(message);
  });

  it.each<[string, unknown]>([
    ['negative paise', { amount_paise: -1, reason: 'x' }],
    ['fractions of a paisa', { amount_paise: 0.5, reason: 'x' }],
    ['no paise', { amount_paise: 0, reason: 'x' }],
    ['a text of digits', { amount_paise: '100', reason: 'x' }],
    ['infinite paise', { amount_paise: Number.POSITIVE_INFINITY, reason: 'x' }],
    ['more than a number can hold exactly', { amount_paise: 2 ** 60, reason: 'x' }],
    ['negative shipping', { shipping_paise: -100, amount_paise: 200, reason: 'x' }],
    ['negative copies', { lines: [{ id: 1, copies: -1 }], amount_paise: 500, reason: 'x' }],
    ['half a copy', { lines: [{ id: 1, copies: 0.5 }], reason: 'x' }],
    ['no copy', { lines: [{ id: 1, copies: 0 }], reason: 'x' }],
    ['a price of its own', { lines: [{ id: 1, copies: 1, unit_paise: 999_999 }], reason: 'x' }],
    ['no reason', { amount_paise: 100 }],
    ['a blank reason', { amount_paise: 100, reason: '  ' }],
    ['a very long reason', { amount_paise: 100, reason: 'x'.repeat(501) }],
    ['a state', { amount_paise: 100, reason: 'x', state: 'DONE' }],
    ['an operator of the database', { amount_paise: { $gt: 0 }, reason: 'x' }],
    ['a payment', { amount_paise: 100, reason: 'x', payment_id: 'pay_2' }],
    ['restock as a text', { amount_paise: 100, reason: 'x', restock: 'yes' }],
  ])('with %s is no request', (_, request) => {
    expect(Value.Check(RefundRequest, request)).toBe(false);
  });

  it('is what is left, whatever was refunded before', () => {
    const purchase = after(
      order({ lines: [{ id: 1, copies: 2 }] }, { id: 'a' }),
      order({ shipping_paise: 10_000 }, { id: 'b' }),
    );
    expect(leftPaise(purchase)).toBe(54_950);
    expect(() => orderRefund(purchase, order({ lines: [{ id: 1, copies: 2 }] }, { id: 'c' }))).toThrow(
      '1 of Book 1',
    );
    expect(() => orderRefund(purchase, order({ shipping_paise: 1 }, { id: 'c' }))).toThrow(
      '₹0.00 of the shipping',
    );
    expect(orderRefund(purchase, order({ amount_paise: 54_950 }, { id: 'c' }))?.amountPaise).toBe(54_950);
  });

  it('counts once, also when the provider reports it', () => {
    const purchase = after(order({ amount_paise: 54_950 }));
    expect(leftPaise(purchase)).toBe(100_000);
    const providerRefunds = [processed('rfnd_1', 54_950, 'a')];
    expect(leftPaise({ ...purchase, providerRefunds, returnedPaise: 54_950 })).toBe(100_000);
  });

  it('stands in one list with those that were made at the provider, each once, and makes the order partly refunded', () => {
    const purchase = after(
      order({ amount_paise: 100 }, { id: 'a' }),
      order({ amount_paise: 200 }, { id: 'b' }),
    );
    const refunds = (purchase.refunds ?? []).map((one) =>
      one.id === 'a' ? { ...one, state: 'DONE' as const, providerId: 'rfnd_1' } : one,
    );
    const providerRefunds = [
      processed('rfnd_1', 100),
      processed('rfnd_2', 200, 'b'),
      { ...processed('rfnd_3', 300), at: '2026-10-06T09:00:00.000Z' },
    ];
    const sources = {
      payment: null,
      mails: null,
      stock: [],
      isbnOf: () => null,
      statusPath: '',
      limitPaise: null,
    };
    const shown = presentDeskPurchase({ ...purchase, refunds, providerRefunds, returnedPaise: 600 }, sources);
    expect(
      shown.refunds.map(({ id, origin, state, amount_paise }) => [id, origin, state, amount_paise]),
    ).toEqual([
      ['a', 'shop', 'DONE', 100],
      ['b', 'shop', 'DUE', 200],
      ['rfnd_3', 'provider', 'DONE', 300],
    ]);
    expect([shown.refund, shown.left_paise]).toEqual(['partial', 154_350]);
    expect(refundStateOf({ ...purchase, returnedPaise: 154_950 })).toBe('full');
  });

  it('that has failed is free again', () => {
    const purchase = after(order({ lines: [{ id: 1, copies: 3 }] }));
    const refunds = (purchase.refunds ?? []).map((one) => ({ ...one, state: 'FAILED' as const }));
    expect(leftPaise({ ...purchase, refunds })).toBe(154_950);
    expect(linesAfter({ ...purchase, refunds }, refunds)[0]?.isCancelled).toBeUndefined();
  });

  it('that has failed and was paid back another way is not refunded again, and counts for the limit', () => {
    const ordered = after(order({ lines: [{ id: 1, copies: 3 }], shipping_paise: 10_000 }));
    const settled = { at: new Date('2026-10-07T09:00:00Z'), by: 10, reason: 'By bank transfer' };
    const refunds = (ordered.refunds ?? []).map((one) => ({ ...one, state: 'FAILED' as const, settled }));
    const purchase = { ...ordered, refunds };
    expect(leftPaise(purchase)).toBe(9_950);
    expect(refundablePaise(purchase, 150_000)).toBe(5_000);
    const again = (request: Partial<RefundRequest>, limitPaise: number | null = null) =>
      orderRefund(purchase, order(request, { id: 'b', limitPaise }));
    expect(() => again({ lines: [{ id: 1, copies: 1 }] })).toThrow('Every copy of Book 1 was refunded');
    expect(() => again({ shipping_paise: 1 })).toThrow('₹0.00 of the shipping');
    expect(() => again({ amount_paise: 9_951 })).toThrow('₹99.50 of this order can be refunded');
    expect(() => again({ amount_paise: 5_001 }, 150_000)).toThrow('Forbidden');
    expect(again({ amount_paise: 5_000 }, 150_000)?.amountPaise).toBe(5_000);
  });

  it.each<[string, Partial<ShopRefund>, Partial<Purchase>, boolean]>([
    ['that has failed', { state: 'FAILED', failure: 'returned' }, {}, true],
    ['that was made', { state: 'DONE' }, {}, false],
    ['of money that others had returned', { state: 'FAILED', failure: 'nothing-left' }, {}, false],
    ['of a cancelled order', { state: 'FAILED', failure: 'rejected' }, { status: 'CANCELLED' }, false],
    ['of what went back', { state: 'FAILED', failure: 'returned' }, { returnedPaise: 154_950 }, false],
    [
      'beside a dispute',
      { state: 'DONE' },
      { disputes: [{ id: 'd', amountPaise: 1, status: 'open' }] },
      true,
    ],
  ])('%s may be a problem for people', (_, fields, values, isProblem) => {
    const { refunds = [] } = after(order({ amount_paise: 100 }));
    const sale = aSale({ ...values, refunds: refunds.map((one) => ({ ...one, ...fields })) });
    expect(hasProblem(sale)).toBe(isProblem);
  });

  it('that its bank returns after others were ordered is a problem, until another is ordered', () => {
    const purchase = after(
      order({ amount_paise: 100 }, { id: 'a' }),
      order({ amount_paise: 200 }, { id: 'b', at: new Date('2026-10-06T09:00:00Z') }),
    );
    const endedAt = new Date('2026-10-07T09:00:00Z');
    const refunds = (purchase.refunds ?? []).map((one) =>
      one.id === 'a' ? { ...one, state: 'FAILED' as const, failure: 'returned' as const, endedAt } : one,
    );
    expect(hasProblem({ ...purchase, refunds })).toBe(true);
    const again = orderRefund(
      { ...purchase, refunds },
      order({ amount_paise: 100 }, { id: 'c', at: new Date('2026-10-08T09:00:00Z') }),
    );
    if (again === null) throw new Error('it is another refund');
    expect(hasProblem({ ...purchase, refunds: [...refunds, again] })).toBe(false);
  });

  it('counts copies back that a failed one has counted back no second time', () => {
    const restock = { restock: true };
    const first = after(order({ lines: [{ id: 1, copies: 2 }], ...restock }));
    const failed = (first.refunds ?? []).map((one) => ({ ...one, state: 'FAILED' as const }));
    const of = (copies: number) =>
      orderRefund(
        { ...first, refunds: failed },
        order({ lines: [{ id: 1, copies }], ...restock }, { id: 'b' }),
      )?.lines[0];
    expect(of(1)).toMatchObject({ copies: 1, restocked: 0 });
    expect(of(2)).toMatchObject({ copies: 2, restocked: 0 });
    expect(of(3)).toMatchObject({ copies: 3, restocked: 1 });
    expect(
      orderRefund(first, order({ lines: [{ id: 1, copies: 1 }], ...restock }, { id: 'b' }))?.lines,
    ).toEqual([{ id: 1, copies: 1, wasShipped: false }]);
  });

  it('is the same for the same key and body, and 409 for another body', () => {
    const purchase = after(
      order({
        lines: [
          { id: 1, copies: 1 },
          { id: 2, copies: 1 },
        ],
      }),
    );
    expect(
      orderRefund(
        purchase,
        order({
          lines: [
            { id: 2, copies: 1 },
            { id: 1, copies: 1 },
          ],
        }),
      ),
    ).toBeNull();
    for (const request of [
      { amount_paise: 1 },
      { lines: [{ id: 1, copies: 1 }] },
      {
        lines: [
          { id: 1, copies: 1 },
          { id: 2, copies: 1 },
        ],
        restock: true,
      },
    ])
      expect(() => orderRefund(purchase, order(request))).toThrow(
        'The Idempotency-Key was used for another refund',
      );
    expect(refundId('pu_1', 'key')).not.toBe(refundId('pu_2', 'key'));
  });

  it('of staff with a limit is up to the limit in all, however it is split', () => {
    const limited = { limitPaise: 50_000 };
    const purchase = after(order({ amount_paise: 30_000 }, { ...limited, id: 'a' }));
    expect(() => orderRefund(purchase, order({ amount_paise: 20_001 }, { ...limited, id: 'b' }))).toThrow(
      'Forbidden',
    );
    expect(orderRefund(purchase, order({ amount_paise: 20_000 }, { ...limited, id: 'b' }))).not.toBeNull();
    expect(() => orderRefund(aSale(), order({ amount_paise: 1 }, { limitPaise: 0 }))).toThrow('Forbidden');
  });

  it('of every copy of a line before it is shipped cancels the line, and no other', () => {
    const purchase = after(order({ lines: [{ id: 1, copies: 2 }] }, { id: 'a' }));
    expect(purchase.lines.map(({ isCancelled }) => isCancelled)).toEqual([undefined, undefined]);
    const all = after(
      order({ lines: [{ id: 1, copies: 2 }] }, { id: 'a' }),
      order({ lines: [{ id: 1, copies: 1 }] }, { id: 'b' }),
    );
    expect(all.lines.map(({ isCancelled }) => isCancelled)).toEqual([true, undefined]);
    const shipped = all.lines.map((line) =>
      line.id === 2 ? { ...line, shipping_date: '2026-10-06' } : line,
    );
    expect(fulfilmentOf({ ...all, lines: shipped })).toBe('shipped');
  });
});

describe('credit notes', () => {
  it('are one for each refund, and one for the rest of a cancelled order', () => {
    const providerRefunds = [processed('rfnd_1', 10_000), processed('rfnd_2', 20_000)];
    const sale = aSale({ returnedPaise: 30_000, providerRefunds });
    expect(nextCredit(sale)).toEqual({ amountPaise: 10_000, refundId: 'rfnd_1' });
    const first = { number: 'CN/26-27/000001', date, amountPaise: 10_000, refundId: 'rfnd_1' };
    expect(nextCredit({ ...sale, creditNotes: [first] })).toEqual({
      amountPaise: 20_000,
      refundId: 'rfnd_2',
    });
    const second = { ...first, amountPaise: 20_000, refundId: 'rfnd_2' };
    expect(nextCredit({ ...sale, creditNotes: [first, second] })).toBeNull();
    expect(nextCredit({ ...sale, creditNotes: [first, second], status: 'CANCELLED' })).toEqual({
      amountPaise: 124_950,
    });
  });

  it('of older releases, which are of sums, are not written again', () => {
    const providerRefunds = [
      processed('rfnd_1', 10_000),
      processed('rfnd_2', 20_000),
      processed('rfnd_3', 5_000),
    ];
    const creditNotes = [{ number: 'CN/26-27/000001', date, amountPaise: 30_000 }];
    expect(nextCredit(aSale({ returnedPaise: 35_000, providerRefunds, creditNotes }))).toEqual({
      amountPaise: 5_000,
      refundId: 'rfnd_3',
    });
  });
});
