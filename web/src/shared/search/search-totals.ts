import type { Attributes } from '@vidhi/collections/all.ts';
import { baseApi, queryFor } from '../api/base-api.ts';
import { queryOf, type QueryDefinition, type WireList } from '../api/read.ts';
import { searchConditions, type SearchKind } from './searched-attributes.ts';
import { CATALOGUE_KINDS } from '../catalogue/catalogue-kind.ts';

export const SEARCH_KINDS: readonly SearchKind[] = ['news', 'books', 'lawyers', 'firms'];

export const searchKindLabel = (kind: SearchKind): string =>
  kind === 'news' ? 'News' : CATALOGUE_KINDS[kind].label;

export interface SearchTotalArg {
  kind: SearchKind;
  search: string;
}

/** The number of results of a search, null when the request failed, and the first books, lawyers or firms. */
export interface SearchTotal {
  total: number | null;
  first: { id: number; title: string }[];
}

const FIRST = 2;

type WireFirst = WireList<Pick<Attributes<'book'>, 'Title'>>;

export const searchTotalRead: QueryDefinition<SearchTotalArg, SearchTotal, WireFirst> = {
  name: 'searchTotal',
  path: ({ kind, search }) => {
    if (kind === 'news') return `/posts/search?${queryOf({ q: search, fields: ['id'] })}`;
    const { plural, fixed } = CATALOGUE_KINDS[kind];
    const first = { 'pagination[page]': 1, 'pagination[pageSize]': FIRST, fields: ['id', 'Title'] };
    const sort = kind === 'books' ? 'id:desc' : 'neutral';
    return `/${plural}?${queryOf({ ...fixed, ...searchConditions(plural, search), sort, ...first })}`;
  },
  transform: ({ data, meta }) => ({
    total: meta?.pagination?.total ?? null,
    first: data.flatMap(({ id, attributes: { Title: title } }) => (title ? [{ id, title }] : [])),
  }),
  fallback: { total: null, first: [] },
};

export const { useSearchTotalQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({ searchTotal: build.query(queryFor(searchTotalRead)) }),
});

type Reader = (read: typeof searchTotalRead, arg: SearchTotalArg) => Promise<unknown>;

/** Loads the totals of the search tabs other than the current one, which has its own list. */
export async function loadSearchTotals(current: SearchKind, search: string, read: Reader): Promise<void> {
  if (search === '') return;
  const others = SEARCH_KINDS.filter((kind) => kind !== current);
  await Promise.all(others.map((kind) => read(searchTotalRead, { kind, search })));
}
