import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asUser, BATCH_ID } from '../cart-app-builder.ts';
import { openStoredCarts, type StoredCarts } from './stored-carts-builder.ts';

// Lines that a client deletes between its checkout and the verification of the payment.

const USER = 4;
const SERVICE = { 'x-service-token': 's'.repeat(32) };
let carts: StoredCarts;
beforeAll(async () => {
  carts = await openStoredCarts();
});
afterEach(async () => {
  await carts.documents.deleteMany({});
});
afterAll(() => carts?.end());

interface Line {
  id: number;
  attributes: { Quantity: number; catalog_books: { data: { id: number } } };
}
interface Priced {
  lineId: string;
  lineRev: number;
  bookId: number;
  quantity: number;
}

/** Creates the calls of a client with the token of this account, or of a guest with a Batch_id. */
function aClient(userId: number | null) {
  const headers = userId === null ? {} : asUser(userId);
  const proof = userId === null ? `?Batch_id=${BATCH_ID}` : '';
  const list = async (): Promise<Line[]> => {
    const query = userId === null ? `filters[Batch_id][$eq]=${BATCH_ID}&` : '';
    const url = `/api/carts?${query}populate=catalog_books`;
    return (await carts.app.inject({ method: 'GET', url, headers })).json().data;
  };
  return {
    list,
    /** Copies by the id of their book. */
    async cart(): Promise<Record<number, number>> {
      const lines = await list();
      return Object.fromEntries(
        lines.map(({ attributes }) => [attributes.catalog_books.data.id, attributes.Quantity]),
      );
    },
    async add(book: number, Quantity: number): Promise<number> {
      const data = { catalog_books: book, Quantity, ...(userId === null ? { Batch_id: BATCH_ID } : {}) };
      const response = await carts.app.inject({
        method: 'POST',
        url: '/api/carts',
        headers,
        payload: { data },
      });
      expect(response.statusCode).toBe(200);
      return response.json().data.id;
    },
    async setQuantity(id: number, Quantity: number): Promise<void> {
      const url = `/api/carts/${id}${proof}`;
      const response = await carts.app.inject({
        method: 'PUT',
        url,
        headers,
        payload: { data: { Quantity } },
      });
      expect(response.statusCode).toBe(200);
    },
    async remove(id: number): Promise<number> {
      return (await carts.app.inject({ method: 'DELETE', url: `/api/carts/${id}${proof}`, headers }))
        .statusCode;
    },
    async checkOut(): Promise<Priced[]> {
      const payload = { userId, batchId: userId === null ? BATCH_ID : null };
      const request = { method: 'POST', url: '/internal/carts/price', headers: SERVICE, payload } as const;
      return (await carts.app.inject(request)).json().lines;
    },
  };
}
/** Restores the lines that were removed until then. */
async function restore(lines: readonly Priced[], removedBefore = new Date()): Promise<void> {
  const payload = {
    lines: lines.map(({ lineId, lineRev }) => ({ lineId, lineRev })),
    removedBefore: removedBefore.toISOString(),
  };
  const request = { method: 'POST', url: '/internal/carts/restore', headers: SERVICE, payload } as const;
  expect((await carts.app.inject(request)).statusCode).toBe(200);
}

describe.each([
  ['an account', USER],
  ['a guest', null],
])('a line that %s deletes after a checkout', (_, userId) => {
  const client = aClient(userId);

  it('is in no cart, price or count, and comes back as it was, once', async () => {
    const ids = [await client.add(2, 3), await client.add(5, 1)];
    const before = await client.list();
    const bought = await client.checkOut();
    for (const id of ids) {
      expect(await client.remove(id)).toBe(200);
      expect(await client.remove(id)).toBe(404);
    }
    expect(await client.list()).toEqual([]);
    expect(await client.checkOut()).toEqual([]);
    for (let round = 0; round < 2; round += 1) await restore(bought);
    expect(await client.list()).toEqual(before);
    // The same lines are the same checkout.
    expect(await client.checkOut()).toEqual(bought);
  });

  it('is not added to the line of its book that the client adds again', async () => {
    const id = await client.add(2, 3);
    const bought = await client.checkOut();
    await client.remove(id);
    expect(await client.add(2, 5)).not.toBe(id);
    await restore(bought);
    expect(await client.cart()).toEqual({ 2: 5 });
    expect(await carts.documents.countDocuments({})).toBe(1);
  });

  it('is gone once it is bought', async () => {
    const id = await client.add(2, 3);
    const bought = await client.checkOut();
    await client.remove(id);
    await carts.store.takePurchased('pu_1', bought);
    await restore(bought);
    expect(await client.cart()).toEqual({});
    expect(await carts.documents.countDocuments({})).toBe(0);
  });

  it('stays deleted when it was changed after the checkout', async () => {
    const id = await client.add(2, 3);
    const bought = await client.checkOut();
    await client.setQuantity(id, 1);
    await client.remove(id);
    await restore(bought);
    expect(await client.cart()).toEqual({});
  });

  it('stays deleted when it was deleted after the restoration became due', async () => {
    const ids = [await client.add(2, 3), await client.add(5, 1)];
    const bought = await client.checkOut();
    for (const id of ids) await client.remove(id);
    const removedAt = new Date('2026-11-22T10:00:00.000Z');
    await carts.documents.updateOne({ _id: Number(ids[0]) }, { $set: { removedAt } });
    await restore(bought, new Date(removedAt.getTime() - 1));
    expect(await client.cart()).toEqual({});
    await restore(bought, removedAt);
    expect(await client.cart()).toEqual({ 2: 3 });
    // Nor is it given up for the line of its book that was added since.
    await client.add(5, 2);
    await restore(bought, removedAt);
    expect(await carts.documents.countDocuments({ removedFrom: { $exists: true } })).toBe(1);
  });

  it('does not come back to a cart that has as many books as it may', async () => {
    const id = await client.add(101, 1);
    const bought = await client.checkOut();
    await client.remove(id);
    for (let book = 1; book <= 100; book += 1) await client.add(book, 1);
    await restore(bought);
    expect(await client.list()).toHaveLength(25);
    expect((await client.checkOut()).map(({ bookId }) => bookId)).not.toContain(101);
  });
});

