import { baseApi } from '#shared/api/base-api.ts';
import { queryOf } from '#shared/api/read.ts';
import { CATALOGUE_KINDS, type CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';
import { toMemberFacts, type MemberFacts, type WireMemberFacts } from './member-facts.ts';

interface MemberFactsArg {
  kind: CatalogueKind;
  id: number;
  /** Part of the cache key, so that no other user gets the entry. */
  userId: number;
  /** Finds the profile by its owner: one that waits for approval is hidden from everybody else. */
  isOwn?: true;
}

const memberFactsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Requested in the browser alone, for a member, and removed with the last screen that shows it. */
    memberFacts: build.query<MemberFacts | null, MemberFactsArg>({
      query: ({ kind, id, userId, isOwn }) => {
        // The service finds a hidden profile by this filter alone.
        const wanted = isOwn
          ? { 'filters[users_permissions_user][id][$eq]': userId }
          : { 'filters[id][$eq]': id, ...CATALOGUE_KINDS[kind].fixed };
        const query = queryOf({
          ...wanted,
          'pagination[pageSize]': 1,
          fields: ['Identifier', 'Price', 'contact'],
        });
        return `/${CATALOGUE_KINDS[kind].plural}?${query}`;
      },
      transformResponse: (body: WireMemberFacts, _meta, { id }) => toMemberFacts(body, id),
      providesTags: ['Member'],
      extraOptions: { auth: true },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useMemberFactsQuery } = memberFactsApi;
