import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { publisherCollection } from '@vidhi/collections/catalog/book-lists.ts';
import { unitPaise } from '@vidhi/contracts/book-price.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { bookCollection } from './catalogue-collections.ts';

const bookOf = (model: ReadModel, id: number) => documentsOf(model, bookCollection).get(id);

/** A book at the prices of the moment, of one copy before and after the discount. */
export interface PricedBook {
  title: string;
  listPaise: number;
  unitPaise: number;
}

/** Returns a book at its prices; null for one that is withdrawn or has none. */
export function priceOf(model: ReadModel, bookId: number): PricedBook | null {
  const book = bookOf(model, bookId);
  if (book === undefined) return null;
  const listPaise = unitPaise(book.Price, null);
  const paise = unitPaise(book.Price, book.discount);
  return listPaise === null || paise === null
    ? null
    : { title: book.Title ?? '', listPaise, unitPaise: paise };
}

/** Returns whether a book is hidden: the shop does not sell it online. */
export const isHidden = (model: ReadModel, bookId: number): boolean =>
  bookOf(model, bookId)?.is_hidden === true;

/** URL of a book's picture; null without one. */
export function pictureUrlOf(model: ReadModel, bookId: number): string | null {
  const picture = bookOf(model, bookId)?.PrimaryImageId ?? null;
  return picture === null ? null : (documentsOf(model, fileCollection).get(picture)?.url ?? null);
}

/** Returns the ISBN of a book as it is written; null without one. */
export const isbnOf = (model: ReadModel, bookId: number): string | null =>
  bookOf(model, bookId)?.ISBN || null;

/** Returns the names of a book's publishers; null without one. */
export function publisherOf(model: ReadModel, bookId: number): string | null {
  const publishers = documentsOf(model, publisherCollection);
  const names = (bookOf(model, bookId)?.publishers ?? []).flatMap((id) => publishers.get(id)?.name ?? []);
  return names.length === 0 ? null : names.join(', ');
}

/** Returns every book that is for sale, by its title, ISBN and prices. */
export const listBooks = (model: ReadModel) =>
  documentsOf(model, bookCollection)
    .list()
    .map(({ id, Title: title, ISBN: isbn, Price, discount }) => ({
      id,
      title: title ?? '',
      isbn: isbn || null,
      list_paise: unitPaise(Price, null),
      unit_paise: unitPaise(Price, discount),
    }));
