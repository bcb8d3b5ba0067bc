import { attributeErrors, type WireError } from '@vidhi/contracts/errors.ts';
import { MAX_QUANTITY } from '@vidhi/collections/cart-orders/cart.ts';

/** Different books in one cart. */
export const MAX_LINES = 100;

/** Guests prove that a cart is theirs by its Batch_id: a shorter one could be guessed. */
export const MIN_BATCH_ID_CHARS = 16;
export const MAX_BATCH_ID_CHARS = 200;

/**
 * Owner of a cart: an account, or a guest with its Batch_id. A removed line that can still be restored belongs to no
 * cart. Its former cart may therefore get a new line of the same book.
 */
export type CartOwner = `user:${number}` | `guest:${string}` | `removed:${number}`;

export const userOwner = (userId: number): CartOwner => `user:${userId}`;
export const guestOwner = (batchId: string): CartOwner => `guest:${batchId}`;
export const removedOwner = (id: number): CartOwner => `removed:${id}`;

/** One book in one cart. */
export interface CartLine {
  /** Id on the wire; never reused. */
  id: number;
  owner: CartOwner;
  /** Null in guests' carts. */
  userId: number | null;
  bookId: number;
  quantity: number;
  batchId: string | null;
  /** Every Batch_id that the line was written with: clients find a line by theirs. */
  batches: readonly string[];
  createdAt: Date;
  updatedAt: Date;
  /** Differs between lines that follow one another under the same cart and book. */
  lineId: string;
  /** Incremented by every write of its copies. */
  rev: number;
  /** Present after a removal that can be undone. */
  removedAt?: Date;
}

export interface NewLine {
  owner: CartOwner;
  userId: number | null;
  bookId: number;
  quantity: number;
  batchId: string | null;
}

/** Creates the 400 for a line that would order too many copies. */
export const tooManyCopies = (): WireError =>
  attributeErrors([
    { path: ['Quantity'], message: `Quantity must be less than or equal to ${MAX_QUANTITY}` },
  ]);

/** Creates the 400 for one book too many. */
export const tooManyLines = (): WireError =>
  attributeErrors([
    { path: ['catalog_books'], message: `A cart must have at most ${MAX_LINES} different books` },
  ]);

/** Creates the 400 for a line of no book. */
export const noBook = (): WireError =>
  attributeErrors([{ path: ['catalog_books'], message: 'catalog_books must be defined.' }]);
