// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeCartCount } from '#shared/cart/change-cart-memory.ts';
import { sessionEnded } from '#shared/session/session-slice.ts';
import { startSession } from '#shared/session/session-sync.ts';
import { setToken } from '#shared/session/session-token.ts';
import { apiStore } from '../../testing/api-store.ts';
import { aFakeCart, fakeCartFetch, type FakeCart } from '../../testing/fake-cart.ts';
import { CartLink } from './cart-link.tsx';

let store: ReturnType<typeof apiStore>;
let cart: FakeCart;
beforeEach(() => {
  store = apiStore();
  cart = aFakeCart();
  vi.stubGlobal('fetch', fakeCartFetch(cart));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  setToken(null);
  vi.unstubAllGlobals();
});

const link = (
  <Provider store={apiStore()}>
    <CartLink />
  </Provider>
);
const show = () =>
  render(
    <Provider store={store}>
      <CartLink />
    </Provider>,
  );
const name = () =>
  [...screen.getByRole('link').querySelectorAll('span:not([aria-hidden])')]
    .map(({ textContent }) => textContent)
    .join('');
const logIn = () =>
  act(
    () =>
      void store.dispatch(
        startSession({
          token: 'token',
          session: { user: { id: 7, name: 'Asha Rao' }, role: 4, expiresAt: null },
        }),
      ),
  );

it('is rendered without a number on the server, for everybody', () => {
  writeCartCount({ owner: 'guest', count: 2 });
  expect(renderToString(link)).not.toContain('cart-link__count');
});

it('shows the number of copies that the browser remembers, as it changes', () => {
  writeCartCount({ owner: 'guest', count: 2 });
  show();
  expect(name()).toBe('Cart with 2 books');
  act(() => writeCartCount({ owner: 'guest', count: 1 }));
  expect(name()).toBe('Cart with 1 book');
  act(() => writeCartCount({ owner: 'guest', count: 0 }));
  expect(name()).toBe('Cart');
  expect(cart.calls).toEqual([]);
});

it('requests the cart of an account once, and shows nothing of it after the logout', async () => {
  cart.lines = [{ id: 1, bookId: 3, quantity: 4, batchId: null, userId: 7 }];
  show();
  logIn();
  await waitFor(() => expect(name()).toBe('Cart with 4 books'));
  expect(cart.calls).toHaveLength(1);
  cleanup();
  show();
  expect(name()).toBe('Cart with 4 books');
  expect(cart.calls).toHaveLength(1);
  act(() => void store.dispatch(sessionEnded()));
  expect(name()).toBe('Cart');
});

it("makes a guest's cart the account's at the login on any page", async () => {
  localStorage.setItem('vidhi.cart', 'c'.repeat(32));
  cart.lines = [{ id: 1, bookId: 3, quantity: 2, batchId: 'c'.repeat(32), userId: null }];
  show();
  logIn();
  await waitFor(() => expect(name()).toBe('Cart with 2 books'));
  expect(cart.lines).toMatchObject([{ userId: 7, quantity: 2 }]);
  expect(localStorage.getItem('vidhi.cart')).toBeNull();
});
