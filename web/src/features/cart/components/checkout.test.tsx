// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cartApi } from '#shared/cart/cart-api.ts';
import { sessionEnded } from '#shared/session/session-slice.ts';
import { SiteProvider } from '#shared/site/site-context.tsx';
import '#shared/site/site-api.ts';
import { apiStore } from '../../../testing/api-store.ts';
import { aFakeCart, fakeCartFetch, type FakeCart } from '../../../testing/fake-cart.ts';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { CONFIRMATION, stubWidget, type InWidget } from '../../../testing/fake-widget.ts';
import { aSite } from '../../../testing/site.ts';
import { CartPage } from '../routes/cart-page.tsx';

const CHECKOUT_ID = `co_${'a'.repeat(26)}`;
const ADDRESS = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@rao.example',
  address: '1 Court Road',
  pincode: '682001',
  city: 'Kochi',
  state: 'Kerala',
};
const SCRIPT = 'https://provider.example/checkout.js';
let cart: FakeCart;
let customer: InWidget;
let amount: number;
let opened: unknown[];

const Place = () => {
  const { pathname, search } = useLocation();
  return <output data-testid="place">{pathname + search}</output>;
};
const place = () => screen.getByTestId('place').textContent;
const error =
  (status: number, message = 'try again') =>
  () =>
    Response.json({ data: null, error: { status, name: 'Error', message } }, { status });

beforeEach(async () => {
  stubAntdBrowser();
  customer = 'pays';
  amount = 59_900;
  opened = stubWidget(() => customer);
  cart = aFakeCart();
  const batchId = 'b'.repeat(32);
  localStorage.setItem('vidhi.cart', batchId);
  cart.lines = [{ id: 1, bookId: 1, quantity: 1, batchId, userId: null }];
  cart.responses = {
    'POST /api/payment/checkout': () =>
      Response.json({
        razorpay_order_id: 'order_1',
        amount,
        currency: 'INR',
        checkout_id: CHECKOUT_ID,
        key: 'rzp_test_x',
        billingAddress: ADDRESS,
      }),
    'POST /api/payment/verify': () => Response.json({ status: 'paid', checkout_id: CHECKOUT_ID }),
  };
  vi.stubGlobal('fetch', fakeCartFetch(cart));
  const store = apiStore();
  store.dispatch(sessionEnded());
  render(
    <SiteProvider value={aSite({ checkoutScript: SCRIPT })}>
      <Provider store={store}>
        <MemoryRouter initialEntries={['/cart']}>
          <CartPage />
          <Place />
        </MemoryRouter>
      </Provider>
    </SiteProvider>,
  );
  await screen.findByRole('button', { name: 'Proceed to Buy' });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const billing = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label)[0] as HTMLInputElement;
const shipping = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label)[1] as HTMLInputElement;
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
function fillIn(): void {
  type(billing('Name'), ADDRESS.name);
  type(billing('Phone'), ADDRESS.phone);
  type(billing('Email'), ADDRESS.email);
  type(billing('Address'), ADDRESS.address);
  type(billing('Pincode'), ADDRESS.pincode);
  type(billing('City'), ADDRESS.city);
}
/** The form of the button is found by its id, which jsdom supports for clicks. */
const proceed = async () => fireEvent.click(await screen.findByRole('button', { name: 'Proceed to Buy' }));
const callsOf = (path: string) => cart.calls.filter(({ call }) => call.endsWith(path));

describe('the addresses', () => {
  it('are required, every field of them, and the pincode is a PIN', async () => {
    fireEvent.click(screen.getByLabelText('No'));
    type(billing('Pincode'), 'Kochi');
    await proceed();
    await screen.findAllByText('The pincode field must be a PIN code of 6 digits');
    for (const field of ['name', 'phone', 'email', 'address', 'city', 'state'])
      expect((await screen.findAllByText(`The ${field} field is required`)).length).toBeGreaterThanOrEqual(2);
    expect(callsOf('/payment/checkout')).toEqual([]);
  });

  it('are the same while the choice is Yes, and the shipping address is empty after No', async () => {
    fillIn();
    await waitFor(() => expect(shipping('Name').value).toBe(ADDRESS.name));
    type(billing('Name'), 'Usha Rao');
    await waitFor(() => expect(shipping('Name').value).toBe('Usha Rao'));
    fireEvent.click(screen.getByLabelText('No'));
    await waitFor(() => expect(shipping('Name').value).toBe(''));
  });
});

describe('the state', () => {
  it('is proposed by a complete PIN, and again by another one', async () => {
    type(billing('Pincode'), '68200');
    expect(billing('State').value).toBe('');
    type(billing('Pincode'), '682001');
    await waitFor(() => expect(billing('State').value).toBe('Kerala'));
    type(billing('Pincode'), '411001');
    await waitFor(() => expect(billing('State').value).toBe('Maharashtra'));
    await waitFor(() => expect(shipping('State').value).toBe('Maharashtra'));
  });

  it('that is proposed takes the error of the empty field away', async () => {
    const errors = () => screen.queryAllByText(/The state field is required/).length;
    await proceed();
    await waitFor(() => expect(errors()).toBeGreaterThan(0));
    type(billing('Pincode'), '682001');
    await waitFor(() => expect(errors()).toBe(0));
    expect(billing('State').value).toBe('Kerala');
  });

  it('of the buyer stays, with a hint when the PIN is of another one, and is sent', async () => {
    fillIn();
    type(billing('Landmark (optional)'), 'near Town Hall');
    type(billing('State'), 'Goa');
    await screen.findByText(
      'The pincode 682001 is usually in Kerala, Lakshadweep or Puducherry. Please check pincode and state.',
    );
    type(billing('Pincode'), '682002');
    expect(billing('State').value).toBe('Goa');
    type(billing('Pincode'), '403001');
    await waitFor(() => expect(screen.queryByText(/is usually in/)).toBeNull());
    await proceed();
    await waitFor(() => expect(callsOf('/payment/checkout')).toHaveLength(1));
    expect(callsOf('/payment/checkout')[0]?.body).toMatchObject({
      billingAddress: { landmark: 'near Town Hall', city: 'Kochi', state: 'Goa', pincode: '403001' },
    });
  });
});

