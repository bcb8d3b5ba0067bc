import { baseApi, queryFor } from '../../../shared/api/base-api.ts';
import { queryOf } from '../../../shared/api/read.ts';
import { endSession, readSession } from '../../../shared/session.ts';
import { STORES, type Store } from '../../../shared/stores.ts';
import { itemRead, similarRead } from './item-reads.ts';
import { toMemberFacts, type MemberFacts } from './member-facts.ts';

export interface MemberFactsArg {
  store: Store;
  id: number;
  /** Whose answer it is: nobody else's is ever taken for it. */
  userId: number;
}

const UNAUTHORIZED = 401;

export const itemApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    item: build.query(queryFor(itemRead)),
    similarBooks: build.query(queryFor(similarRead)),
    /** Asked only in the browser, by somebody signed in, and forgotten with the last screen that shows it. */
    memberFacts: build.query<MemberFacts | null, MemberFactsArg>({
      query: ({ store, id }) => ({
        url: `/${STORES[store].plural}?${queryOf({
          'filters[id][$eq]': id,
          ...STORES[store].fixed,
          'pagination[pageSize]': 1,
          fields: ['Identifier', 'Price', 'contact'],
        })}`,
        headers: { authorization: `Bearer ${readSession()?.token ?? ''}` },
      }),
      transformResponse: toMemberFacts,
      keepUnusedDataFor: 0,
      onQueryStarted: async (_arg, { queryFulfilled }) => {
        const asking = readSession();
        try {
          await queryFulfilled;
        } catch (problem) {
          if (statusOf(problem) === UNAUTHORIZED && readSession() === asking) endSession();
        }
      },
    }),
  }),
});

function statusOf(problem: unknown): unknown {
  const error = typeof problem === 'object' && problem !== null && 'error' in problem ? problem.error : null;
  return typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
}

export const { useItemQuery, useSimilarBooksQuery, useMemberFactsQuery } = itemApi;
