// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sales } from '@vidhi/contracts/shop-money.ts';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, missingFor, press, recordSavedFiles, type } from '../../../testing/show-page.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { CLEAN_RECONCILIATION as CLEAN } from '../../../testing/clean-reconciliation.ts';
import { openConsolePages } from '../../../testing/console-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { MoneyPage } from './money-page.tsx';

beforeAll(addConsolePages);
afterEach(leavePage);

const sums = (orders: number) => ({
  orders,
  copies: orders * 2,
  books_paise: orders * 12_345_650,
  discount_paise: orders * 5_000,
  shipping_paise: orders * 10_000,
  total_paise: orders * 12_355_650,
  returned_paise: 0,
});
const SALES: Sales = {
  from: '2026-11-01',
  to: '2026-11-29',
  total: sums(3),
  days: [],
  months: [{ month: '2026-11', ...sums(3) }],
  methods: [
    { method: 'card', ...sums(2) },
    { method: 'cash', ...sums(1) },
  ],
  books: [
    {
      id: 7,
      title: 'Evidence, annotated',
      orders: 2,
      copies: 3,
      books_paise: 12_345_650,
      discount_paise: 5_000,
    },
    { id: 8, title: '=Torts', orders: 1, copies: 1, books_paise: 45_000, discount_paise: 0 },
  ],
  states: [
    { state: 'Kerala', ...sums(2) },
    { state: null, ...sums(1) },
  ],
};
const FEES = { payments: 2, amount_paise: 2_471_130, fee_paise: 58_320, tax_paise: 8_896, unknown: 1 };

let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
  server = stubServer({
    'GET /api/orders/reconciliation': () => Response.json(CLEAN),
    'GET /api/orders/fees': (request) =>
      Response.json({ data: { month: new URL(request.url).searchParams.get('month'), ...FEES } }),
    'GET /api/orders/sales': () => Response.json({ data: SALES }),
    'GET /api/orders/accounts.csv': () => new Response('document,number\r\n'),
  });
});

function open(role = 11): void {
  openConsolePages({ '/console/money': <MoneyPage /> }, '/console/money', role);
}
/** Resolves with the rows of the table below a heading. */
async function rowsBelow(title: string): Promise<string[][]> {
  const heading = await screen.findByRole('heading', { level: 3, name: title });
  const table = heading.nextElementSibling as HTMLElement;
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent ?? ''));
}

describe('the money page', () => {
  it('has the sales of a time by month, book, payment and state', async () => {
    open();
    await screen.findByText('3 orders, 6 copies, ₹3,70,669.50. Cancelled orders are left out.');
    expect((await rowsBelow('By month'))[1]).toEqual([
      'November 2026',
      '3',
      '6',
      '₹3,70,369.50',
      '₹300',
      '₹3,70,669.50',
      '₹0',
    ]);
    const first = async (title: string) => (await rowsBelow(title)).slice(1).map(([name]) => name);
    expect(await first('By book')).toEqual(['Evidence, annotated', '=Torts']);
    expect(await first('By payment')).toEqual(['Card provider', 'Cash']);
    expect(await first('By state')).toEqual(['Kerala', 'Without an address']);
  });

  it('saves them with amounts that a spreadsheet adds up, and titles that are no formula', async () => {
    const files = recordSavedFiles();
    open();
    await press('Save By book as CSV');
    await expect.poll(() => files[0]?.name).toBe('sales-2026-11-01-2026-11-29-by-book.csv');
    expect(files[0]?.text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'Book,Orders,Copies,Books,Discount',
      '"Evidence, annotated",2,3,123456.5,50',
      "'=Torts,1,1,450,0",
    ]);
  });

  it('says what the card provider charges for a month, and saves its accounts', async () => {
    const files = recordSavedFiles();
    open();
    fireEvent.change(await screen.findByLabelText('Month'), { target: { value: '' } });
    expect(await missingFor('Save as CSV')).toBe('Choose a month.');
    fireEvent.change(await screen.findByLabelText('Month'), { target: { value: '2026-10' } });
    await screen.findByText(
      'Charges of the card provider for payments of this month: ₹583.20, of which ₹88.96 GST, for 2 payments of ₹24,711.30. We have not read the charge of 1 of them yet.',
    );
    await press('Save as CSV');
    await expect.poll(() => files[0]?.name).toBe('accounts-2026-10.csv');
    expect(server.calls.find(({ call }) => call.endsWith('accounts.csv'))?.search).toBe('?month=2026-10');
  });

  it('shows staff without the right to repair what differs, and no button for it', async () => {
    server.responses['GET /api/orders/reconciliation'] = () =>
      Response.json({ ...CLEAN, isClean: false, moneyWithoutOrder: { count: 1, ids: ['pay_1'] } });
    open(10);
    await screen.findByText(/^1 difference\./);
    await screen.findByText('An administrator can repair this.');
    expect(screen.queryByRole('button', { name: 'Repair' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'A payment that did not arrive' })).toBeNull();
  });

  it('offers a repair only of what one can repair', async () => {
    const found = { count: 1, ids: ['pay_1'] };
    const payments = { ...CLEAN.payments, unmatchedPayments: found };
    server.responses['GET /api/orders/reconciliation'] = () =>
      Response.json({ ...CLEAN, isClean: false, payments });
    open();
    await screen.findByText('pay_1');
    expect(screen.getByRole('button', { name: 'Compare again' })).toBeTruthy();
    leavePage();
    stubAntdBrowser();
    server = stubServer({
      ...server.responses,
      'GET /api/orders/reconciliation': () =>
        Response.json({ ...CLEAN, isClean: false, payments, refundsDiffer: { count: 1, ids: ['pu_1'] } }),
    });
    open();
    expect(await screen.findByRole('button', { name: 'Repair' })).toBeTruthy();
  });

  it('takes the note of a refund that was paid back another way, and confirms that', async () => {
    server.responses['GET /api/orders/reconciliation'] = () =>
      Response.json({
        ...CLEAN,
        isClean: false,
        payments: { ...CLEAN.payments, failedRefunds: { count: 1, ids: ['co_1'] } },
      });
    server.responses['POST /api/orders/reconciliation/dismiss'] = () => Response.json({ data: {} });
    open();
    await press('Paid back another way: co_1');
    await type('Reason', 'By bank transfer 4711');
    await press('Paid back another way');
    expect(await screen.findByText('Noted: it is not tried at the provider any more.')).toBeTruthy();
  });

  it('keeps its other parts while sales cannot be read', async () => {
    server.responses['GET /api/orders/sales'] = failure(503, 'Busy');
    open();
    await screen.findByText(/^0 differences\./);
    expect(await screen.findByRole('button', { name: 'Save as CSV' })).toBeTruthy();
  });
});
