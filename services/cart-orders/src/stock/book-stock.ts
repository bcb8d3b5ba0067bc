import type { StoredDocument } from '@vidhi/service-kit/stored-collection.ts';
import { isHandCheckout } from '../hand/hand-order.ts';
import type { BOOK_STOCK, Hold } from './stock-collection.ts';

/** The stock of a book. */
export type BookStock = StoredDocument<typeof BOOK_STOCK>;
export type StoredMove = NonNullable<BookStock['moves']>[number];
export type StockMove = Omit<StoredMove, 'at'>;

/** Time for which a sold hold recognizes repetitions of its payment; later ones find the purchase. */
const SOLD_MS = 86_400_000;
/**
 * The same where a book has many, without those of orders by hand, which have no payment to find them by: each request for
 * the book reads and writes all of its holds.
 */
const MANY_SOLD_MS = 600_000;
const MANY_SOLD = 50;

/** Returns the stock without expired reservations, and with old sales as a number. */
export function compact(stock: BookStock, now: number): BookStock {
  const isMany = stock.holds.filter(({ state }) => state === 'SOLD').length > MANY_SOLD;
  const soldBefore = now - (isMany ? MANY_SOLD_MS : SOLD_MS);
  const isOld = ({ state, until, checkoutId }: Hold): boolean =>
    state === 'SOLD' && until.getTime() < (isHandCheckout(checkoutId) ? now - SOLD_MS : soldBefore);
  const isExpired = ({ state, until }: Hold): boolean => state === 'HELD' && until.getTime() <= now;
  const sold = stock.holds.filter(isOld).reduce((sum, { quantity }) => sum + quantity, stock.sold);
  return { ...stock, sold, holds: stock.holds.filter((hold) => !isOld(hold) && !isExpired(hold)) };
}

/** Returns whether the copies of a book are counted. */
export const isCountedBook = ({ stock, isCounted }: Pick<BookStock, 'stock' | 'isCounted'>): boolean =>
  isCounted === true || stock !== null;

/** The copies of a book by what became of them. */
export interface StockSums {
  /** Received in total, less what was damaged and corrected. */
  received: number;
  sold: number;
  /** Reserved by checkouts, or paid for by orders that are not stored yet. */
  held: number;
  free: number;
}

/** Returns the sums of a stock that is compacted; null where copies are not counted. */
export function sumsOf(book: BookStock): StockSums | null {
  if (!isCountedBook(book)) return null;
  const { stock, isCounted, moved = 0, holds } = book;
  const copiesOf = (isSold: boolean): number =>
    holds
      .filter(({ state }) => (state === 'SOLD') === isSold)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  const received = (isCounted === true ? 0 : (stock ?? 0)) + moved;
  const sold = book.sold + copiesOf(true);
  const held = copiesOf(false);
  return { received, sold, held, free: received - sold - held };
}

/** Infinite where copies are not counted. */
export const availableCopies = (book: BookStock): number => sumsOf(book)?.free ?? Number.POSITIVE_INFINITY;

/** The share of a book's copies that one network may have reserved without having paid. */
export interface NetworkShare {
  network: string;
  /** From 0 to 1, of the copies that this network could have; at least one copy. */
  share: number;
}

/** Returns how many more copies the network may reserve; infinite where copies are not counted. */
export function allowanceOf(stock: BookStock, { network, share }: NetworkShare): number {
  const isOwn = (hold: Hold): boolean => hold.state === 'HELD' && hold.network === network;
  const own = stock.holds.filter(isOwn).reduce((sum, { quantity }) => sum + quantity, 0);
  const free = availableCopies(stock) + own;
  return Math.max(1, Math.floor(free * share)) - own;
}
