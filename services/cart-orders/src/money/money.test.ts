import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DismissalOutcome } from '@vidhi/contracts/reconciliation.ts';
import type { ReplayedPayment } from '@vidhi/contracts/shop-money.ts';
import { aCartApp, aPurchase, asUser, unusedCarts } from '../cart-app-builder.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { accountsAsCsv } from './accounts-csv.ts';
import type { MoneyAct } from './money-actions.ts';
import { sumSales } from './sales.ts';

async function* streamOf(purchases: readonly Purchase[]): AsyncGenerator<Purchase> {
  yield* purchases;
}
const [LINE] = aPurchase(1).lines;
if (LINE === undefined) throw new Error('a purchase has a line');
const aSale = (id: number, values: Partial<Purchase> = {}): Purchase => ({
  ...aPurchase(id),
  shippingPaise: 10_000,
  totalPaise: 55_000,
  createdAt: new Date('2026-11-10T06:00:00Z'),
  bill: { number: `B/${id}`, date: '2026-11-10', seller: {} as NonNullable<Purchase['bill']>['seller'] },
  ...values,
});
const PERIOD = { from: '2026-11-01', to: '2026-12-31' };

/** Checkout 1 has a fee, that of others is not known. */
const FEES = [{ id: 'co_1', feePaise: 1_298, taxPaise: 198 }];
const findFees = async (ids: string[]) => FEES.filter(({ id }) => ids.includes(id));

async function rowsOf(purchases: readonly Purchase[], month: string): Promise<string[][]> {
  let text = '';
  for await (const part of await accountsAsCsv(streamOf(purchases), month, findFees)) text += part;
  return text
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((row) => row.split(','));
}

describe('the accounts of a month', () => {
  it('have each bill and credit note once, in the month of the document', async () => {
    const unbilled = aSale(3);
    delete unbilled.bill;
    const purchases = [
      aSale(1),
      aSale(2, {
        creditNotes: [
          { number: 'C/1', date: '2026-11-30', amountPaise: 10_050 },
          { number: 'C/2', date: '2026-12-01', amountPaise: 5_000 },
        ],
      }),
      unbilled,
    ];
    const [head = [], ...november] = await rowsOf(purchases, '2026-11');
    const at = (name: string): number => head.indexOf(name);
    const shown = (rows: string[][]) =>
      rows.map((row) => [row[at('document')], row[at('number')], row[at('of bill')], row[at('total')]]);
    expect(shown(november)).toEqual([
      ['Bill', 'B/1', '', '550'],
      ['Bill', 'B/2', '', '550'],
      ['Credit note', 'C/1', 'B/2', '-100.5'],
    ]);
    expect(november[0]?.slice(at('books at MRP'), at('total'))).toEqual(['500', '50', '450', '100']);
    expect(shown((await rowsOf(purchases, '2026-12')).slice(1))).toEqual([
      ['Credit note', 'C/2', 'B/2', '-50'],
    ]);
  });

  it('have the credit note of a purchase that an older release cancelled', async () => {
    const purchase = aSale(1, { status: 'CANCELLED', creditNote: { number: 'C/1', date: '2026-11-11' } });
    const rows = await rowsOf([purchase], '2026-11');
    expect(rows.slice(1).map((row) => row[0])).toEqual(['Bill', 'Credit note']);
  });

  it('have the fee of the provider beside the bill, once, where it is known', async () => {
    const many = Array.from({ length: 150 }, (_, at) => aSale(at + 2));
    const creditNotes = [{ number: 'C/1', date: '2026-11-30', amountPaise: 100 }];
    const [head = [], ...rows] = await rowsOf([aSale(1, { creditNotes }), ...many], '2026-11');
    const at = (name: string): number => head.indexOf(name);
    const fees = rows.map((row) => [row[at('provider fee with GST')], row[at('GST in the fee')]]);
    expect(fees).toHaveLength(152);
    expect(fees.slice(0, 3)).toEqual([
      ['12.98', '1.98'],
      ['', ''],
      ['', ''],
    ]);
    expect(fees.slice(1).flat().join('')).toBe('');
  });

  it('hold no formula', async () => {
    const { billing } = aPurchase(1);
    if (billing === null) throw new Error('it has an address');
    const purchase = aSale(1, { billing: { ...billing, name: '=HYPERLINK("x")' } });
    let text = '';
    for await (const part of await accountsAsCsv(streamOf([purchase]), '2026-11', findFees)) text += part;
    expect(text).toContain('"\'=HYPERLINK(""x"")"');
  });
});

