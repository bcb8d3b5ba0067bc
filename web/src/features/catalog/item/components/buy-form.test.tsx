// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { apiStore } from '../../../../testing/api-store.ts';
import { aFakeCart, fakeCartFetch, type FakeCart } from '../../../../testing/fake-cart.ts';
import { readCartSnapshot } from '#shared/cart/cart-snapshot.ts';
import { priceOf } from '#shared/catalogue/money.ts';
import type { BookItem } from '../item.ts';
import { BuyForm } from './buy-form.tsx';

const BOOK = {
  id: 5,
  title: 'Evidence',
  subTitle: '',
  authors: [{ id: 1, name: 'Asha Rao' }],
  categories: [],
  pictures: [],
  binding: 'Paperback',
  price: priceOf(400, null),
} as unknown as BookItem;
let cart: FakeCart;
let open: Mock<(path: string) => void>;

beforeEach(() => {
  cart = aFakeCart();
  vi.stubGlobal('fetch', fakeCartFetch(cart));
  open = vi.fn<(path: string) => void>();
  const real = location;
  const get = (_target: object, key: string): unknown =>
    key === 'assign' ? open : Reflect.get(real, key, real);
  vi.stubGlobal('location', new Proxy({}, { get }));
  render(
    <Provider store={apiStore()}>
      <MemoryRouter initialEntries={['/catalogs/books/5/evidence']}>
        <BuyForm book={BOOK} payable={40_000} />
      </MemoryRouter>
    </Provider>,
  );
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('Add to Cart', () => {
  it('puts the chosen number of copies into the cart of the guest, and opens the cart', async () => {
    press('One copy more');
    press('One copy more');
    press('Add to Cart');
    await waitFor(() => expect(open).toHaveBeenCalledWith('/cart'));
    const [line] = cart.lines;
    expect(line).toMatchObject({ bookId: 5, quantity: 3, userId: null });
    expect(line?.batchId).toMatch(/^[0-9a-f]{32}$/);
    expect(localStorage.getItem('vidhi.cart')).toBe(line?.batchId);
  });

  it('leaves the line for the cart, which shows it before it has been read', async () => {
    press('Add to Cart');
    await waitFor(() => expect(open).toHaveBeenCalledWith('/cart'));
    expect(readCartSnapshot('guest')).toMatchObject({
      lines: [{ id: 1, quantity: 1, book: { id: 5, title: 'Evidence', authors: ['Asha Rao'] } }],
    });
  });

  it('preloads the scripts of the cart, and has its document fetched', async () => {
    const html =
      '<link rel="modulepreload" href="/assets/a.js" fetchpriority="low">' +
      '<script type="module" fetchpriority="low" src="/assets/b.js"></script><script>boot()</script>';
    cart.responses['GET /cart'] = () => new Response(html);
    press('Add to Cart');
    const preloads = () =>
      [...document.head.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'));
    await waitFor(() => expect(preloads()).toEqual(['/assets/a.js', '/assets/b.js']));
    const rules = document.head.querySelector('script[type=speculationrules]')?.textContent;
    expect(JSON.parse(rules ?? '')).toEqual({ prefetch: [{ urls: ['/cart'] }] });
  });

  it('is sent once by a double click', async () => {
    press('Add to Cart');
    press('Adding');
    await waitFor(() => expect(open).toHaveBeenCalledWith('/cart'));
    expect(cart.calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
  });

  it('stays busy until the visitor comes back', async () => {
    press('Add to Cart');
    await waitFor(() => expect(open).toHaveBeenCalledWith('/cart'));
    press('Adding');
    expect(screen.queryByRole('button', { name: 'Add to Cart' })).toBeNull();
    fireEvent(window, new Event('pageshow'));
    await screen.findByRole('button', { name: 'Add to Cart' });
    press('Add to Cart');
    await waitFor(() => expect(open).toHaveBeenCalledTimes(2));
  });

  it('stays on the page, and says so, when it fails', async () => {
    cart.failing = { POST: 500 };
    press('Add to Cart');
    expect(await screen.findByText('Failed to create or update cart.')).toBeTruthy();
    expect(open).not.toHaveBeenCalled();
    cart.failing = {};
    press('Add to Cart');
    await waitFor(() => expect(open).toHaveBeenCalledWith('/cart'));
  });
});
