import { useState } from 'react';
import { usualDiscountOf } from '@vidhi/contracts/book-offer.ts';
import { fetchAll } from '../batches/fetch-all.ts';
import type { ListQuery } from '../kit/source.ts';
import { AUTHORS, bookApi, CATEGORIES, PUBLISHERS, type BookRow } from './book-api.ts';
import type { Shelf, StoredBook } from './plan-import.ts';

const names = <Row>(rows: readonly Row[] | undefined, nameOf: (row: Row) => string): string[] =>
  (rows ?? []).map(nameOf);

/** Returns a book as imports and changes of prices compare it. */
export const toStoredBook = (row: BookRow): StoredBook => ({
  id: row.id,
  values: {
    title: row.Title ?? null,
    subtitle: row.SubTitle ?? null,
    isbn: row.ISBN ?? null,
    edition: row.Edition ?? null,
    pages: row.Pages ?? null,
    binding: row.Binding ?? null,
    type: row.Type ?? null,
    price: row.Price ?? null,
    discount: usualDiscountOf(row) || null,
    'short description': row.ShortDescription ?? null,
    hidden: row.is_hidden === true ? true : null,
  },
  lists: {
    authors: names(row.author_names, AUTHORS.nameOf),
    publishers: names(row.publishers, PUBLISHERS.nameOf),
    categories: names(row.Category, CATEGORIES.nameOf),
  },
});

/** Returns functions that request every book, and the names of their lists. They reject with a `Problem`. */
export function useShelf() {
  const books = bookApi.useFetchPage();
  const authors = AUTHORS.api.useFetchPage();
  const publishers = PUBLISHERS.api.useFetchPage();
  const categories = CATEGORIES.api.useFetchPage();
  const [isLoading, setLoading] = useState(false);
  async function loading<Result>(load: () => Promise<Result>): Promise<Result> {
    setLoading(true);
    try {
      return await load();
    } finally {
      setLoading(false);
    }
  }
  return {
    isLoading,
    loadBooks: async (query?: Partial<ListQuery>): Promise<BookRow[]> =>
      loading(async () => fetchAll(books, query)),
    loadShelf: async (): Promise<Shelf> =>
      loading(async () => {
        const [rows, writers, houses, groups] = [
          await fetchAll(books),
          await fetchAll(authors),
          await fetchAll(publishers),
          await fetchAll(categories),
        ];
        return {
          books: rows.map(toStoredBook),
          names: {
            authors: names(writers, AUTHORS.nameOf),
            publishers: names(houses, PUBLISHERS.nameOf),
            categories: names(groups, CATEGORIES.nameOf),
          },
        };
      }),
  };
}
