// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderDetails } from '#shared/payment/payment-api.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, showPage } from '../../../testing/show-page.tsx';
import { BuyAgain } from './buy-again.tsx';
import { DETAILS } from './order-status-builder.ts';

const rejected = (path: string, message: string) => failure(400, message, [{ path: [path], message }]);
const NOT_SOLD = rejected('catalog_books', 'catalog_books must be defined.');

let server: ReturnType<typeof stubServer>;
/** Books that the cart does not take, with its response. */
let refused: Record<number, () => Response>;
beforeEach(() => {
  refused = {};
  server = stubServer({
    'POST /api/carts': async (request) => {
      const { data } = (await request.json()) as { data: { catalog_books: number } };
      return (refused[data.catalog_books] ?? (() => Response.json({ data: { id: 1, attributes: {} } })))();
    },
  });
});
afterEach(leavePage);

/** Shows the button below an order of 2 copies of book 7, and 1 of book 8. */
const open = () =>
  showPage(<BuyAgain order={DETAILS as unknown as OrderDetails} />, `/status/${DETAILS.checkout_id}`).logIn(
    4,
  );
const added = () =>
  server.calls
    .filter(({ call }) => call === 'POST /api/carts')
    .map(({ body }) => {
      const { data } = body as { data: { catalog_books: number; Quantity: number } };
      return [data.catalog_books, data.Quantity];
    });

describe('Buy again', () => {
  it('puts every copy of the order into the cart, and opens it', async () => {
    open();
    await press('Buy again');
    await waitFor(() => expect(place()).toBe('/cart'));
    expect(added()).toEqual([
      [7, 2],
      [8, 1],
    ]);
  });

  it('names a book that is not sold any more, and adds the others', async () => {
    refused = { 7: NOT_SOLD };
    open();
    await press('Buy again');
    await screen.findByText('No longer sold: Evidence. The others are in your cart.');
    expect(added()).toHaveLength(2);
  });

  it('names no others where nothing of the order is sold any more', async () => {
    refused = { 7: NOT_SOLD, 8: NOT_SOLD };
    open();
    await press('Buy again');
    await screen.findByText('No longer sold: Evidence, Limitation.');
    expect(place()).toContain('/status/');
  });

  it.each([
    ['copies', rejected('Quantity', 'Quantity must be less than or equal to 20')],
    ['books', rejected('catalog_books', 'A cart must have at most 100 different books')],
  ])('says that the cart takes no more %s', async (_, response) => {
    refused = { 8: response };
    open();
    await press('Buy again');
    await screen.findByText('You cannot add more copies of: Limitation. The others are in your cart.');
    expect(place()).toContain('/status/');
  });

  it('claims of no book that it is not sold while the shop does not respond, and adds none twice', async () => {
    refused = { 8: failure(503, 'Busy') };
    open();
    await press('Buy again');
    await screen.findByText('The books could not be put into the cart. Please try again.');
    refused = {};
    await press('Buy again');
    await waitFor(() => expect(place()).toBe('/cart'));
    expect(added()).toEqual([
      [7, 2],
      [8, 1],
      [8, 1],
    ]);
  });
});
