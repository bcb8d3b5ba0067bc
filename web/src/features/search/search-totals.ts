import { baseApi, queryFor } from '../../shared/api/base-api.ts';
import type { Read, WireList } from '../../shared/api/read.ts';
import { STORES, type Store } from '../../shared/stores.ts';
import { totalPath } from '../catalog/item-query.ts';
import { totalQuery } from '../news/post-query.ts';

/** What a word is looked for in. */
export type SearchKind = 'news' | Store;

export const SEARCH_KINDS: readonly SearchKind[] = ['news', 'books', 'lawyers', 'firms'];

export const searchKindLabel = (kind: SearchKind): string => (kind === 'news' ? 'News' : STORES[kind].label);

export interface SearchTotalArg {
  kind: SearchKind;
  search: string;
}

/** How much of a kind a word finds; null where that is not known. */
export const searchTotalRead: Read<SearchTotalArg, number | null, WireList<object>> = {
  name: 'searchTotal',
  path: ({ kind, search }) =>
    kind === 'news' ? `/posts?${totalQuery(search)}` : totalPath({ store: kind, search, chosen: {} }),
  view: ({ meta }) => meta?.pagination?.total ?? null,
  empty: null,
};

export const { useSearchTotalQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({ searchTotal: build.query(queryFor(searchTotalRead)) }),
});

type Reader = (read: typeof searchTotalRead, arg: SearchTotalArg) => Promise<unknown>;

/** Makes the reads of the tabs beside the current one. */
export async function loadSearchTotals(current: SearchKind, search: string, read: Reader): Promise<void> {
  if (search === '') return;
  const others = SEARCH_KINDS.filter((kind) => kind !== current);
  await Promise.all(others.map((kind) => read(searchTotalRead, { kind, search })));
}
