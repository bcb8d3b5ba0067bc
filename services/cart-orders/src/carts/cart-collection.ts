import {
  optional,
  required,
  requiredOrNull,
  storedCollection,
  valueOf,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';
import type { CartOwner } from './cart-line.ts';

export const CART_LINES = storedCollection(
  'cart_lines',
  {
    _id: required(Number),
    owner: required(valueOf<CartOwner>()),
    userId: requiredOrNull(Number),
    bookId: required(Number),
    quantity: required(Number),
    batchId: requiredOrNull(String),
    batches: required([String]),
    createdAt: required(Date),
    updatedAt: required(Date),
    /** Differs between lines that follow one another under the same cart and book. */
    lineId: required(String),
    /** Incremented by every write of its copies: the revision that a checkout has is the one that can be restored. */
    rev: required(Number),
    /** Time of the last checkout that had it. */
    checkedOutAt: optional(Date),
    /** In a removed line: the cart that it is restored to. */
    removedFrom: optional(valueOf<CartOwner>()),
    removedAt: optional(Date),
    /** In a guest's line: the account whose cart it is moved into. From then on it belongs to no guest. */
    mergingInto: optional(Number),
    /** In an account's line: the guests' lines that were added to it, the newest ones. */
    mergedLines: optional([String]),
    /** In an account's line: the Batch_ids of these. */
    mergedBatches: optional([String]),
    /** Purchases whose copies were taken out, the newest ones. */
    appliedPurchases: optional([String]),
  },
  [
    // Holds one line for each cart and book.
    { fields: { owner: 1, bookId: 1 }, unique: true },
    { fields: { lineId: 1 }, unique: true },
    { fields: { mergingInto: 1 }, sparse: true },
    { fields: { mergedLines: 1 }, sparse: true },
    { fields: { updatedAt: 1 } },
    { fields: { removedFrom: 1 }, sparse: true },
    { fields: { removedAt: 1 }, sparse: true },
  ],
);
export type CartLineDocument = StoredDocument<typeof CART_LINES>;

/** The ids of lines that were imported, whatever became of them. */
export const IMPORTED_CART_LINES = storedCollection('imported_cart_lines', { _id: required(Number) });
