// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readBatchId } from '#shared/cart/cart-memory.ts';
import { sessionEnded } from '#shared/session/session-slice.ts';
import { startSession } from '#shared/session/session-sync.ts';
import { setToken } from '#shared/session/session-token.ts';
import '#shared/site/site-api.ts';
import { SiteProvider } from '#shared/site/site-context.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { apiStore } from '../../../testing/api-store.ts';
import { listOf } from '../../../testing/fake-api.ts';
import { aBook } from '../../../testing/fake-catalogue.ts';
import { aFakeCart, fakeCartFetch, type FakeCart } from '../../../testing/fake-cart.ts';
import { aSite } from '../../../testing/site.ts';
import { CartPage } from '../routes/cart-page.tsx';

const BATCH = 'b'.repeat(32);
const MEMBER = {
  token: 'token',
  session: { user: { id: 7, name: 'Asha Rao' }, role: 4, expiresAt: null },
};
let store: ReturnType<typeof apiStore>;
let cart: FakeCart;

beforeEach(() => {
  stubAntdBrowser();
  store = apiStore();
  cart = aFakeCart();
  cart.responses['GET /api/site-setting'] = () =>
    Response.json({ data: { id: 1, attributes: { show_auth: true } } });
  vi.stubGlobal('fetch', fakeCartFetch(cart));
  localStorage.setItem('vidhi.cart', BATCH);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  setToken(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const put = (bookId: number, quantity = 1, userId: number | null = null) =>
  cart.lines.push({ id: bookId * 10, bookId, quantity, batchId: userId === null ? BATCH : null, userId });
function open(): void {
  store.dispatch(sessionEnded());
  render(
    <Provider store={store}>
      <SiteProvider value={aSite()}>
        <MemoryRouter>
          <CartPage />
        </MemoryRouter>
      </SiteProvider>
    </Provider>,
  );
}
const total = async () => (await screen.findByLabelText('Total')).textContent;
const button = (name: string) => screen.findByRole('button', { name });
const callsOf = (method: string) => cart.calls.filter(({ call }) => call.startsWith(`${method} /api/carts`));

describe('the cart of a guest', () => {
  it('lists its books, and adds 100 rupees of shipping to their prices', async () => {
    put(1, 2);
    put(2);
    cart.prices = { 1: 400, 2: 250.5 };
    open();
    expect(await total()).toBe('₹1,150.50');
    expect(screen.getByText('₹100')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Law Book 1' }).getAttribute('href')).toBe(
      '/catalogs/books/1/law-book-1',
    );
    expect(screen.getByRole('link', { name: /^Back/ }).getAttribute('href')).toBe('/catalogs/books');
  });

  it.each([
    [65_051, '₹80', '₹730.50'],
    [65_050, 'Free', '₹650.50'],
    [0, '₹80', '₹730.50'],
  ])('charges shipping as the shop has set it: free from %i paise on it is %s', async (from, charge, sum) => {
    put(1);
    put(2);
    cart.prices = { 1: 400, 2: 250.5 };
    const options = { shipping_paise: 8_000, free_shipping_from_paise: from, return_days: 7 };
    cart.responses['GET /api/shop-options'] = () => Response.json({ data: options });
    open();
    expect(await total()).toBe(sum);
    expect(screen.getByText(charge)).toBeTruthy();
  });

  it('charges shipping as this tab has read it last until it is read again', async () => {
    put(1);
    cart.prices = { 1: 400 };
    sessionStorage.setItem('vidhi.shipping.1', '{"shipping_paise":7000,"free_shipping_from_paise":0}');
    let respond = (_response: Response) => undefined as void;
    cart.responses['GET /api/shop-options'] = () =>
      new Promise<Response>((resolve) => {
        respond = resolve;
      });
    open();
    expect(await total()).toBe('₹470');
    const data = { shipping_paise: 8_000, free_shipping_from_paise: 0 };
    respond(Response.json({ data }));
    await waitFor(async () => expect(await total()).toBe('₹480'));
    expect(JSON.parse(sessionStorage.getItem('vidhi.shipping.1') ?? '')).toEqual(data);
  });

  it('links the conditions of the shop that have a page', async () => {
    put(1);
    cart.responses['GET /api/hosted-pages'] = () =>
      Response.json(listOf([{ id: 1, attributes: { name: 'shipping-policy' } }]));
    open();
    const link = await screen.findByRole('link', { name: 'Shipping' });
    expect(link.getAttribute('href')).toBe('/shipping-policy');
    expect(screen.queryByRole('link', { name: 'Returns and refunds' })).toBeNull();
  });

  it('shows Similar Products of the categories of its books, without these books', async () => {
    put(1);
    put(2);
    cart.categories = { 1: [3], 2: [3, 4] };
    const queries: string[] = [];
    cart.responses['GET /api/books'] = (request) => {
      queries.push(decodeURIComponent(new URL(request.url).search));
      return Response.json(listOf([aBook(9)]));
    };
    open();
    const similar = await screen.findByRole('region', { name: 'Similar Products' });
    expect(
      within(similar)
        .getByRole('link', { name: /Law Book 9/ })
        .getAttribute('href'),
    ).toBe('/catalogs/books/9/law-book-9');
    expect(queries).toHaveLength(1);
    for (const part of ['filters[Category][id][$in][0]=3', '[1]=4', 'filters[id][$notIn][0]=1', '[1]=2'])
      expect(queries[0]).toContain(part);
  });

  it('is empty, without a request, for who has put nothing into it', async () => {
    localStorage.clear();
    open();
    expect(await screen.findByText('Your cart is empty.')).toBeTruthy();
    expect(callsOf('GET')).toEqual([]);
  });

  it('says that it cannot be read, which is logged, and is read again at the press of a button', async () => {
    const log = vi.fn<(error: Error) => void>();
    vi.stubGlobal('reportError', log);
    put(1);
    cart.failing = { GET: 500 };
    open();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'We could not load your cart. Your books are still in it.',
    );
    expect(screen.queryByText('Your cart is empty.')).toBeNull();
    expect(log.mock.calls[0]?.[0].message).toBe('The cart could not be read');
    cart.failing = {};
    fireEvent.click(await button('Try again'));
    expect(await total()).toBe('₹599');
    expect(screen.queryByText(/could not load/)).toBeNull();
  });

  it('is shown as this tab saw it last while it is read, and so after a failure', async () => {
    put(1);
    open();
    await total();
    cleanup();
    store = apiStore();
    let respond = (_response: Response): void => undefined;
    cart.responses['GET /api/carts'] = () => new Promise((resolve) => (respond = resolve));
    open();
    expect(await screen.findByRole('link', { name: 'Law Book 1' })).toBeTruthy();
    vi.stubGlobal('reportError', () => undefined);
    respond(Response.json({ data: null, error: {} }, { status: 503 }));
    expect(
      await screen.findByText('We could not check your cart just now. It may have changed.'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Law Book 1' })).toBeTruthy();
  });

  it('shows nobody else what this tab saw last', async () => {
    put(1, 1, 7);
    sessionStorage.setItem(
      'vidhi.cart-lines.1',
      JSON.stringify({ owner: 7, lines: [{ id: 10, quantity: 1, book: null }] }),
    );
    open();
    expect(await screen.findByText('Your cart is empty.')).toBeTruthy();
  });

  it('does not move its buttons while a change is sent after another has failed', async () => {
    put(1);
    cart.failing = { PUT: 500 };
    open();
    fireEvent.click(await button('One copy more'));
    await screen.findByText('Failed to create or update cart.');
    let respond = (): void => undefined;
    cart.responses['PUT /api/carts/10'] = () =>
      new Promise((resolve) => (respond = () => resolve(Response.json({ data: null }))));
    await waitFor(async () =>
      expect((await button('One copy more')).getAttribute('aria-disabled')).toBeNull(),
    );
    fireEvent.click(await button('One copy more'));
    await waitFor(() => expect(callsOf('PUT')).toHaveLength(2));
    expect(screen.getByText('Failed to create or update cart.')).toBeTruthy();
    respond();
    await waitFor(() => expect(screen.queryByText('Failed to create or update cart.')).toBeNull());
  });

  it('changes the quantity, never below 1 nor above 20', async () => {
    put(1, 2);
    open();
    fireEvent.click(await button('One copy less'));
    await waitFor(() => expect(callsOf('PUT')).toHaveLength(1));
    expect(callsOf('PUT')[0]?.body).toEqual({ data: { Quantity: 1, Batch_id: BATCH } });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'One copy more' }).getAttribute('aria-disabled')).toBeNull(),
    );
    fireEvent.click(await button('One copy less'));
    expect(callsOf('PUT')).toHaveLength(1);
    cleanup();
    cart.lines = [];
    put(1, 20);
    open();
    fireEvent.click(await button('One copy more'));
    expect(callsOf('PUT')).toHaveLength(1);
  });

  it('sends one change at a time', async () => {
    put(1);
    put(2);
    let respond = (): void => undefined;
    cart.responses['PUT /api/carts/10'] = () =>
      new Promise((resolve) => (respond = () => resolve(Response.json({ data: null }))));
    open();
    await total();
    const more = screen.getAllByRole('button', { name: 'One copy more' });
    for (const one of more) fireEvent.click(one);
    for (const one of screen.getAllByRole('button', { name: /^Delete/ })) fireEvent.click(one);
    await waitFor(() => expect(callsOf('PUT')).toHaveLength(1));
    expect(callsOf('DELETE')).toEqual([]);
    respond();
    await waitFor(() => expect(more[1]?.getAttribute('aria-disabled')).toBeNull());
  });

  it('shows the former quantity again, and says so, when a change fails', async () => {
    put(1);
    cart.prices = { 1: 400 };
    cart.failing = { PUT: 500 };
    open();
    fireEvent.click(await button('One copy more'));
    expect(await screen.findByText('Failed to create or update cart.')).toBeTruthy();
    await waitFor(async () => expect(await total()).toBe('₹500'));
  });

  it('removes a book', async () => {
    put(1);
    put(2);
    open();
    fireEvent.click(await button('Delete Law Book 1'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Law Book 1' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Law Book 2' })).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Books');
  });

  it('says when a book could not be removed', async () => {
    put(1);
    cart.failing = { DELETE: 500 };
    open();
    fireEvent.click(await button('Delete Law Book 1'));
    expect(await screen.findByText('Failed to remove item from cart.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Law Book 1' })).toBeTruthy();
  });

  it('says which price has changed since the visitor saw it', async () => {
    put(1);
    put(2);
    cart.prices = { 1: 400, 2: 300 };
    open();
    await total();
    cleanup();
    cart.prices = { 1: 450, 2: 300 };
    store = apiStore();
    open();
    expect(await screen.findByText('The price has changed from ₹400 to ₹450.')).toBeTruthy();
    expect(screen.getAllByText(/The price has changed/)).toHaveLength(1);
    expect(await total()).toBe('₹850');
  });
});

