import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { mongoStockStore, type StockStore } from './stock-store.ts';

const database = freshDatabase('stock');
const HOUR_MS = 3_600_000;
let connection: Connection;
let now: number;
let stock: StockStore;

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
});
beforeEach(async () => {
  await connection.collection('book_stock').deleteMany({});
  now = Date.parse('2026-11-22T10:00:00Z');
  stock = mongoStockStore(connection, () => now);
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const one = (bookId: number, quantity = 1) => [{ bookId, quantity }];
const inAnHour = (): Date => new Date(now + HOUR_MS);
async function reserve(
  checkoutId: string,
  lines: { bookId: number; quantity: number }[],
  until: Date,
  cart?: string,
  store: StockStore = stock,
): Promise<number[]> {
  return (await store.reserve({ checkoutId, lines, until, cart })).missing;
}
const isAvailable = async (bookId: number) => (await stock.findAvailable([bookId])).has(bookId);

describe('the stock of a book', () => {
  it('is unlimited until staff count it, and again when they stop', async () => {
    expect(await reserve('co_1', one(1, 20), inAnHour())).toEqual([]);
    await stock.setStock(1, 1, 2);
    expect(await reserve('co_2', one(1, 2), inAnHour())).toEqual([1]);
    await stock.setStock(1, null, 3);
    expect(await reserve('co_2', one(1, 2), inAnHour())).toEqual([]);
    // An older event changes nothing.
    await stock.setStock(1, 0, 2);
    expect(await isAvailable(1)).toBe(true);
  });

  it('sells n − k copies to n concurrent buyers, k of whom get none', async () => {
    const [buyers, copies] = [24, 17];
    await stock.setStock(1, copies, 1);
    const stores = Array.from({ length: 4 }, () => mongoStockStore(connection, () => now));
    const results = await Promise.all(
      Array.from({ length: buyers }, async (_, at) => {
        const store = stores[at % stores.length] ?? stock;
        const id = `co_${at}`;
        // Some have a reservation, some pay late; a repeated payment takes no second copy.
        if (at % 3 === 0 && (await reserve(id, one(1), inAnHour(), undefined, store)).length > 0)
          return false;
        const isSold = (await store.consume(id, one(1))) && (await store.consume(id, one(1)));
        if (isSold) await store.sell(id, one(1));
        return isSold;
      }),
    );
    expect(results.filter(Boolean)).toHaveLength(copies);
    expect(await isAvailable(1)).toBe(false);
    await stock.setStock(1, copies + 1, 2);
    expect(await stock.consume('co_late', one(1))).toBe(true);
    expect(await stock.consume('co_too_late', one(1))).toBe(false);
  });

  it('is swept of expired reservations, with the network that made them, though nobody buys the book', async () => {
    await stock.setStock(1, 9, 1);
    await stock.setStock(2, 9, 1);
    const client = { network: 'n1', share: 1 };
    const lines = [...one(1), ...one(2)];
    await stock.reserve({ checkoutId: 'co_1', lines, until: inAnHour(), client });
    await stock.reserve({ checkoutId: 'co_2', lines: one(1), until: new Date(now + 2 * HOUR_MS), client });
    await stock.consume('co_3', one(2));
    expect(await stock.removeExpired()).toBe(0);
    now += HOUR_MS;
    expect(await stock.removeExpired()).toBe(2);
    const stored = await connection.collection('book_stock').find().sort({ _id: 1 }).toArray();
    expect(stored.map(({ holds }) => holds)).toMatchObject([
      [{ checkoutId: 'co_2', network: 'n1' }],
      [{ checkoutId: 'co_3', state: 'CONSUMED' }],
    ]);
    expect(await stock.removeExpired()).toBe(0);
    now += HOUR_MS;
    await stock.removeExpired();
    expect(JSON.stringify(await connection.collection('book_stock').find().toArray())).not.toContain('n1');
  });

  it('is released when a reservation expires, and not when the copy is paid for', async () => {
    await stock.setStock(1, 2, 1);
    await reserve('co_1', one(1), inAnHour());
    await reserve('co_2', one(1), inAnHour());
    await stock.consume('co_2', one(1));
    expect(await isAvailable(1)).toBe(false);
    now += HOUR_MS;
    expect(await reserve('co_3', one(1), inAnHour())).toEqual([]);
    expect(await reserve('co_4', one(1), inAnHour())).toEqual([1]);
  });

  it('is reserved by the last checkout of a cart, unless an earlier one is paid', async () => {
    await stock.setStock(1, 1, 1);
    await stock.setStock(2, 1, 1);
    expect(await reserve('co_1', [...one(1), ...one(2)], inAnHour(), 'cart')).toEqual([]);
    // With another address, and without the second book.
    expect(await reserve('co_2', one(1), inAnHour(), 'cart')).toEqual([]);
    expect(await isAvailable(2)).toBe(true);
    expect(await reserve('co_3', one(1), inAnHour(), 'another cart')).toEqual([1]);
    // The first one is paid after all.
    expect(await stock.consume('co_1', one(1), 'cart')).toBe(true);
    expect(await reserve('co_2', one(1), inAnHour(), 'cart')).toEqual([1]);
    expect(await stock.consume('co_2', one(1), 'cart')).toBe(false);
  });

  it('reserves every book of a checkout, or none', async () => {
    await stock.setStock(1, 5, 1);
    await stock.setStock(2, 0, 1);
    const lines = [...one(1, 5), ...one(2)];
    expect(await reserve('co_1', lines, inAnHour())).toEqual([2]);
    expect(await stock.consume('co_1', lines)).toBe(false);
    expect(await reserve('co_2', one(1, 5), inAnHour())).toEqual([]);
  });

  it('goes to one of two late payments that have the same books in another order', async () => {
    const another = mongoStockStore(connection, () => now);
    const pairs = Array.from({ length: 20 }, (_, at) => [2 * at + 1, 2 * at + 2]);
    for (const book of pairs.flat()) await stock.setStock(book, 1, 1);
    const paid = await Promise.all(
      pairs.map((books, at) => {
        const lines = books.flatMap((book) => one(book));
        return Promise.all([
          stock.consume(`co_${at}`, lines),
          another.consume(`co_${at}_too`, lines.toReversed()),
        ]);
      }),
    );
    expect(paid.map((both) => both.filter(Boolean).length)).toEqual(pairs.map(() => 1));
  });

  it('counts sold copies for ever, and gives back only what is not sold', async () => {
    await stock.setStock(1, 2, 1);
    await stock.consume('co_1', one(1));
    await stock.sell('co_1', one(1));
    await stock.release('co_1', one(1));
    now += 48 * HOUR_MS;
    expect(await stock.consume('co_2', one(1))).toBe(true);
    await stock.release('co_2', one(1));
    expect(await stock.consume('co_3', one(1))).toBe(true);
    expect(await stock.consume('co_4', one(1))).toBe(false);
  });

  it('keeps the sales of a day of a book that sells now and then, and of ten minutes of one that sells often', async () => {
    await stock.setStock(1, 60, 1);
    const holdsOf = async (checkoutId: string) => (await stock.findHolds(checkoutId, [1])).length;
    const buy = async (from: number, to: number): Promise<void> => {
      for (let at = from; at <= to; at += 1) {
        expect(await stock.consume(`co_${at}`, one(1))).toBe(true);
        await stock.sell(`co_${at}`, one(1));
      }
    };
    await buy(1, 50);
    now += HOUR_MS;
    await buy(51, 51);
    expect(await holdsOf('co_1')).toBe(1);
    await buy(52, 52);
    expect([await holdsOf('co_1'), await holdsOf('co_51'), await holdsOf('co_52')]).toEqual([0, 1, 1]);
    // Sold copies stay counted.
    await buy(53, 60);
    expect(await stock.consume('co_61', one(1))).toBe(false);
  });

  it('keeps the sale of an order by hand for a day, however often the book sells', async () => {
    await stock.setStock(1, 60, 1);
    await stock.take('hand_1', one(1));
    await stock.sell('hand_1', one(1));
    now += HOUR_MS;
    for (let at = 1; at <= 52; at += 1) {
      await stock.consume(`co_${at}`, one(1));
      await stock.sell(`co_${at}`, one(1));
    }
    expect(await stock.findHolds('hand_1', [1])).toHaveLength(1);
  });

  it('sells a copy once, and only what was paid for', async () => {
    await stock.setStock(1, 2, 1);
    await reserve('co_1', one(1), inAnHour());
    await stock.sell('co_1', one(1));
    expect(await stock.findHolds('co_1', [1])).toMatchObject([{ state: 'HELD' }]);
    await stock.consume('co_1', one(1));
    await stock.consume('co_2', one(1));
    await stock.sell('co_1', one(1));
    const sold = await stock.findHolds('co_1', [1]);
    now += HOUR_MS;
    await stock.sell('co_1', one(1));
    expect(await stock.findHolds('co_1', [1])).toEqual(sold);
    expect(sold).toMatchObject([{ state: 'SOLD' }]);
    expect(await stock.findHolds('co_2', [1])).toMatchObject([{ state: 'CONSUMED' }]);
  });

  describe('with a limit for each network', () => {
    const reserveFrom = (network: string, checkoutId: string, quantity: number, store: StockStore = stock) =>
      store.reserve({
        checkoutId,
        lines: one(1, quantity),
        until: inAnHour(),
        client: { network, share: 0.25 },
      });
    const NOTHING = { missing: [], limited: [] };
    const atMost = (copies: number) => ({ missing: [], limited: [{ bookId: 1, copies }] });

    it('leaves three quarters of the free copies to others, however many checkouts ask at once', async () => {
      await stock.setStock(1, 100, 1);
      const stores = Array.from({ length: 4 }, () => mongoStockStore(connection, () => now));
      const results = await Promise.all(
        Array.from({ length: 40 }, async (_, at) => reserveFrom('a', `co_${at}`, 1, stores[at % 4])),
      );
      expect(results.filter(({ limited }) => limited.length === 0)).toHaveLength(25);
      expect(await reserveFrom('b', 'co_b', 18)).toEqual(NOTHING);
      expect(await reserveFrom('a', 'co_more', 1)).toEqual(atMost(0));
    });

    it('says how many copies are left for the network, and none is reserved', async () => {
      await stock.setStock(1, 12, 1);
      expect(await reserveFrom('a', 'co_1', 4)).toEqual(atMost(3));
      expect(await reserveFrom('a', 'co_2', 2)).toEqual(NOTHING);
      expect(await reserveFrom('a', 'co_3', 2)).toEqual(atMost(1));
    });

    it('lets everybody have one copy of the last ones', async () => {
      await stock.setStock(1, 2, 1);
      expect(await reserveFrom('a', 'co_1', 1)).toEqual(NOTHING);
      expect(await reserveFrom('b', 'co_2', 1)).toEqual(NOTHING);
    });

    it('does not count copies that are paid for or expired, nor the own checkout when it is prolonged', async () => {
      await stock.setStock(1, 8, 1);
      expect(await reserveFrom('a', 'co_1', 2)).toEqual(NOTHING);
      await stock.setStock(1, 3, 2);
      expect(await reserveFrom('a', 'co_1', 2)).toEqual(NOTHING);
      await stock.setStock(1, 9, 3);
      expect(await stock.consume('co_1', one(1, 2))).toBe(true);
      expect(await reserveFrom('a', 'co_2', 1)).toEqual(NOTHING);
      expect(await reserveFrom('a', 'co_3', 1)).toEqual(atMost(0));
      now += 2 * HOUR_MS;
      expect(await reserveFrom('a', 'co_3', 1)).toEqual(NOTHING);
    });

    it('stores no network of a paid checkout, and never shortens a reservation', async () => {
      await stock.setStock(1, 8, 1);
      await reserveFrom('a', 'co_1', 1);
      await stock.reserve({ checkoutId: 'co_1', lines: one(1), until: new Date(now + 1) });
      const holds = async () => (await connection.collection('book_stock').findOne({}))?.['holds'];
      expect(await holds()).toMatchObject([{ until: inAnHour() }]);
      await stock.consume('co_1', one(1));
      expect(Object.keys((await holds())[0])).not.toContain('network');
    });
  });
});
