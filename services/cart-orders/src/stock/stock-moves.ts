import type { Connection, mongo } from 'mongoose';
import { WireError } from '@vidhi/contracts/errors.ts';
import { availableCopies, compact, type BookStock, type StockMove } from './book-stock.ts';

export interface StockMoves {
  /**
   * Moves copies of a book; false when they are not counted. Rejects with 409 when more are taken than are free: what is
   * reserved or sold is not there to be taken.
   */
  move(bookId: number, move: StockMove): Promise<boolean>;
}

const MAX_ATTEMPTS = 1_000;
/** Moves that are listed, and by whose ids repetitions are recognized. */
const MAX_MOVES = 1_000;

export function mongoStockMoves(connection: Connection, now: () => number = Date.now): StockMoves {
  const stocks = connection.collection<BookStock>('book_stock');
  return {
    async move(bookId, move) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const found = await stocks.findOne({ _id: bookId });
        if (found === null || found.stock === null) return false;
        if (found.moves?.some(({ id }) => id === move.id) === true) return true;
        const free = availableCopies(compact(found, now()));
        if (move.copies < 0 && free + move.copies < 0)
          throw new WireError(409, 'ConflictError', `${Math.max(0, free)} copies are free`);
        const { matchedCount } = await stocks.updateOne({ _id: bookId, rev: found.rev }, {
          $inc: { moved: move.copies, rev: 1 },
          $push: { moves: { $each: [{ ...move, at: new Date(now()) }], $slice: -MAX_MOVES } },
        } as mongo.UpdateFilter<BookStock>);
        if (matchedCount === 1) return true;
      }
      throw new Error(`the stock of book ${bookId} is too busy`);
    },
  };
}
