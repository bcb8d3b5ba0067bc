import { baseApi } from '#shared/api/base-api.ts';

/** Queries for the check of the order, without caches. */
export const orderCheckApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    currentBody: build.query<unknown, string>({ query: (url) => ({ url, cache: 'no-store' }) }),
  }),
});
