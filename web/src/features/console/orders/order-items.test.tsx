// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { OrderItems } from './order-items.tsx';

addConsolePages();
afterEach(leavePage);

const line = (id: number, title: string, canShip: boolean) => ({
  id,
  book_id: id,
  title,
  isbn: null,
  picture_url: id === 1 ? '/uploads/evidence.webp' : null,
  quantity: 1,
  unit_paise: 45_000,
  refunded_copies: 0,
  shipping_date: '2026-11-05',
  delivered_date: null,
  can_ship: canShip,
});
const parcel = (id: number, returned: string | null) => ({
  id,
  carrier: 'India Post',
  number: 'EX123456789IN',
  url: null,
  lines: [id],
  date: '2026-11-05',
  delivered_date: null,
  returned_date: returned,
});
const ORDER = {
  id: 'pu_1',
  lines: [line(1, 'Evidence', false), line(2, 'Bail', true)],
  shipments: [parcel(1, null), parcel(2, '2026-11-09')],
} as unknown as DeskPurchase;

/** Shows the parcels of an order, of which the second came back; the result collects what is sent. */
function open(): object[] {
  stubAntdBrowser();
  const sent: object[] = [];
  const take = (request: Request) => {
    void request.json().then((body: object) => sent.push({ to: new URL(request.url).pathname, ...body }));
    return Response.json({ data: parcel(1, null) });
  };
  stubServer({
    'PUT /api/purchases/pu_1/shipments/1': take,
    'PUT /api/purchases/pu_1/shipments/2': take,
  });
  showPage(
    <NoticesProvider>
      <OrderItems order={ORDER} mayShip />
    </NoticesProvider>,
    '/console',
  ).logIn(10);
  return sent;
}

describe('the parcels of an order', () => {
  it('say of a book that it came back, and no more that it is shipped', async () => {
    open();
    const books = await screen.findAllByRole('listitem');
    expect(books.map(({ textContent }) => /Shipped|Came back/.exec(textContent ?? '')?.[0])).toEqual([
      'Shipped',
      'Came back',
    ]);
  });

  it('are named beside their books where an order has several', async () => {
    open();
    const books = await screen.findAllByRole('listitem');
    expect(books.map(({ textContent }) => /(?:Shipped|Came back), .*/.exec(textContent ?? '')?.[0])).toEqual([
      'Shipped, parcel 1',
      'Came back, parcel 2',
    ]);
  });

  it('have the cover of each book that has one', async () => {
    open();
    const books = await screen.findAllByRole('listitem');
    expect(books.map((book) => book.querySelector('img')?.getAttribute('src'))).toEqual([
      '/uploads/evidence.webp',
      undefined,
    ]);
  });

  it('take back a day that was noted by mistake', async () => {
    const sent = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo: parcel 2 came back' }));
    await waitFor(() =>
      expect(sent).toEqual([{ to: '/api/purchases/pu_1/shipments/2', data: { returned_date: null } }]),
    );
  });

  it('have their number corrected while they are on their way', async () => {
    const sent = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Correct parcel 1' }));
    fireEvent.change(await screen.findByLabelText('Tracking number'), { target: { value: 'EX987654321IN' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          to: '/api/purchases/pu_1/shipments/1',
          data: { carrier: 'India Post', number: 'EX987654321IN' },
        },
      ]),
    );
  });
});

it('says of a cancelled order that its books are not to be shipped', async () => {
  const lines = [{ ...line(1, 'Evidence', false), shipping_date: null }];
  const order = { ...ORDER, status: 'cancelled', lines, shipments: [] } as unknown as DeskPurchase;
  showPage(
    <NoticesProvider>
      <OrderItems order={order} mayShip />
    </NoticesProvider>,
    '/console',
  );
  expect(await screen.findByText('Cancelled')).toBeTruthy();
  expect(screen.queryByText('To ship')).toBeNull();
});
