// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '#shared/site/site-api.ts';
import { SiteProvider } from '#shared/site/site-context.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { listOf } from '../../../testing/fake-api.ts';
import { aBook, aProfile } from '../../../testing/fake-catalogue.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { CONFIRMATION, stubWidget, type InWidget } from '../../../testing/fake-widget.ts';
import { leavePage, press, showPage } from '../../../testing/show-page.tsx';
import { aSite } from '../../../testing/site.ts';
import { catalogAppPages } from '../catalog-app-pages.ts';
import { PaymentPage } from '../routes/payment-page.tsx';
import { Pages } from '../../../testing/pages.tsx';

const CHECKOUT_ID = `co_${'a'.repeat(26)}`;
const PATH = '/payment/books/5/law-book-5';
const CUSTOMER = 4;
const PRICE_AND_SHIPPING_PAISE = 59_900;

let server: ReturnType<typeof stubServer>;
let customer: InWidget;
let opened: unknown[];

beforeEach(() => {
  stubAntdBrowser();
  customer = 'pays';
  opened = stubWidget(() => customer);
  server = stubServer({
    'GET /api/site-setting': () => Response.json({ data: { id: 1, attributes: { show_auth: true } } }),
    'GET /api/books': () => Response.json(listOf([aBook(5)])),
    'GET /api/lawyers': () => Response.json(listOf([aProfile(7)])),
    'POST /api/payment/order': () =>
      Response.json({
        razorpay_order_id: 'order_1',
        amount: PRICE_AND_SHIPPING_PAISE,
        currency: 'INR',
        checkout_id: CHECKOUT_ID,
        key: 'rzp_test_x',
        billingAddress: null,
      }),
    'POST /api/payment/verify': () => Response.json({ status: 'paid', checkout_id: CHECKOUT_ID }),
    'POST /api/orders': () => Response.json({ data: { id: 1, attributes: {} } }),
  });
});
afterEach(() => {
  sessionStorage.clear();
  leavePage();
});

const open = (path = PATH) =>
  showPage(
    <SiteProvider value={aSite({ checkoutScript: 'https://provider.example/checkout.js' })}>
      <Pages
        of={Object.fromEntries(
          catalogAppPages.map(({ path: route }) => [route, <PaymentPage key={route} />]),
        )}
      />
    </SiteProvider>,
    path,
  );
const ADDRESS = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@rao.example',
  address: '1 Court Road',
  pincode: '682001',
  city: 'Kochi',
  state: 'Kerala',
};
const ADDRESSES = { billingAddress: ADDRESS, shippingAddress: ADDRESS, sameAddress: 'Yes' };

/** The fields of the shipping address follow those of the billing address. */
async function fillIn(): Promise<void> {
  const values = {
    Name: ADDRESS.name,
    Phone: ADDRESS.phone,
    Email: ADDRESS.email,
    Address: ADDRESS.address,
    Pincode: ADDRESS.pincode,
    City: ADDRESS.city,
  };
  for (const [label, value] of Object.entries(values)) {
    const [field] = await screen.findAllByLabelText(label);
    if (field !== undefined) fireEvent.change(field, { target: { value } });
  }
}
async function confirm(path?: string): Promise<void> {
  open(path).logIn(CUSTOMER);
  await fillIn();
  await press('Confirm');
  await press('Pay');
}
const callsOf = (call: string) => server.calls.filter((one) => one.call === call);
/** Spaces at the end included, which queries by text ignore. */
/** Not displayed while it is empty. */
const alert = () => screen.getByRole('alert', { hidden: true }).textContent;
const canRetry = () => screen.findByRole('button', { name: 'Confirm' });

