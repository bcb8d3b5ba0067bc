import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { homeRead } from './home-read.ts';

/** The query of the front page, apart from the others, which the pages of articles load too. */
export const { useHomeQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({ home: build.query(queryFor(homeRead)) }),
});
