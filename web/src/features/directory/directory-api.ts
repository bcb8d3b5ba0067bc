import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { directoryRead, practiceRead } from './directory-reads.ts';
import { neutralOrderRead } from './neutral-order.ts';

export const directoryApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    directory: build.query(queryFor(directoryRead)),
    practice: build.query(queryFor(practiceRead)),
    neutralOrder: build.query(queryFor(neutralOrderRead)),
  }),
});

export const { useDirectoryQuery, usePracticeQuery, useNeutralOrderQuery } = directoryApi;