describe('the login box', () => {
  const logIn = async () => {
    fireEvent.change(await screen.findByLabelText('Email Id'), { target: { value: ' asha@rao.example ' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret-1' } });
    fireEvent.click(await button('Log in'));
  };

  it('has links to /forgot-password and /signup', async () => {
    put(1);
    open();
    expect(await screen.findByRole('heading', { name: 'Customer Login' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe(
      '/forgot-password?next=%2Fcart',
    );
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
      '/signup?next=%2Fcart',
    );
  });

  it.each(['identifier', 'password'])('requires the %s', async (field) => {
    put(1);
    open();
    fireEvent.click(await button('Log in'));
    expect((await screen.findAllByText(`The ${field} field is required`)).length).toBeGreaterThan(0);
  });

  it("makes the guest's books those of the account, once", async () => {
    put(1, 3);
    put(2, 1, 7);
    cart.responses['POST /api/auth/local'] = () =>
      Response.json({ jwt: 'token', user: { id: 7, first_name: 'Asha', last_name: 'Rao' } });
    open();
    await logIn();
    expect(await screen.findByRole('link', { name: 'Law Book 2' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Law Book 1' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Customer Login' })).toBeNull();
    expect(callsOf('POST')).toEqual([
      {
        call: 'POST /api/carts',
        body: { data: { catalog_books: 1, Quantity: 3, Batch_id: BATCH } },
        authorization: 'Bearer token',
      },
    ]);
    expect(readBatchId()).toBeNull();
    expect(cart.lines.map(({ quantity }) => quantity)).toEqual([3, 1]);
  });

  it("shows the server's own message", async () => {
    put(1);
    cart.responses['POST /api/auth/local'] = () =>
      Response.json(
        {
          data: null,
          error: { status: 400, name: 'ValidationError', message: 'Invalid identifier or password' },
        },
        { status: 400 },
      );
    open();
    await logIn();
    expect(await screen.findByText('Invalid identifier or password')).toBeTruthy();
  });
});

describe('the cart of an account', () => {
  it('is read and changed with the token, without a Batch_id', async () => {
    localStorage.clear();
    put(1, 1, 7);
    act(() => void store.dispatch(startSession(MEMBER)));
    render(
      <Provider store={store}>
        <SiteProvider value={aSite()}>
          <MemoryRouter>
            <CartPage />
          </MemoryRouter>
        </SiteProvider>
      </Provider>,
    );
    fireEvent.click(await button('One copy more'));
    await waitFor(() => expect(callsOf('PUT')).toHaveLength(1));
    expect(callsOf('PUT')[0]).toMatchObject({
      body: { data: { Quantity: 2 } },
      authorization: 'Bearer token',
    });
  });
});
