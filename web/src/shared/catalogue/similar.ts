import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { queryOf, type QueryDefinition, type WireList } from '#shared/api/read.ts';
import { BOOK_CARD_QUERY, toBookCards, type BookCard, type WireBookCard } from './item-card.ts';

/** A row on wide screens. */
const MAX_SIMILAR = 6;

/** Books that others are to be similar to: their own ids, which are left out, and their categories. */
export interface SimilarArg {
  ids: readonly number[];
  categories: readonly number[];
}

/** Other books of the same categories. */
export const similarRead: QueryDefinition<SimilarArg, BookCard[], WireList<WireBookCard>> = {
  name: 'similarBooks',
  path: ({ ids, categories }) =>
    `/books?${queryOf({
      ...(ids.length === 1
        ? { 'filters[id][$ne]': ids[0] ?? 0 }
        : { 'filters[id][$notIn]': ids.map(String) }),
      'filters[Category][id][$in]': categories.map(String),
      sort: 'id:desc',
      'pagination[pageSize]': MAX_SIMILAR,
      ...BOOK_CARD_QUERY,
    })}`,
  transform: (list) => toBookCards(list).slice(0, MAX_SIMILAR),
  fallback: [],
};

const similarApi = baseApi.injectEndpoints({
  endpoints: (build) => ({ similarBooks: build.query(queryFor(similarRead)) }),
});

export const { useSimilarBooksQuery } = similarApi;
