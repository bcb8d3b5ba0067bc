import { useFacetCountsQuery } from './catalog-api.ts';
import { facetArgOf, NO_COUNTS, type FacetCounts } from './facet-counts.ts';
import type { ListArg } from './filters.ts';

/** What each option would leave. The counts of the list before stay until those of this one are there. */
export function useFacetCounts(list: ListArg): FacetCounts {
  const { currentData, data, isError } = useFacetCountsQuery(facetArgOf(list));
  return (isError ? currentData : data) ?? NO_COUNTS;
}