describe('sales', () => {
  it('are summed up by month in India, book and state, without cancelled orders', async () => {
    const { shipping } = aPurchase(1);
    if (shipping === null) throw new Error('it has an address');
    const sales = await sumSales(
      streamOf([
        aSale(1, { shipping: { ...shipping, state: 'Kerala' }, returnedPaise: 45_000 }),
        aSale(2, {
          shipping: { ...shipping, state: ' Kerala ' },
          lines: [
            { ...LINE, quantity: 2 },
            { ...LINE, id: 9, lineId: 'other', unitPaise: 50_000 },
          ],
          totalPaise: 150_000,
        }),
        aSale(3, { status: 'CANCELLED' }),
        // 1 December in India.
        aSale(4, {
          createdAt: new Date('2026-11-30T19:00:00Z'),
          shipping: null,
          billing: null,
          lines: [{ ...LINE, bookId: 7, title: 'Torts' }],
        }),
      ]),
      PERIOD,
    );
    expect(sales.total).toEqual({
      orders: 3,
      copies: 5,
      books_paise: 45_000 + 140_000 + 45_000,
      discount_paise: 5_000 + 10_000 + 5_000,
      shipping_paise: 30_000,
      total_paise: 55_000 + 150_000 + 55_000,
      returned_paise: 45_000,
    });
    expect(sales.months.map(({ month, orders }) => [month, orders])).toEqual([
      ['2026-11', 2],
      ['2026-12', 1],
    ]);
    // Its last one is the first of December in India.
    expect(sales.days.map(({ day, orders }) => [day.slice(0, 7), orders]).at(-1)).toEqual(['2026-12', 1]);
    expect(sales.days.reduce((sum, { orders }) => sum + orders, 0)).toBe(3);
    expect(sales.methods.map(({ method, orders }) => [method, orders])).toEqual([['card', 3]]);
    expect(sales.books.map(({ id, orders, copies }) => [id, orders, copies])).toEqual([
      [1, 2, 4],
      [7, 1, 1],
    ]);
    expect(sales.states.map(({ state, orders }) => [state, orders])).toEqual([
      ['Kerala', 2],
      [null, 1],
    ]);
  });

  it('name the payment of orders by hand, which have none at the provider', async () => {
    const hand: NonNullable<Purchase['hand']> = {
      channel: 'fair',
      method: 'cash',
      reference: null,
      name: 'Ravi',
      email: null,
      fingerprint: 'f',
      by: 10,
    };
    const sale = aSale(1, { hand, billing: null });
    delete sale.paymentId;
    const sales = await sumSales(streamOf([sale]), PERIOD);
    expect(sales.methods.map(({ method, total_paise: total }) => [method, total])).toEqual([
      ['cash', 55_000],
    ]);
    const [head = [], row = []] = await rowsOf([sale], '2026-11');
    const cell = (name: string) => row[head.indexOf(name)];
    expect([cell('buyer'), cell('payment'), cell('paid by')]).toEqual(['Ravi', '', 'Cash']);
  });

  it('are nothing without orders', async () => {
    expect(await sumSales(streamOf([]), PERIOD)).toMatchObject({
      days: [],
      months: [],
      books: [],
      states: [],
    });
  });
});

const outcomes: Record<string, DismissalOutcome> = { pay_known: 'dismissed', co_busy: 'busy' };

