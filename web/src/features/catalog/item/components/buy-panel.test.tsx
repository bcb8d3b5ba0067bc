// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { apiStore } from '../../../../testing/api-store.ts';
import type { BookItem } from '../item.ts';
import { BuyPanel } from './buy-panel.tsx';

const BOOK = {
  store: 'books',
  id: 5,
  title: 'Evidence',
  price: { mrp: 50_000, payable: 40_000 },
} as BookItem;

function show(respond: () => Promise<Response>): string[] {
  const requested: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    requested.push(url);
    return respond();
  });
  render(
    <Provider store={apiStore()}>
      <MemoryRouter>
        <BuyPanel book={BOOK} />
      </MemoryRouter>
    </Provider>,
  );
  return requested;
}
const available = (isAvailable: boolean) => async () =>
  Response.json({ data: [{ id: 5, available: isAvailable }] });
const addButton = () => screen.queryByRole('button', { name: 'Add to Cart' });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the buy panel of a book', () => {
  it('says that it is in stock when it is', async () => {
    const requested = show(available(true));
    expect(await screen.findByText('In stock')).toBeTruthy();
    expect(requested).toEqual(['/api/book-availability?ids=5']);
    expect(addButton()).not.toBeNull();
  });

  it('offers no purchase of a book that is out of stock', async () => {
    show(available(false));
    expect(await screen.findByText('Out of stock')).toBeTruthy();
    expect(addButton()).toBeNull();
    expect(screen.queryByRole('link', { name: 'Confirm' })).toBeNull();
  });

  it('leaves the decision to the checkout when the stock cannot be read', async () => {
    show(async () => {
      throw new Error('no connection');
    });
    expect(addButton()).not.toBeNull();
    expect(screen.queryByText(/stock/)).toBeNull();
  });
});