describe('/payment of a book', () => {
  it('shows the price of one copy with its shipping, and has guests log in or use the cart', async () => {
    open();
    const login = await screen.findByRole('link', { name: 'Log in to confirm' });
    expect(login.getAttribute('href')).toBe('/login?next=%2Fpayment%2Fbooks%2F5%2Flaw-book-5');
    expect(screen.getByRole('link', { name: 'put it into the cart' }).getAttribute('href')).toBe(
      '/catalogs/books/5/law-book-5',
    );
    expect(screen.getByText('₹599')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });

  it('is the same page under /payment2', async () => {
    await confirm('/payment2/books/5/law-book-5');
    expect(await screen.findByText('Order was placed')).toBeTruthy();
    expect(callsOf('POST /api/payment/order')).toHaveLength(1);
  });

  it('asks once more, pays one copy, and says Order was placed', async () => {
    await confirm();
    expect(await screen.findByText('Order was placed')).toBeTruthy();
    expect(callsOf('POST /api/payment/order')[0]?.body).toEqual({
      user_id: 7,
      book_id: 5,
      Price: 499,
      ...ADDRESSES,
    });
    expect(opened).toMatchObject([{ order_id: 'order_1', amount: PRICE_AND_SHIPPING_PAISE }]);
    expect(callsOf('POST /api/payment/verify')[0]?.body).toEqual(CONFIRMATION);
    expect(callsOf('POST /api/orders')[0]?.body).toMatchObject({
      data: {
        user_id: 7,
        store_id: 'Books',
        item_id: '5',
        item_detail: { title: 'Law Book 5' },
        Price: 499,
        payment_id: CONFIRMATION.razorpay_payment_id,
      },
    });
    expect(screen.getByRole('link', { name: 'Track your order' }).getAttribute('href')).toBe(
      `/status/${CHECKOUT_ID}`,
    );
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });

  it('has one idempotency key until its order was placed, and another one for the next purchase', async () => {
    const keys: (string | null)[] = [];
    const order = server.responses['POST /api/payment/order'];
    server.responses['POST /api/payment/order'] = async (request) => {
      keys.push(request.headers.get('idempotency-key'));
      return (await order?.(request)) ?? failure(500, 'down')();
    };
    customer = 'closes';
    await confirm();
    await canRetry();
    await waitFor(() => expect(opened).toHaveLength(1));
    cleanup();
    customer = 'pays';
    await confirm();
    await screen.findByText('Order was placed');
    cleanup();
    await confirm();
    await screen.findByText('Order was placed');
    expect(keys).toEqual([expect.stringMatching(/^[\da-f]{32}$/), keys[0], keys[2]]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('stays with its message while the shipping charge cannot be read', async () => {
    server.responses['POST /api/payment/order'] = failure(409, 'The price has changed');
    open().logIn(CUSTOMER);
    await fillIn();
    await press('Confirm');
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.responses['GET /api/shop-options'] = async () => promise;
    await press('Pay');
    await waitFor(() => expect(callsOf('POST /api/payment/order')).toHaveLength(1));
    await waitFor(() => expect(callsOf('GET /api/shop-options').length).toBeGreaterThan(1));
    expect(screen.getAllByLabelText('City')[0]).toHaveProperty('value', ADDRESS.city);
    resolve(failure(503, 'down')());
    await canRetry();
    expect(screen.getAllByLabelText('City')[0]).toHaveProperty('value', ADDRESS.city);
  });

  it('is not paid when the dialog is cancelled', async () => {
    open().logIn(CUSTOMER);
    await fillIn();
    await press('Confirm');
    await press('Cancel');
    await canRetry();
    expect(callsOf('POST /api/payment/order')).toEqual([]);
  });

  it('asks for the address first', async () => {
    open().logIn(CUSTOMER);
    await press('Confirm');
    expect((await screen.findAllByText('The name field is required')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(callsOf('POST /api/payment/order')).toEqual([]);
  });

  it('shows what the server finds wrong in the address beside its field', async () => {
    server.responses['POST /api/payment/order'] = () =>
      Response.json(
        {
          data: null,
          error: {
            status: 400,
            name: 'ValidationError',
            message: 'no courier',
            details: {
              errors: [{ path: ['billingAddress', 'city'], message: 'no courier', name: 'ValidationError' }],
            },
          },
        },
        { status: 400 },
      );
    await confirm();
    expect((await screen.findAllByText('no courier')).length).toBeGreaterThan(0);
    await canRetry();
    expect(opened).toEqual([]);
  });

  it.each([
    ['the order of the provider cannot be created', 'POST /api/payment/order', failure(503, 'try again')],
    ['the order cannot be stored', 'POST /api/orders', failure(409, 'try again')],
  ])('shows the error of the specification when %s', async (_case, call, response) => {
    server.responses[call] = response;
    await confirm();
    await waitFor(() => expect(alert()).toBe('Error: plese try again later '));
    await canRetry();
  });

  it('is not paid at another price than was shown', async () => {
    server.responses['GET /api/books'] = () => Response.json(listOf([aBook(5, { Price: 450 })]));
    await confirm();
    await waitFor(() => expect(alert()).toBe('Error: plese try again later '));
    expect(opened).toEqual([]);
  });

  it.each([
    ['fails in the widget', () => (customer = 'fails and closes')],
    [
      'is not verified',
      () => (server.responses['POST /api/payment/verify'] = failure(400, 'Invalid signature')),
    ],
    [
      'does not pay this purchase',
      () => (server.responses['POST /api/payment/verify'] = failure(409, 'Conflict')),
    ],
  ])('says that the payment failed when it %s', async (_case, arrange) => {
    arrange();
    await confirm();
    await waitFor(() => expect(alert()).toBe('Payment failed. Please try again.'));
    await canRetry();
    expect(callsOf('POST /api/orders')).toEqual([]);
  });

  it('goes on when the verification gets no answer: the money may have moved', async () => {
    server.responses['POST /api/payment/verify'] = failure(503, 'try again');
    await confirm();
    expect(await screen.findByText('Order was placed')).toBeTruthy();
  });

  it('says nothing when the widget is closed without an attempt', async () => {
    customer = 'closes';
    await confirm();
    await waitFor(() => expect(opened).toHaveLength(1));
    await canRetry();
    expect(alert()).toBe('');
  });

  it('says Item Not Found for a book that does not exist', async () => {
    server.responses['GET /api/books'] = () => Response.json(listOf([]));
    open();
    expect(await screen.findByText('Item Not Found')).toBeTruthy();
  });
});

describe('/payment of a lawyer', () => {
  const LAWYER_PATH = '/payment/lawyers/7/advocate-7';

  it('has anonymous visitors log in', async () => {
    open(LAWYER_PATH);
    const link = await screen.findByRole('link', { name: 'Contact for Consultation' });
    expect(link.getAttribute('href')).toMatch(/^\/login\?next=%2Fcatalogs%2Flawyers%2F7%2F/);
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('shows the contact details to members, and never a payment', async () => {
    open(LAWYER_PATH).logIn(CUSTOMER);
    expect(await screen.findByRole('cell', { name: 'KER/1234/2001' })).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
