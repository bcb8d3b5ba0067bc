import { baseApi } from '#shared/api/base-api.ts';

/** What the check of the order compares, as the server sends it at this moment. */
export const orderCheckApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    currentBody: build.query<unknown, string>({ query: (url) => ({ url, cache: 'no-store' }) }),
  }),
});
