import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { correctionsRead } from './corrections-read.ts';

/** The query of the list of corrections, apart from those that the pages of articles load. */
export const { useCorrectionsQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({ corrections: build.query(queryFor(correctionsRead)) }),
});
