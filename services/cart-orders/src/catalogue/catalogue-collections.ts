import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { cartCollection } from '@vidhi/collections/cart-orders/cart.ts';
import {
  authorCollection,
  bookTagCollection,
  catelogCategoryCollection,
  publisherCollection,
} from '@vidhi/collections/catalog/book-lists.ts';
import * as catalog from '@vidhi/collections/catalog/book.ts';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { publicCopyOf } from '@vidhi/collections/declaration.ts';
import type { Collection } from '@vidhi/content-engine';

const publicBook = publicCopyOf(catalog.bookCollection);
const { is_hidden } = catalog.bookCollection.attributes;

/** A book, as catalog publishes it: what a cart line shows of it, its price, and whether it is hidden and not for sale. */
export const bookCollection = {
  ...publicBook,
  hiddenBy: catalog.bookCollection.hiddenBy,
  attributes: { ...publicBook.attributes, is_hidden },
};

/** Collections of catalog and accounts that this service keeps copies of. */
export const copiedCollections: readonly Collection[] = [
  publicCopyOf(authorCollection),
  publicCopyOf(publisherCollection),
  publicCopyOf(catelogCategoryCollection),
  publicCopyOf(bookTagCollection),
  bookCollection,
  fileCollection,
  userCollection,
];

/** The collections of the model. It holds no cart lines: `carts/cart-view.ts` adds those of one request. */
export const modelCollections: readonly Collection[] = [...copiedCollections, cartCollection];
