import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { newsletterRead, newslettersRead } from './archive-reads.ts';

/** The queries of the archive, apart from those that other pages load. */
export const { useNewsletterQuery, useNewslettersQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    newsletters: build.query(queryFor(newslettersRead)),
    newsletter: build.query(queryFor(newsletterRead)),
  }),
});
