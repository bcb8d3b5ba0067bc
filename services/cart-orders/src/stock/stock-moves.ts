import type { Connection, mongo } from 'mongoose';
import { WireError } from '@vidhi/contracts/errors.ts';
import type { StoredEntry } from '@vidhi/outbox/entry.ts';
import { WITHOUT_OUTBOX, withEntries } from '@vidhi/outbox/outbox-document.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import {
  availableCopies,
  compact,
  isCountedBook,
  sumsOf,
  type BookStock,
  type StockMove,
} from './book-stock.ts';
import { BOOK_STOCK } from './stock-collection.ts';

export interface StockMoves {
  /**
   * Moves copies of a book that an order gives back or needs, which may leave fewer than none free; false when they are not
   * counted.
   */
  move(bookId: number, move: StockMove): Promise<boolean>;
  /**
   * The same at the desk, with its events: from then on moves alone count the copies, as `isCounted` says. Of a book that
   * was not counted, only 'received' begins to: with these copies free. Rejects other moves of it with 409, and moves of
   * more copies than are free: what is reserved or sold is not there to be taken.
   */
  moveAtDesk(bookId: number, move: StockMove, events: readonly StoredEntry[]): Promise<BookStock>;
  /** Resolves with the stocks of these books that have one, or of all, compacted. */
  find(bookIds?: readonly number[]): Promise<BookStock[]>;
}

const MAX_ATTEMPTS = 1_000;
/** Moves that are listed, and by whose ids repetitions are recognized. */
const MAX_MOVES = 1_000;

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

/** Returns the number of copies with which a book begins to be counted: what was sold before is not among them. */
const soldBefore = ({ sold, holds }: BookStock): number =>
  sold + holds.filter(({ state }) => state === 'SOLD').reduce((sum, { quantity }) => sum + quantity, 0);

/** Returns the sum of the moves after this one, of which the desk counts a book. */
function movedAtDesk(book: BookStock, { kind, copies }: StockMove): number {
  const sums = sumsOf(book);
  if (sums !== null) return sums.received + copies;
  if (kind !== 'received')
    throw conflict('Copies of this book are not counted: begin with those that were received');
  return soldBefore(book) + copies;
}

export function mongoStockMoves(connection: Connection, now: () => number = Date.now): StockMoves {
  const stocks = modelOf(connection, BOOK_STOCK);

  const isRepeated = ({ moves }: BookStock, { id }: StockMove): boolean =>
    moves?.some((one) => one.id === id) === true;
  function checkFree(book: BookStock, { copies }: StockMove): void {
    const free = availableCopies(book);
    if (copies < 0 && free + copies < 0) throw conflict(`${Math.max(0, free)} copies are free`);
  }
  const noted = (move: StockMove) => ({
    $push: { moves: { $each: [{ ...move, at: new Date(now()) }], $slice: -MAX_MOVES } },
  });

  /** Creates the stock of a book that has none, uncounted. */
  async function create(bookId: number): Promise<void> {
    try {
      await stocks.insertOne({ _id: bookId, rev: 1, bookRev: 0, stock: null, sold: 0, holds: [] });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  return {
    async move(bookId, move) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const found = await stocks.findOne({ _id: bookId });
        if (found === null || !isCountedBook(found)) return false;
        if (isRepeated(found, move)) return true;
        const { matchedCount } = await stocks.updateOne({ _id: bookId, rev: found.rev }, {
          $inc: { moved: move.copies, rev: 1 },
          ...noted(move),
        } as mongo.UpdateFilter<BookStock>);
        if (matchedCount === 1) return true;
      }
      throw new Error(`the stock of book ${bookId} is too busy`);
    },
    async moveAtDesk(bookId, move, events) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const found = await stocks.findOne({ _id: bookId });
        if (found === null) {
          // Rejects what cannot begin the count before anything is stored.
          movedAtDesk({ _id: bookId, rev: 0, bookRev: 0, stock: null, sold: 0, holds: [] }, move);
          await create(bookId);
          continue;
        }
        const current = compact(found, now());
        if (isRepeated(found, move)) return current;
        const moved = movedAtDesk(current, move);
        checkFree(current, move);
        const update = {
          $set: { isCounted: true, moved, rev: found.rev + 1 },
          ...noted(move),
        } as mongo.UpdateFilter<BookStock>;
        const { matchedCount } = await stocks.updateOne(
          { _id: bookId, rev: found.rev },
          withEntries<BookStock>(update, events),
        );
        if (matchedCount === 1) return compact((await stocks.findOne({ _id: bookId })) ?? found, now());
      }
      throw new Error(`the stock of book ${bookId} is too busy`);
    },
    async find(bookIds) {
      const filter = bookIds === undefined ? {} : { _id: { $in: [...bookIds] } };
      const found = await stocks.find(filter, WITHOUT_OUTBOX);
      return found.map((one) => compact(one, now()));
    },
  };
}
