// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

const Place = () => <output data-testid="place">{useLocation().pathname}</output>;
beforeEach(() => {
  cart = aFakeCart();
  vi.stubGlobal('fetch', fakeCartFetch(cart));
  render(
    <Provider store={apiStore()}>
      <MemoryRouter initialEntries={['/catalogs/books/5/evidence']}>
        <BuyForm book={BOOK} payable={40_000} />
        <Place />
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
const place = () => screen.getByTestId('place').textContent;

describe('Add to Cart', () => {
  it('puts the chosen number of copies into the cart of the guest, and opens the cart', async () => {
    press('One copy more');
    press('One copy more');
    press('Add to Cart');
    await waitFor(() => expect(place()).toBe('/cart'));
    const [line] = cart.lines;
    expect(line).toMatchObject({ bookId: 5, quantity: 3, userId: null });
    expect(line?.batchId).toMatch(/^[0-9a-f]{32}$/);
    expect(localStorage.getItem('vidhi.cart')).toBe(line?.batchId);
  });

  it('leaves the line for the cart, which shows it before it has been read', async () => {
    press('Add to Cart');
    await waitFor(() => expect(place()).toBe('/cart'));
    expect(readCartSnapshot('guest')).toMatchObject({
      lines: [{ id: 1, quantity: 1, book: { id: 5, title: 'Evidence', authors: ['Asha Rao'] } }],
    });
  });

  it('preloads the scripts of the cart', async () => {
    const html =
      '<link rel="modulepreload" href="/assets/a.js" fetchpriority="low">' +
      '<script type="module" fetchpriority="low" src="/assets/b.js"></script><script>boot()</script>';
    cart.responses['GET /cart'] = () => new Response(html);
    press('Add to Cart');
    const preloads = () =>
      [...document.head.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'));
    await waitFor(() => expect(preloads()).toEqual(['/assets/a.js', '/assets/b.js']));
  });

  it('is sent once by a double click', async () => {
    press('Add to Cart');
    press('Adding');
    await waitFor(() => expect(place()).toBe('/cart'));
    expect(cart.calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
  });

  it('stays on the page, and says so, when it fails', async () => {
    cart.failing = { POST: 500 };
    press('Add to Cart');
    expect(await screen.findByText('Failed to create or update cart.')).toBeTruthy();
    expect(place()).toBe('/catalogs/books/5/evidence');
    cart.failing = {};
    press('Add to Cart');
    await waitFor(() => expect(place()).toBe('/cart'));
  });
});
