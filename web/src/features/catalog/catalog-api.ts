import { baseApi, queryFor } from '../../shared/api/base-api.ts';
import { itemOptionsRead, itemsRead, placesRead, siteConfigRead } from './catalog-reads.ts';

/** The catalogue's reads in the store. */
export const catalogApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    items: build.query(queryFor(itemsRead)),
    itemOptions: build.query(queryFor(itemOptionsRead)),
    places: build.query(queryFor(placesRead)),
    siteConfig: build.query(queryFor(siteConfigRead)),
  }),
});

export const { useItemsQuery, useItemOptionsQuery, usePlacesQuery, useSiteConfigQuery } = catalogApi;
