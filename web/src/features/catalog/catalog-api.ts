import { baseApi, queryFor } from '../../shared/api/base-api.ts';
import { itemOptionsRead, itemsRead, placesRead } from './catalog-reads.ts';

/** The catalogue's reads in the store. */
export const catalogApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    items: build.query(queryFor(itemsRead)),
    itemOptions: build.query(queryFor(itemOptionsRead)),
    places: build.query(queryFor(placesRead)),
  }),
});

export const { useItemsQuery, useItemOptionsQuery, usePlacesQuery } = catalogApi;
