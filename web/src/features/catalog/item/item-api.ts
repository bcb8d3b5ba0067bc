import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { itemRead } from './item-reads.ts';

export const itemApi = baseApi.injectEndpoints({
  endpoints: (build) => ({ item: build.query(queryFor(itemRead)) }),
});

export const { useItemQuery } = itemApi;
