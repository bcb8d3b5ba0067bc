// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ADDRESS_LABELS } from '#shared/address/address-form-definition.ts';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { Pages } from '../../../testing/pages.tsx';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { ConfirmProvider } from '../kit/confirm.tsx';
import { HandOrderPage } from './hand-order-page.tsx';
import { PaymentLinkPage } from './payment-link-page.tsx';

const ADMINISTRATOR = 11;
const ADDRESS = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@rao.example',
  address: '1 Court Road',
  city: 'Kochi',
  state: 'Kerala',
  pincode: '682001',
};
const LINK = {
  id: 'link_1',
  state: 'open',
  created_at: '2026-11-01T06:30:00.000Z',
  expires_at: '2026-11-08T06:30:00.000Z',
  lines: [{ book_id: 7, title: 'Evidence', copies: 1, list_paise: 50_000, unit_paise: 45_000 }],
  shipping_paise: 0,
  total_paise: 45_000,
  billing: ADDRESS,
  shipping: ADDRESS,
  path: '/payment/link/link_1?key=k',
  order_path: null,
  help: { email: 'care@vidhi.example', phone: '+91 20 1234 5678' },
};
const BOOK = {
  id: 7,
  title: 'Evidence',
  isbn: null,
  list_paise: 50_000,
  unit_paise: 45_000,
  received: 5,
  sold: 2,
  held: 0,
  free: 3,
  is_low: true,
  last_move: null,
};

beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
afterEach(leavePage);

function open(path: string) {
  let state = 'open';
  const server = stubServer({
    'GET /api/book-stock': () =>
      Response.json({
        data: [BOOK],
        meta: { pagination: { page: 1, pageSize: 30, pageCount: 1, total: 1 }, low_copies: 3 },
      }),
    'POST /api/payment-links': () => Response.json({ data: { id: 'link_1' } }),
    'GET /api/payment-links/link_1': () => Response.json({ data: { ...LINK, state } }),
    'POST /api/payment-links/link_1/cancel': () => {
      state = 'cancelled';
      return Response.json({ data: { id: 'link_1', state } });
    },
  });
  const page = (
    <NoticesProvider>
      <ConfirmProvider>
        <Pages
          of={{
            '/console/orders/new': <HandOrderPage />,
            '/console/payment-links/:id': <PaymentLinkPage />,
          }}
        />
      </ConfirmProvider>
    </NoticesProvider>
  );
  showPage(page, path).logIn(ADMINISTRATOR);
  return () => server.calls.filter(({ call }) => call.startsWith('POST'));
}

it('writes down an order that is not paid yet, and shows its link', async () => {
  const sent = open('/console/orders/new');
  fireEvent.mouseDown(screen.getByLabelText('Add a book'));
  fireEvent.click(await screen.findByText(/Evidence, ₹450\.00, 3 free/));
  fireEvent.mouseDown(screen.getByLabelText('Paid by'));
  fireEvent.click(await screen.findByText('Payment link, not paid yet'));
  expect(screen.queryByLabelText('Number of the payment')).toBeNull();
  expect(screen.queryByText('Handed over')).toBeNull();
  fireEvent.change(screen.getByLabelText('Days until the link expires'), { target: { value: '3' } });
  const { state, ...typed } = ADDRESS;
  for (const [name, value] of Object.entries(typed))
    fireEvent.change(screen.getByLabelText(ADDRESS_LABELS[name as keyof typeof ADDRESS]), {
      target: { value },
    });
  // The PIN fills it in.
  await screen.findByTitle(state);
  fireEvent.click(screen.getByRole('button', { name: 'Create the link for ₹450.00' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({
    data: {
      channel: 'phone',
      lines: [{ book_id: 7, copies: 1, unit_paise: 45_000 }],
      billingAddress: ADDRESS,
      sameAddress: 'Yes',
      days: 3,
      mail: true,
    },
  });
  expect(await screen.findByText(/\/payment\/link\/link_1\?key=k$/)).toBeTruthy();
});

it('cancels an open link after a question', async () => {
  const sent = open('/console/payment-links/link_1');
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel the link' }));
  const buttons = await screen.findAllByRole('button', { name: 'Cancel the link' });
  fireEvent.click(buttons.at(-1) as HTMLElement);
  expect(await screen.findByText(/holds no copies any more/)).toBeTruthy();
  expect(sent().map(({ call }) => call)).toEqual(['POST /api/payment-links/link_1/cancel']);
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
});
