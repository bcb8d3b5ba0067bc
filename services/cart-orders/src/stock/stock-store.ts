import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import type { LimitedBook } from '@vidhi/contracts/purchases.ts';
import { BOOK_STOCK, type Hold } from './stock-collection.ts';
import { allowanceOf, availableCopies, compact, type BookStock, type NetworkShare } from './book-stock.ts';

export interface StockLine {
  bookId: number;
  quantity: number;
}

/** A request for copies of a checkout. */
export interface Reservation {
  checkoutId: string;
  lines: readonly StockLine[];
  until: Date;
  /** Reservations of other checkouts of the same cart are given up. */
  cart?: string | undefined;
  /** The limit of the buyer's network; without one, nothing is limited. */
  client?: NetworkShare | undefined;
}

/** Books that could not be reserved; nothing is reserved then. */
export interface Shortage {
  /** There are too few copies. */
  missing: number[];
  /** The buyer's network has too many already that are not paid for; how many more it may have. */
  limited: LimitedBook[];
}

/** One document for each book whose copies are counted; every write is a compare-and-set of its revision. */
export interface StockStore {
  /** Sets how many copies were received in total; null: not counted. An older revision of the book changes nothing. */
  setStock(bookId: number, stock: number | null, bookRev: number): Promise<void>;
  /**
   * Reserves the copies of a checkout until then, or longer than before. Resolves with the books that could not be reserved;
   * then none is. Reservations of other checkouts of the same cart are given up, and not what they have paid for: a buyer
   * who corrects the address does not compete with the own cart. An existing reservation is prolonged whatever the limit.
   */
  reserve(reservation: Reservation): Promise<Shortage>;
  /**
   * Takes the copies of a paid checkout, reserved or not; may be repeated. False when there are too few: then none is
   * taken. Reservations of the same cart are released as above.
   */
  consume(checkoutId: string, lines: readonly StockLine[], cart?: string): Promise<boolean>;
  /** Takes the copies of an order by hand, as `consume`, also where fewer are counted: its buyer may have them already. */
  take(checkoutId: string, lines: readonly StockLine[]): Promise<void>;
  /** Counts the consumed copies as sold, once the purchase is stored; may be repeated. */
  sell(checkoutId: string, lines: readonly StockLine[]): Promise<void>;
  /** Releases copies that a checkout has reserved or consumed, except sold ones. */
  release(checkoutId: string, lines: readonly StockLine[]): Promise<void>;
  /** Releases what the checkouts of a cart have reserved, and not what they have paid for; may be repeated. */
  releaseCart(cart: string): Promise<void>;
  /**
   * Resolves with what a checkout has of the stock of these books, while that is known: for a day after the sale, for ten
   * minutes after that of a book which sells often.
   */
  findHolds(checkoutId: string, bookIds: readonly number[]): Promise<(Hold & { bookId: number })[]>;
  /**
   * Removes expired reservations, with the pseudonym of their network: without it they stay in the stock of a book until
   * somebody buys it. Resolves with the number of books that had some; reads at most a thousand at once.
   */
  removeExpired(): Promise<number>;
  /** Resolves with those of these books that have a copy for sale. */
  findAvailable(bookIds: readonly number[]): Promise<Set<number>>;
}

const MAX_ATTEMPTS = 1_000;
const MAX_EXPIRED = 1_000;