describe('Proceed to Buy', () => {
  it('pays in the widget, verifies, and goes to /success', async () => {
    fillIn();
    await proceed();
    await waitFor(() => expect(place()).toBe(`/success?checkout=${CHECKOUT_ID}`));
    expect(callsOf('/payment/checkout')[0]?.body).toEqual({
      receipt: 'b'.repeat(32),
      billingAddress: ADDRESS,
      shippingAddress: ADDRESS,
      sameAddress: 'Yes',
    });
    expect(opened).toMatchObject([{ key: 'rzp_test_x', order_id: 'order_1', amount }]);
    expect(callsOf('/payment/verify')[0]?.body).toEqual(CONFIRMATION);
    expect(localStorage.getItem('vidhi.purchase')).toBe(CHECKOUT_ID);
  });

  it('leaves no paid book in the cart, although the shop takes it out only later', async () => {
    fillIn();
    await proceed();
    await waitFor(() => expect(place()).toBe(`/success?checkout=${CHECKOUT_ID}`));
    expect(localStorage.getItem('vidhi.cart-count')).toBe('guest:0');
    // The line is still in the cart of the server, which another tab may read.
    sessionStorage.clear();
    const read = apiStore().dispatch(cartApi.endpoints.cart.initiate('guest'));
    expect((await read).data).toEqual({ lines: [] });
    expect(localStorage.getItem('vidhi.cart-count')).toBe('guest:0');
  });

  it('has the book in the cart again when the payment was none', async () => {
    cart.responses['POST /api/payment/verify'] = error(400);
    fillIn();
    await proceed();
    expect(await screen.findByText('Payment failed. Please try again.')).toBeTruthy();
    await waitFor(() => expect(localStorage.getItem('vidhi.cart-count')).toBe('guest:1'));
  });

  it('goes to /success when the verification gets no answer: the money may have moved', async () => {
    cart.responses['POST /api/payment/verify'] = error(503);
    fillIn();
    await proceed();
    await waitFor(() => expect(place()).toBe(`/success?checkout=${CHECKOUT_ID}`));
  });

  it('says so when the payment failed, and stays', async () => {
    customer = 'fails and closes';
    fillIn();
    await proceed();
    expect(await screen.findByText('Payment failed. Please try again.')).toBeTruthy();
    expect(place()).toBe('/cart');
  });

  it('says nothing when the widget is closed without an attempt', async () => {
    customer = 'closes';
    fillIn();
    await proceed();
    await waitFor(() => expect(opened).toHaveLength(1));
    await screen.findByRole('button', { name: 'Proceed to Buy' });
    expect(screen.queryByText(/failed/)).toBeNull();
  });

  it.each([
    ['answers with an error', error(503)],
    ['cannot be reached', () => Promise.reject(new TypeError('offline'))],
  ])('says that the payment was not begun when the server %s', async (_case, response) => {
    cart.responses['POST /api/payment/checkout'] = response;
    fillIn();
    await proceed();
    expect((await screen.findByText(/We could not start the payment/)).getAttribute('role')).toBe('alert');
    await screen.findByRole('button', { name: 'Proceed to Buy' });
    expect(opened).toEqual([]);
  });

  it('does not open the widget for another amount than was shown', async () => {
    amount = 69_900;
    cart.prices = { 1: 599 };
    fillIn();
    await proceed();
    expect(await screen.findByText(/The amount has changed/)).toBeTruthy();
    expect(await screen.findByText('The price has changed from ₹499 to ₹599.')).toBeTruthy();
    expect(opened).toEqual([]);
  });

  it('says so when there are not enough copies, and stays', async () => {
    cart.responses['POST /api/payment/checkout'] = error(409, 'Not enough copies are left');
    fillIn();
    await proceed();
    expect(await screen.findByText(/Not enough copies are left/)).toBeTruthy();
    expect([place(), opened]).toEqual(['/cart', []]);
  });

  it('says what the limit of the network is, and stays', async () => {
    const message = 'You can order at most 5 copies of this book at a time. Please take fewer copies.';
    const body = { data: null, error: { status: 409, name: 'ReservationLimitError', message } };
    cart.responses['POST /api/payment/checkout'] = () => Response.json(body, { status: 409 });
    fillIn();
    await proceed();
    expect(await screen.findByText(message)).toBeTruthy();
    expect([place(), opened]).toEqual(['/cart', []]);
  });

  it('reports that the widget opens, and does not open it when the copies have gone meanwhile', async () => {
    cart.responses['POST /api/payment/dialog'] = error(409, 'Not enough copies are left');
    fillIn();
    await proceed();
    expect(await screen.findByText(/Not enough copies are left/)).toBeTruthy();
    expect(callsOf('/payment/dialog')[0]?.body).toEqual({ checkout_id: CHECKOUT_ID });
    expect([place(), opened]).toEqual(['/cart', []]);
  });

  it('goes to /success for a cart that is already paid', async () => {
    cart.responses['POST /api/payment/checkout'] = error(409, 'already paid');
    fillIn();
    await proceed();
    await waitFor(() => expect(place()).toBe('/success'));
  });
});
