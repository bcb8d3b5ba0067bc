import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import type { StockMove } from './book-stock.ts';
import { sumsOf } from './book-stock.ts';
import { mongoStockMoves, type StockMoves } from './stock-moves.ts';
import { mongoStockStore, type StockStore } from './stock-store.ts';

const database = freshDatabase('stock-moves');
const NOW = Date.parse('2026-11-22T10:00:00Z');
let connection: Connection;
let moves: StockMoves;
let stock: StockStore;

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  moves = mongoStockMoves(connection, () => NOW);
  stock = mongoStockStore(connection, () => NOW);
});
beforeEach(async () => void (await connection.collection('book_stock').deleteMany({})));
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

let count = 0;
const aMove = (kind: StockMove['kind'], copies: number, id?: string): StockMove => {
  count += 1;
  return { id: id ?? `desk:${count}`, kind, copies, reason: 'Counted', by: 10 };
};
const move = (kind: StockMove['kind'], copies: number, id?: string) =>
  moves.moveAtDesk(1, aMove(kind, copies, id), []);
const sums = async () => {
  const [found] = await moves.find([1]);
  return found === undefined ? null : sumsOf(found);
};
const lines = (quantity: number) => [{ bookId: 1, quantity }];
const inAnHour = new Date(NOW + 3_600_000);

describe('copies that the desk moves', () => {
  it('are counted from the first ones that are received, and each move once', async () => {
    await expect(move('damaged', -1)).rejects.toThrow('are not counted');
    expect(await moves.find([1])).toEqual([]);
    await move('received', 50, 'desk:first');
    await move('received', 50, 'desk:first');
    await move('damaged', -2);
    await move('corrected', -3);
    await move('returned', 1);
    expect(await sums()).toEqual({ received: 46, sold: 0, held: 0, free: 46 });
  });

  it('are free, held or sold, and only free ones are taken away', async () => {
    await move('received', 5);
    await stock.reserve({ checkoutId: 'co_1', lines: lines(2), until: inAnHour });
    await stock.consume('co_2', lines(1));
    await stock.sell('co_2', lines(1));
    expect(await sums()).toEqual({ received: 5, sold: 1, held: 2, free: 2 });
    await expect(move('damaged', -3)).rejects.toThrow('2 copies are free');
    await move('damaged', -2);
    expect(await sums()).toMatchObject({ free: 0 });
    expect((await stock.reserve({ checkoutId: 'co_3', lines: lines(1), until: inAnHour })).missing).toEqual([
      1,
    ]);
  });

  it('are never less than none, however many checkouts and moves compete', async () => {
    await move('received', 20);
    await Promise.allSettled([
      ...Array.from({ length: 15 }, (_, at) =>
        stock.reserve({ checkoutId: `co_${at}`, lines: lines(1), until: inAnHour }),
      ),
      ...Array.from({ length: 15 }, () => move('damaged', -1)),
    ]);
    const { free = -1, held = 0, received = 0 } = (await sums()) ?? {};
    expect(free).toBeGreaterThanOrEqual(0);
    expect(received - held).toBe(free);
    expect(free).toBe(0);
  });

  it('follow no number of the catalogue after the first move', async () => {
    await stock.setStock(1, 10, 1);
    expect(await sums()).toMatchObject({ received: 10 });
    await move('received', 5);
    await stock.setStock(1, 99, 2);
    await stock.setStock(1, null, 3);
    expect(await sums()).toMatchObject({ received: 15, free: 15 });
  });

  it('of a book that was counted in the past begin with those that are received now', async () => {
    await stock.setStock(1, 3, 1);
    await stock.consume('co_1', lines(3));
    await stock.sell('co_1', lines(3));
    await stock.setStock(1, null, 2);
    await move('received', 4);
    expect(await sums()).toMatchObject({ free: 4, sold: 3 });
  });
});