export function mongoStockStore(connection: Connection, now: () => number = Date.now): StockStore {
  const stocks = modelOf(connection, BOOK_STOCK);

  /**
   * Changes the holds of a book whose copies are counted. `change` returns null to leave them.
   * Resolves with false when it did.
   */
  async function update(bookId: number, change: (stock: BookStock) => Hold[] | null): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const found = await stocks.findOne({ _id: bookId });
      if (found === null) return true;
      const current = compact(found, now());
      const holds = change(current);
      if (holds === null) return false;
      const { matchedCount } = await stocks.updateOne(
        { _id: bookId, rev: found.rev },
        { $set: { holds, sold: current.sold, rev: found.rev + 1 } },
      );
      if (matchedCount === 1) return true;
    }
    throw new Error(`the stock of book ${bookId} is too busy`);
  }

  const holdOf = ({ holds }: BookStock, checkoutId: string): Hold | undefined =>
    holds.find((hold) => hold.checkoutId === checkoutId);
  const others = ({ holds }: BookStock, checkoutId: string): Hold[] =>
    holds.filter((hold) => hold.checkoutId !== checkoutId);
  const isOfCart = ({ state, cart }: Hold, cartId: string | undefined): boolean =>
    cartId !== undefined && state === 'HELD' && cart === cartId;

  /**
   * Releases the reservations of earlier checkouts of the cart for books that are no longer in it; those of all of its
   * checkouts where none is left out.
   */
  async function giveUp(checkoutId: string | null, cart: string): Promise<void> {
    const found = await stocks.find({
      holds: { $elemMatch: { cart, state: 'HELD', checkoutId: { $ne: checkoutId ?? '' } } },
    });
    for (const { _id } of found)
      await update(_id, ({ holds }) =>
        holds.filter((hold) => hold.checkoutId === checkoutId || !isOfCart(hold, cart)),
      );
  }

  async function release(checkoutId: string, lines: readonly StockLine[]): Promise<void> {
    for (const { bookId } of lines)
      await update(bookId, (stock) =>
        holdOf(stock, checkoutId)?.state === 'SOLD' ? stock.holds : others(stock, checkoutId),
      );
  }

  /**
   * Holds the copies of every line, or none. Resolves with the books that lack copies. Books are held in the order of
   * their ids, and the first one without enough copies ends the attempt. So two checkouts never each hold a copy that
   * the other one needs: while there are copies for one of them, one succeeds.
   */
  async function hold(
    { checkoutId, lines, until, cart, client }: Reservation,
    state: 'HELD' | 'CONSUMED',
    isForced = false,
  ): Promise<Shortage> {
    const missing: number[] = [];
    const limited: LimitedBook[] = [];
    const isShort = (): boolean => missing.length + limited.length > 0;
    for (const { bookId, quantity } of lines.toSorted((a, b) => a.bookId - b.bookId)) {
      let copies = Number.POSITIVE_INFINITY;
      const isHeld = await update(bookId, (stock) => {
        const existing = holdOf(stock, checkoutId);
        if (existing?.state === 'SOLD' || existing?.state === 'CONSUMED') return stock.holds;
        const rest = others(stock, checkoutId).filter((one) => !isOfCart(one, cart));
        const free = { ...stock, holds: rest };
        copies = Number.POSITIVE_INFINITY;
        if (!isForced && availableCopies(free) < quantity) return null;
        const isProlonged = existing !== undefined && existing.quantity >= quantity;
        if (client !== undefined && !isProlonged) copies = allowanceOf(free, client);
        if (copies < quantity) return null;
        if (isShort()) return stock.holds;
        const end = existing !== undefined && existing.until > until ? existing.until : until;
        const owner = cart === undefined ? {} : { cart };
        const origin = state === 'HELD' && client !== undefined ? { network: client.network } : {};
        return [
          ...rest,
          { checkoutId, quantity, state, until: state === 'HELD' ? end : until, ...owner, ...origin },
        ];
      });
      if (isHeld) continue;
      if (copies < quantity) limited.push({ bookId, copies: Math.max(0, copies) });
      else missing.push(bookId);
    }
    if (isShort()) await release(checkoutId, lines);
    return { missing, limited };
  }

  return {
    async setStock(bookId, stock, bookRev) {
      const fresh: BookStock = { _id: bookId, rev: 1, bookRev, stock, sold: 0, holds: [] };
      const { matchedCount } = await stocks.updateOne(
        { _id: bookId, bookRev: { $lt: bookRev } },
        { $set: { stock, bookRev }, $inc: { rev: 1 } },
      );
      if (matchedCount === 1 || stock === null) return;
      try {
        await stocks.insertOne(fresh);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    async reserve(reservation) {
      const shortage = await hold(reservation, 'HELD');
      const { checkoutId, cart } = reservation;
      const isReserved = shortage.missing.length + shortage.limited.length === 0;
      if (isReserved && cart !== undefined) await giveUp(checkoutId, cart);
      return shortage;
    },
    consume: async (checkoutId, lines, cart) =>
      (await hold({ checkoutId, lines, until: new Date(now()), cart }, 'CONSUMED')).missing.length === 0,
    async take(checkoutId, lines) {
      await hold({ checkoutId, lines, until: new Date(now()) }, 'CONSUMED', true);
    },
    async sell(checkoutId, lines) {
      for (const { bookId } of lines)
        await stocks.updateOne(
          { _id: bookId, holds: { $elemMatch: { checkoutId, state: 'CONSUMED' } } },
          {
            $set: { 'holds.$[own].state': 'SOLD', 'holds.$[own].until': new Date(now()) },
            $inc: { rev: 1 },
          },
          { arrayFilters: [{ 'own.checkoutId': checkoutId }] },
        );
    },
    release,
    releaseCart: (cart) => giveUp(null, cart),
    async findHolds(checkoutId, bookIds) {
      const found = await stocks.find({ _id: { $in: [...bookIds] } });
      return found.flatMap(({ _id, holds }) =>
        holds.filter((one) => one.checkoutId === checkoutId).map((one) => ({ ...one, bookId: _id })),
      );
    },
    async removeExpired() {
      const found = await stocks
        .find({ holds: { $elemMatch: { state: 'HELD', until: { $lte: new Date(now()) } } } }, { _id: 1 })
        .limit(MAX_EXPIRED);
      for (const { _id } of found) await update(_id, ({ holds }) => holds);
      return found.length;
    },
    async findAvailable(bookIds) {
      const found = await stocks.find({ _id: { $in: [...bookIds] } });
      const empty = new Set(
        found.flatMap((stock) => (availableCopies(compact(stock, now())) > 0 ? [] : [stock._id])),
      );
      return new Set(bookIds.filter((id) => !empty.has(id)));
    },
  };
}
