import { VIEW_REPEAT_HEADER } from '@vidhi/contracts/visitor-cookie.ts';
import { baseApi, queryFor } from '#shared/api/base-api.ts';
import {
  adsRead,
  articleRead,
  authorPostsRead,
  categoryRead,
  listRead,
  productsRead,
  recentRead,
  relatedRead,
  standfirstRead,
  tagRead,
} from './news-reads.ts';

/**
 * RTK Query endpoints of the feature `news`. Each has the name of its `QueryDefinition`, by which the store is hydrated
 * with the data of the document.
 */
export const newsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    category: build.query(queryFor(categoryRead)),
    tag: build.query(queryFor(tagRead)),
    standfirst: build.query(queryFor(standfirstRead)),
    list: build.query(queryFor(listRead)),
    authorPosts: build.query(queryFor(authorPostsRead)),
    recent: build.query(queryFor(recentRead)),
    article: build.query(queryFor(articleRead)),
    related: build.query(queryFor(relatedRead)),
    ads: build.query(queryFor(adsRead)),
    products: build.query(queryFor(productsRead)),
    /**
     * The server increments the count and ignores the number, which existing clients send. Resolves with whether the view
     * counts only when it is sent again, with the cookie that this one got.
     */
    countView: build.mutation<boolean, { id: number; views: number }>({
      query: ({ id, views }) => ({
        url: `/posts/${id}`,
        method: 'PUT',
        body: { data: { views_count: views } },
      }),
      transformResponse: (_data, meta) => meta?.response?.headers.has(VIEW_REPEAT_HEADER) === true,
    }),
  }),
});

export const {
  useCategoryQuery,
  useTagQuery,
  useStandfirstQuery,
  useListQuery,
  useAuthorPostsQuery,
  useRecentQuery,
  useArticleQuery,
  useRelatedQuery,
  useAdsQuery,
  useProductsQuery,
  useCountViewMutation,
} = newsApi;
