import type { WaitingMention } from '@vidhi/contracts/comments.ts';
import { baseApi, type ApiOptions } from '#shared/api/base-api.ts';

const AUTH: ApiOptions = { auth: true };

/** The comments that wait for this person. */
export const { useMentionsQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    mentions: build.query<readonly WaitingMention[], void>({
      query: () => '/posts/mentions',
      transformResponse: (body) => (body as { data: WaitingMention[] }).data,
      extraOptions: AUTH,
      providesTags: ['Member'],
    }),
  }),
});
