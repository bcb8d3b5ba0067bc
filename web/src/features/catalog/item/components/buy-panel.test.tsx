// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyHead, headTags } from '#shared/head/head.ts';
import { apiStore } from '../../../../testing/api-store.ts';
import { aSite } from '../../../../testing/site.ts';
import { itemHead } from '../item-head.ts';
import type { BookItem } from '../item.ts';
import { BuyPanel } from './buy-panel.tsx';

const BOOK = {
  kind: 'books',
  id: 5,
  title: 'Evidence',
  price: { mrp: 50_000, payable: 40_000 },
  about: 'Of proof',
  authors: [],
  publishers: [],
  pictures: [],
  isbn: '',
  edition: '',
  pages: null,
} as unknown as BookItem;

const TERMS = { shipping_paise: 10_000, free_shipping_from_paise: 0 };

function show(respond: () => Promise<Response>, terms = TERMS): string[] {
  const requested: string[] = [];
  vi.stubGlobal('fetch', ({ url }: Request) => {
    const { pathname, search } = new URL(url);
    requested.push(pathname + search);
    return pathname === '/api/shop-options' ? Promise.resolve(Response.json({ data: terms })) : respond();
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

/** Writes the head, as the server or a client navigation does. */
const writeHead = (book: BookItem) => applyHead(document, headTags(itemHead(book, aSite()), aSite()));
const offers = () =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap(({ textContent }) => {
    const { offers: offer } = JSON.parse(textContent) as { offers?: { availability?: string } };
    return offer === undefined ? [] : [offer.availability];
  });

afterEach(() => {
  cleanup();
  document.head.replaceChildren();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('the buy panel of a book', () => {
  it.each([
    [TERMS, 'Shipping ₹100 for the whole order'],
    [
      { shipping_paise: 8_050, free_shipping_from_paise: 150_000 },
      'Shipping ₹80.50 for the whole order, free from ₹1,500',
    ],
    [{ shipping_paise: 0, free_shipping_from_paise: 150_000 }, 'Free shipping'],
  ])('says how the shop charges shipping: %o', async (terms, text) => {
    show(available(true), terms);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('names no charge before the options of the shop are read', () => {
    show(available(true), { shipping_paise: 0, free_shipping_from_paise: 0 });
    expect(screen.getByText('You see the shipping charge before you pay')).toBeTruthy();
  });

  it('says that it is in stock when it is', async () => {
    const requested = show(available(true));
    expect(await screen.findByText('In stock')).toBeTruthy();
    expect(requested.slice(0, 2)).toEqual(['/api/book-availability?ids=5', '/api/shop-options']);
    expect(addButton()).not.toBeNull();
  });

  it('fetches the document of the cart afterwards, for its scripts', async () => {
    const requested = show(available(true));
    await expect.poll(() => requested.at(-1)).toBe('/cart');
  });

  it('fetches nothing for the cart where the visitor saves data', async () => {
    vi.stubGlobal('navigator', { ...navigator, connection: { saveData: true } });
    const requested = show(available(true));
    await screen.findByText('In stock');
    await new Promise((resolve) => void setTimeout(resolve));
    expect(requested).not.toContain('/cart');
  });

  it('offers no purchase of a book that is out of stock', async () => {
    show(available(false));
    expect(await screen.findByText('Out of stock')).toBeTruthy();
    expect(addButton()).toBeNull();
    expect(screen.queryByRole('link', { name: 'Confirm' })).toBeNull();
  });

  it.each([
    [true, 'https://schema.org/InStock'],
    [false, 'https://schema.org/OutOfStock'],
  ])('states in the JSON-LD of the document that availability is %s', async (isAvailable, text) => {
    writeHead(BOOK);
    expect(offers()).toEqual([undefined]);
    show(available(isAvailable));
    await expect.poll(offers).toEqual([text]);
    // A client navigation may write the head after that.
    writeHead(BOOK);
    await expect.poll(offers).toEqual([text]);
  });

  it('leaves the JSON-LD of another book as it is, and ends with the page', async () => {
    writeHead({ ...BOOK, id: 6 });
    show(available(true));
    await screen.findByText('In stock');
    expect(offers()).toEqual([undefined]);
    cleanup();
    writeHead(BOOK);
    await new Promise((resolve) => void setTimeout(resolve));
    expect(offers()).toEqual([undefined]);
  });

  it('leaves the decision to the checkout when the stock cannot be read', async () => {
    show(async () => {
      throw new Error('no connection');
    });
    expect(addButton()).not.toBeNull();
    expect(screen.queryByText(/^(In|Out of) stock$/)).toBeNull();
  });
});
