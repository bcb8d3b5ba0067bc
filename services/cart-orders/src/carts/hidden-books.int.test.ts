import { afterAll, beforeAll, expect, it } from 'vitest';
import { BATCH_ID, HIDDEN_BOOK } from '../cart-app-builder.ts';
import { openStoredCarts, type StoredCarts } from './stored-carts-builder.ts';

let carts: StoredCarts;
beforeAll(async () => {
  carts = await openStoredCarts();
});
afterAll(() => carts?.end());

it('a hidden book is not for sale', async () => {
  const data = { Batch_id: BATCH_ID, Quantity: 1, catalog_books: HIDDEN_BOOK };
  const added = await carts.app.inject({ method: 'POST', url: '/api/carts', payload: { data } });
  expect(added.statusCode).toBe(400);
  const priced = await carts.app.inject({
    method: 'POST',
    url: '/internal/carts/price',
    headers: { 'x-service-token': 's'.repeat(32) },
    payload: { userId: null, batchId: null, bookId: HIDDEN_BOOK },
  });
  expect(priced.json().lines).toEqual([]);
});
