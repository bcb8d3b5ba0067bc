import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { facetCountsRead, itemOptionsRead, itemsRead, placesRead } from './catalog-reads.ts';

/** The endpoints of the catalogue. */
export const catalogApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    items: build.query(queryFor(itemsRead)),
    itemOptions: build.query(queryFor(itemOptionsRead)),
    facetCounts: build.query(queryFor(facetCountsRead)),
    places: build.query(queryFor(placesRead)),
  }),
});

export const { useItemsQuery, useItemOptionsQuery, useFacetCountsQuery, usePlacesQuery } = catalogApi;
