import { useFacetCountsQuery } from './catalog-api.ts';
import { facetArgOf, NO_COUNTS, type FacetCounts } from './facet-counts.ts';
import type { ListArg } from './list-path.ts';

/** Returns the facet counts of a list; those of the list before until they are loaded. */
export function useFacetCounts(list: ListArg): FacetCounts {
  const { currentData, data, isError } = useFacetCountsQuery(facetArgOf(list));
  return (isError ? currentData : data) ?? NO_COUNTS;
}
