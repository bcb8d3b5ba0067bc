import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { publisherRead } from './publisher-reads.ts';

const publisherApi = baseApi.injectEndpoints({
  endpoints: (build) => ({ publisher: build.query(queryFor(publisherRead)) }),
});

export const { usePublisherQuery } = publisherApi;
