import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { queryOf } from '#shared/api/read.ts';
import { STORES, type Store } from '#shared/catalogue/stores.ts';
import { itemRead, similarRead } from './item-reads.ts';
import { toMemberFacts, type MemberFacts, type WireMemberFacts } from './member-facts.ts';

export interface MemberFactsArg {
  store: Store;
  id: number;
  /** Whose answer it is: nobody else's is ever taken for it. */
  userId: number;
}

export const itemApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    item: build.query(queryFor(itemRead)),
    similarBooks: build.query(queryFor(similarRead)),
    /** Asked only in the browser, by somebody signed in, and forgotten with the last screen that shows it. */
    memberFacts: build.query<MemberFacts | null, MemberFactsArg>({
      queryFn: async ({ store, id }, _api, _extra, call) => {
        const query = queryOf({
          'filters[id][$eq]': id,
          ...STORES[store].fixed,
          'pagination[pageSize]': 1,
          fields: ['Identifier', 'Price', 'contact'],
        });
        const { callAsMember } = await import('#shared/api/member-call.ts');
        const result = await callAsMember({ url: `/${STORES[store].plural}?${query}` }, call);
        return result.error === undefined
          ? { data: toMemberFacts(result.data as WireMemberFacts) }
          : { error: result.error };
      },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useItemQuery, useSimilarBooksQuery, useMemberFactsQuery } = itemApi;
