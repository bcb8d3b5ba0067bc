// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePages } from '../../../testing/console-page.tsx';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, missingFor, place, press, recordSavedFiles } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { OrdersPage } from './orders-page.tsx';

beforeAll(addConsolePages);

const order = (id: number) => ({
  id: `pu_${id}`,
  purchase_number: `NUMBER${id}`,
  bill_number: `BS/26-27/${id}`,
  created_at: '2026-11-05T10:00:00.000Z',
  buyer: { name: 'Asha Rao', city: 'Kochi', user_id: null },
  lines: [{ id, book_id: 7, title: 'Evidence', quantity: 1 }],
  copies: 1,
  total_paise: 45_000,
  refunded_paise: 0,
  status: 'unshipped',
  refund: 'none',
  has_problem: false,
  has_request: false,
  needs_address: false,
  tags: [],
  by_hand: null,
});

let server: ReturnType<typeof stubServer>;
let total: number;
beforeEach(() => {
  stubAntdBrowser();
  total = 60;
  server = stubServer({
    'GET /api/purchases': (request) => {
      const { searchParams } = new URL(request.url);
      const [page, size] = ['page', 'pageSize'].map((name) =>
        Number(searchParams.get(`pagination[${name}]`)),
      );
      const all = Array.from({ length: total }, (_, index) => order(index + 1));
      const data = all.slice(((page ?? 1) - 1) * (size ?? 25), (page ?? 1) * (size ?? 25));
      return Response.json({ data, meta: { pagination: { total, has_more: total === 60 } } });
    },
  });
});
afterEach(leavePage);

function open(path = '/console/orders', role = 11): void {
  openConsolePages({ '/console/orders': <OrdersPage /> }, path, role);
}
const searches = (): string[] =>
  server.calls.filter(({ call }) => call === 'GET /api/purchases').map(({ search }) => search);

describe('the list of orders', () => {
  it('shows first what is to be shipped, and searches all orders', async () => {
    open();
    await screen.findByRole('link', { name: 'NUMBER1' });
    expect(searches()).toEqual([
      '?unshipped=true&sort=created_at&pagination[page]=1&pagination[pageSize]=25',
    ]);
    expect(screen.getByRole('link', { name: 'To ship' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByText('1 to 25 of more than 60')).toBeTruthy();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '98765' } });
    await expect.poll(place).toBe('/console/orders?q=98765');
    await expect
      .poll(() => searches().at(-1))
      .toBe('?q=98765&sort=-created_at&pagination[page]=1&pagination[pageSize]=25');
  });

  it('filters by amounts in rupees, and not by what is no amount', async () => {
    open('/console/orders?view=all&f[min]=450.5&f[max]=many&f[state]=shipped');
    await screen.findByRole('link', { name: 'NUMBER1' });
    expect(searches().at(-1)).toContain('?status=shipped&min=45050&sort=-created_at');
  });

  it('says of a view without orders that nothing is left to do', async () => {
    total = 0;
    open('/console/orders?view=requests&f[request]=open');
    expect(await screen.findByText('No buyer waits for a decision.')).toBeTruthy();
  });

  it.each(['', '?view=first'])(
    'says at the address with the query "%s" that all are shipped',
    async (query) => {
      total = 0;
      open(`/console/orders${query}`);
      expect(await screen.findByText('Everything is shipped.')).toBeTruthy();
    },
  );

  it('prints the slips of orders that were selected, and notes that they are packed', async () => {
    const files = recordSavedFiles();
    open();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select NUMBER1' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select NUMBER2' }));
    server.responses['POST /api/packing-slips'] = () => new Response('%PDF-');
    server.responses['POST /api/purchases/packed'] = () => Response.json({ data: ['pu_1', 'pu_2'] });
    await press('Packing slips');
    await expect.poll(() => files[0]?.name).toBe('packing-slips.pdf');
    await press('Mark packed');
    await screen.findByText('2 orders are packed.');
    expect(server.calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
      { data: { ids: ['pu_1', 'pu_2'] } },
      { data: { ids: ['pu_1', 'pu_2'], packed: true } },
    ]);
    expect(screen.queryByText('2 selected')).toBeNull();
  });

  it('packs all orders that match, on pages that nobody has opened, too', async () => {
    open();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select NUMBER1' }));
    await press('Select all 60 that match');
    server.responses['POST /api/purchases/packed'] = () => Response.json({ data: [] });
    await press('Mark packed');
    await screen.findByText('60 orders are packed.');
    const packed = server.calls.find(({ call }) => call === 'POST /api/purchases/packed')?.body;
    expect((packed as { data: { ids: string[] } }).data.ids).toHaveLength(60);
  });

  it('says before orders are shipped together how many have no tracking number', async () => {
    open();
    await press('Ship many');
    const table = await screen.findByLabelText('Orders and tracking numbers');
    expect(await missingFor('Ship 0 orders')).toMatch(/at least one order/);
    fireEvent.change(table, { target: { value: 'NUMBER1\tEK1\nNUMBER2\t\n' } });
    await screen.findByText('1 of 2 orders without a tracking number.');
    fireEvent.change(table, { target: { value: 'NUMBER1\tEK1\nNUMBER2\tEK2\n' } });
    expect(screen.queryByText(/without a tracking number/)).toBeNull();
  });

  it('ships orders that were selected, and selects none of them any more when the results were read', async () => {
    open();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select NUMBER1' }));
    await press('Ship');
    const data = [{ purchase: 'NUMBER1', shipment: 1, error: null }];
    server.responses['POST /api/shipments'] = () => Response.json({ data });
    await press('Ship 1 order');
    await screen.findByText('1 of 1 orders were shipped, and their buyers are mailed.');
    expect(screen.getByText('1 selected')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await expect.poll(() => screen.queryByText('1 selected')).toBeNull();
  });

  it('shows on phones for what an order waits', async () => {
    open();
    await screen.findByRole('link', { name: 'NUMBER1' });
    // In its cell, and below the number of the order.
    expect(screen.getAllByText(/^(?:for \d+ days?|today)$/)).toHaveLength(2 * 25);
  });

  it('ships nothing without the desk for it', async () => {
    open('/console/orders', 10);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select NUMBER1' }));
    await screen.findByText('1 selected');
    expect(screen.queryByRole('button', { name: 'Packing slips' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Ship many' })).toBeNull();
  });
});
