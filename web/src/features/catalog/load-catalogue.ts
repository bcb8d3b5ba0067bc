import type { QueryDefinition } from '#shared/api/read.ts';
import { facetCountsRead, itemOptionsRead, itemsRead, placesRead, type ItemPage } from './catalog-reads.ts';
import { loadSearchTotals } from '#shared/search/search-totals.ts';
import { facetArgOf } from './facet-counts.ts';
import { filterNamesOf, type ListArg } from './list-path.ts';

type Reader = <Arg, View, Wire>(
  read: QueryDefinition<Arg, View, Wire>,
  arg: Arg,
) => Promise<{ ok: true; value: View } | { ok: false }>;

/** Loads the data of a catalogue list. */
export async function loadCatalogue(list: ListArg, read: Reader): Promise<'found' | 'pastEnd' | 'failed'> {
  const { kind, page } = list;
  const [items] = await Promise.all([
    read(itemsRead, list),
    read(facetCountsRead, facetArgOf(list)),
    loadSearchTotals(kind, list.search, read),
    ...(kind === 'books' ? [] : [read(placesRead, kind)]),
    ...filterNamesOf(kind).map((name) =>
      name === 'state' || name === 'city' ? null : read(itemOptionsRead, { kind, name }),
    ),
  ]);
  if (!items.ok) return 'failed';
  return isPastEnd(page, items.value) ? 'pastEnd' : 'found';
}

const isPastEnd = (page: number, { total, pageCount }: ItemPage): boolean =>
  page > 1 && total > 0 && page > pageCount;
