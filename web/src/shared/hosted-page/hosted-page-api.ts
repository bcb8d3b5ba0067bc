import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { hostedPageRead } from './hosted-page.ts';

export const { useHostedPageQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({ hostedPage: build.query(queryFor(hostedPageRead)) }),
});