describe('a deletion', () => {
  const client = aClient(USER);

  it('before any checkout of the line is final', async () => {
    const first = await client.add(2, 3);
    await client.remove(first);
    expect(await carts.documents.countDocuments({})).toBe(0);
    const second = await client.add(2, 1);
    await client.checkOut();
    await carts.documents.updateOne(
      { _id: second },
      { $set: { checkedOutAt: new Date(Date.now() - 86_500_000) } },
    );
    expect(await client.remove(second)).toBe(200);
    expect(await carts.documents.countDocuments({})).toBe(0);
  });

  it('by many requests at once is one, and restoring it while the book is added leaves one line', async () => {
    const id = await client.add(2, 3);
    const bought = await client.checkOut();
    const removals = await Promise.all(Array.from({ length: 5 }, () => client.remove(id)));
    expect(removals.toSorted()).toEqual([200, 404, 404, 404, 404]);
    const another = carts.anotherStore();
    const lines = bought.map(({ lineId, lineRev }) => ({ lineId, lineRev }));
    await Promise.all(
      [1, 1, 1, 1].flatMap((copies) => [
        client.add(2, copies),
        restore(bought),
        another.restore(lines, new Date()),
      ]),
    );
    expect(await carts.documents.countDocuments({})).toBe(1);
    // The copies that were added, and those of the deleted line only if it was restored before.
    expect([4, 7]).toContain((await client.cart())[2]);
  });
});

describe('a removed line', () => {
  it('of a guest comes back to the account that the guest logs in to', async () => {
    const guest = aClient(null);
    const account = aClient(USER);
    const ids = [await guest.add(2, 3), await guest.add(5, 4)];
    const bought = await guest.checkOut();
    for (const id of ids) await guest.remove(id);
    await carts.store.merge(BATCH_ID, USER);
    await account.add(5, 1);
    await restore(bought);
    expect(await account.cart()).toEqual({ 2: 3, 5: 1 });
    expect(await guest.cart()).toEqual({});
  });

  it('is part of the export of its account, and erased with it', async () => {
    const client = aClient(USER);
    const ids = [await client.add(2, 3), await client.add(5, 1)];
    await client.checkOut();
    await client.remove(Number(ids[0]));
    const url = `/internal/users/${USER}/data`;
    const { cart } = (await carts.app.inject({ method: 'GET', url, headers: SERVICE })).json();
    expect(cart).toEqual([
      { bookId: 2, quantity: 3, createdAt: expect.any(String), removedAt: expect.any(String) },
      { bookId: 5, quantity: 1, createdAt: expect.any(String) },
    ]);
    await carts.store.removeOf(USER);
    expect(await carts.documents.countDocuments({})).toBe(0);
  });

  it('is deleted after its retention', async () => {
    const client = aClient(USER);
    const id = await client.add(2, 3);
    await client.add(5, 1);
    const bought = await client.checkOut();
    await client.remove(id);
    await carts.store.deleteRemovedBefore(new Date(Date.now() - 60_000));
    expect(await carts.documents.countDocuments({})).toBe(2);
    await carts.store.deleteRemovedBefore(new Date(Date.now() + 60_000));
    await restore(bought);
    expect(await client.cart()).toEqual({ 5: 1 });
  });
});