describe('the money page', () => {
  let app: FastifyInstance;
  let acts: MoneyAct[];
  let replayed: ReplayedPayment;
  let hasPayments: boolean;
  const ADMINISTRATOR = asUser(11);
  const call = async (path: string, data?: object) => {
    const response = await app.inject({
      method: data === undefined ? 'GET' : 'POST',
      url: `/api/orders/${path}`,
      headers: ADMINISTRATOR,
      ...(data === undefined ? {} : { payload: { data } }),
    });
    return { status: response.statusCode, body: response.body };
  };
  beforeEach(async () => {
    acts = [];
    hasPayments = true;
    replayed = { outcome: 'unknown', status: null, amountPaise: null, checkoutId: null };
    app = await aCartApp(unusedCarts, undefined, undefined, {
      note: async (act) => void acts.push(act),
      payments: {
        dismiss: async (id) => outcomes[id] ?? 'unknown',
        replay: async () => replayed,
        async findFees() {
          if (!hasPayments) throw new Error('no response');
          return [];
        },
        async sumFees(from, before) {
          if (!hasPayments) throw new Error('no response');
          const days = (before.getTime() - from.getTime()) / 86_400_000;
          return { payments: days, amountPaise: 100_000, feePaise: 2_360, taxPaise: 360, unknown: 1 };
        },
      },
    });
  });
  afterEach(async () => app.close());

  it('has an entry of the audit log for what is dismissed, with its reason, before it is done', async () => {
    expect((await call('reconciliation/dismiss', { id: 'pay_known', reason: ' Other site ' })).status).toBe(
      200,
    );
    expect((await call('reconciliation/dismiss', { id: 'pay_other', reason: 'Other site' })).status).toBe(
      404,
    );
    expect(acts.map(({ action, subject, reason, actor }) => [action, subject, reason, actor.id])).toEqual([
      ['dismiss', 'pay_known', 'Other site', 11],
      ['dismiss', 'pay_other', 'Other site', 11],
    ]);
    expect((await call('reconciliation/dismiss', { id: 'co_busy', reason: 'By transfer' })).status).toBe(409);
    expect(acts.splice(2)).toHaveLength(1);
    for (const data of [
      { id: 'pay_known', reason: '  ' },
      { id: 'a b', reason: 'Why not' },
      { id: 'pay_known' },
    ])
      expect((await call('reconciliation/dismiss', data)).status).toBe(400);
    expect(acts).toHaveLength(2);
  });

  it('applies a payment, and names its order', async () => {
    expect(JSON.parse((await call('reconciliation/replay', { payment_id: 'pay_12345' })).body).data).toEqual({
      outcome: 'unknown',
      status: null,
      amount_paise: null,
      purchase_id: null,
    });
    replayed = { outcome: 'applied', status: 'captured', amountPaise: 55_000, checkoutId: 'co_4' };
    expect(
      JSON.parse((await call('reconciliation/replay', { payment_id: 'pay_12345' })).body).data,
    ).toMatchObject({
      outcome: 'applied',
      amount_paise: 55_000,
    });
    expect(acts.map(({ action, subject }) => [action, subject])).toEqual([
      ['webhook_replayed', 'pay_12345'],
      ['webhook_replayed', 'pay_12345'],
    ]);
    for (const payment_id of ['', 'order_12345', 'pay_', 'pay_1/../x'])
      expect((await call('reconciliation/replay', { payment_id })).status).toBe(400);
  });

  it.each([
    ['from=2026-11-01&to=2026-11-30', 200],
    ['from=2026-11-30&to=2026-11-01', 400],
    ['from=2026-02-30&to=2026-03-01', 400],
    ['from=2024-01-01&to=2026-01-01', 400],
    ['from=2026-11-01', 400],
  ])('reports sales of %s with %i', async (query, status) => {
    expect((await call(`sales?${query}`)).status).toBe(status);
  });

  it('says what the provider charges for the payments of a month, in India', async () => {
    expect(JSON.parse((await call('fees?month=2026-12')).body).data).toEqual({
      month: '2026-12',
      payments: 31,
      amount_paise: 100_000,
      fee_paise: 2_360,
      tax_paise: 360,
      unknown: 1,
    });
    expect((await call('fees?month=2026-13')).status).toBe(400);
    hasPayments = false;
    expect((await call('fees?month=2026-12')).status).toBe(503);
  });

  it('exports accounts with an entry of the audit log', async () => {
    expect((await call('accounts.csv?month=2026-11')).body).toContain('document,number,date');
    expect(acts.map(({ action, subject }) => [action, subject])).toEqual([['export', '2026-11']]);
    for (const month of ['2026-13', '2026-1', '', '2026-11-01'])
      expect((await call(`accounts.csv?month=${month}`)).status).toBe(400);
  });
});
