// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { SiteProvider } from '#shared/site/site-context.tsx';
import { apiStore } from '../../../testing/api-store.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { CONFIRMATION, stubWidget, type InWidget } from '../../../testing/fake-widget.ts';
import { Pages } from '../../../testing/pages.tsx';
import { aSite } from '../../../testing/site.ts';
import { PaymentLinkPage } from './payment-link-page.tsx';

const KEY = 'k'.repeat(22);
const SCRIPT = 'https://checkout.example/checkout.js';
const CHECKOUT = `co_${'a'.repeat(26)}`;
const ADDRESS = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@rao.example',
  address: '1 Court Road, Kochi',
  pincode: '682001',
};
const LINK = {
  id: 'link_1',
  state: 'open',
  created_at: '2026-11-01T06:30:00.000Z',
  expires_at: '2026-11-08T06:30:00.000Z',
  lines: [{ book_id: 7, title: 'Evidence', copies: 2, list_paise: 50_000, unit_paise: 40_000 }],
  shipping_paise: 5_000,
  total_paise: 85_000,
  billing: ADDRESS,
  shipping: ADDRESS,
  path: `/payment/link/link_1?key=${KEY}`,
  order_path: null,
  help: { email: 'care@vidhi.example', phone: '+91 20 1234 5678' },
};
const ORDER = {
  razorpay_order_id: 'order_1',
  amount: 85_000,
  currency: 'INR',
  checkout_id: CHECKOUT,
  status_key: KEY,
  key: 'rzp_test_sandbox',
  billingAddress: ADDRESS,
};
const conflict = (name: string, message: string) =>
  Response.json({ error: { status: 409, name, message } }, { status: 409 });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(
  links: object[],
  {
    inWidget = 'pays',
    checkout = () => Response.json(ORDER),
  }: { inWidget?: InWidget; checkout?: () => Response } = {},
) {
  const widgets = stubWidget(() => inWidget);
  let reads = 0;
  const server = stubServer({
    'GET /api/payment-links/link_1': () => {
      reads += 1;
      return Response.json({ data: { ...LINK, ...links[Math.min(reads, links.length) - 1] } });
    },
    'GET /api/hosted-pages': () => Response.json({ data: [], meta: {} }),
    'POST /api/payment/checkout': checkout,
    'POST /api/payment/dialog': () => Response.json({ data: {} }),
    'POST /api/payment/verify': () => Response.json({ status: 'paid', checkout_id: CHECKOUT }),
  });
  render(
    <SiteProvider value={aSite({ checkoutScript: SCRIPT })}>
      <Provider store={apiStore()}>
        <MemoryRouter initialEntries={[`/payment/link/link_1?key=${KEY}`]}>
          <Pages of={{ '/payment/link/:link': <PaymentLinkPage />, '/success': <p>Thank you</p> }} />
        </MemoryRouter>
      </Provider>
    </SiteProvider>,
  );
  return { widgets, server };
}
const press = async () => fireEvent.click(await screen.findByRole('button', { name: /Pay ₹850/ }));

it('shows books, address and total, and pays by the dialog of a checkout', async () => {
  const { widgets, server } = open([{}]);
  expect(await screen.findByText(/2 × ₹400/)).toBeTruthy();
  expect(screen.getAllByText('1 Court Road, Kochi').length).toBeGreaterThan(0);
  await press();
  expect(await screen.findByText('Thank you')).toBeTruthy();
  expect(widgets).toHaveLength(1);
  const bodyOf = (call: string) => server.calls.find((one) => one.call === call)?.body;
  expect(bodyOf('POST /api/payment/checkout')).toEqual({ payment_link: 'link_1', key: KEY });
  expect(bodyOf('POST /api/payment/verify')).toEqual(CONFIRMATION);
});

it('says that the payment failed, and lets the buyer try again', async () => {
  open([{}], { inWidget: 'fails and closes' });
  await press();
  expect((await screen.findByRole('alert')).textContent).toContain('Payment failed');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Pay ₹850/ }).disabled).toBe(false);
});

it('shows that the order was cancelled meanwhile, and opens no dialog', async () => {
  const { widgets } = open([{}, { state: 'cancelled' }], {
    checkout: () => conflict('PaymentLinkError', 'The payment link was cancelled'),
  });
  await press();
  expect(await screen.findByText(/We have cancelled this order/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Pay ₹850/ })).toBeNull();
  expect(widgets).toEqual([]);
});

it.each([
  ['expired', /This link has expired/],
  ['paid', /This order is paid/],
])('that is %s cannot be paid', async (state, text) => {
  open([{ state, order_path: state === 'paid' ? `/status/${CHECKOUT}?key=${KEY}` : null }]);
  expect(await screen.findByText(text)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: /Pay ₹850/ })).toBeNull());
  expect(screen.queryByRole('link', { name: 'See your order' }) !== null).toBe(state === 'paid');
  expect(screen.queryByText(/please do not pay/)).toBeNull();
});
