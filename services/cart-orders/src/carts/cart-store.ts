import type { CartLine, CartOwner, NewLine } from './cart-line.ts';

/** The lines of all carts: one for each cart and book, under any concurrency. */
export interface CartStore {
  /** The lines of these carts, ascending by id. */
  list(owners: readonly CartOwner[]): Promise<CartLine[]>;
  /** A line of one of these carts; null for all others. */
  find(id: number, owners: readonly CartOwner[]): Promise<CartLine | null>;
  /**
   * Adds copies to the cart's line of the book, which it creates where there is none. A line that was merged from the
   * guest cart with this Batch_id is not changed: clients add the books of a guest cart once more after a login. Throws
   * 400 beyond the limits.
   */
  add(line: NewLine): Promise<CartLine>;
  /** Null when no line of these carts has this id. */
  setQuantity(id: number, owners: readonly CartOwner[], quantity: number): Promise<CartLine | null>;
  /** Records that a checkout has these lines. A removal of them within a day can then be undone. */
  checkedOut(lineIds: readonly string[]): Promise<void>;
  /**
   * Deletes a line. One of a recent checkout only leaves its cart, until `restore`, its purchase, or
   * `deleteRemovedBefore`. False when no line of these carts has this id.
   */
  remove(id: number, owners: readonly CartOwner[]): Promise<boolean>;
  /**
   * Moves the lines of a guest cart into an account's, each once: copies of the same book add up to the limit. A merge
   * that a crash interrupted is finished by the next call for the account, with any Batch_id.
   */
  merge(batchId: string | null, userId: number): Promise<void>;
  /**
   * Puts lines that were removed until `removedBefore` back into their carts, as they were; may be repeated. Lines that
   * were changed after the checkout stay removed, as do those beyond the limit of a cart; where the cart has the book
   * again, its line stays as it is.
   */
  restore(lines: readonly { lineId: string; lineRev: number }[], removedBefore: Date): Promise<void>;
  /** Removes the copies of a purchase from the lines they were bought from, once for each purchase. */
  takePurchased(purchaseId: string, bought: readonly { lineId: string; quantity: number }[]): Promise<void>;
  /** The lines of an account that are stored, also the removed ones. */
  listStored(userId: number): Promise<CartLine[]>;
  /** Deletes lines that were removed before. */
  deleteRemovedBefore(before: Date): Promise<void>;
  /** Removes an erased account's cart. */
  removeOf(userId: number): Promise<void>;
  /** Removes guests' lines that were last changed before. */
  removeGuestLinesBefore(before: Date): Promise<void>;
}
