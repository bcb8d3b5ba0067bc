import type { SavedArticles } from '@vidhi/contracts/account-responses.ts';
import { baseApi } from '#shared/api/base-api.ts';
import { readSaved, toggleSaved, type SavedArticle } from './saved-articles.ts';

const URL = '/users/me/saved-articles';

const toArticles = ({ articles }: SavedArticles): readonly SavedArticle[] => articles;

/** Removes articles from this device, except those that another tab has removed meanwhile. */
function removeFromDevice(articles: readonly SavedArticle[]): void {
  for (const article of articles)
    if (readSaved().some(({ path }) => path === article.path)) toggleSaved(article);
}

/** The saved articles of the account that is logged in. Every response is the whole list, last saved first. */
export const savedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Articles that were saved on this device become those of the account. They are removed from the device after the
     * account has them, so that an interrupted request is repeated.
     */
    savedArticles: build.query<readonly SavedArticle[], void>({
      queryFn: async (_arg, _api, _options, call) => {
        const ofDevice = readSaved();
        if (ofDevice.length > 0) {
          const { data } = await call({ url: URL, method: 'POST', body: { articles: ofDevice } });
          if (data !== undefined) {
            removeFromDevice(ofDevice);
            return { data: toArticles(data as SavedArticles) };
          }
        }
        const { data, error } = await call(URL);
        return error === undefined ? { data: toArticles(data as SavedArticles) } : { error };
      },
      providesTags: ['Member'],
      extraOptions: { auth: true },
    }),
    /** Saves an article in the account, or removes it there. */
    setSaved: build.mutation<readonly SavedArticle[], { article: SavedArticle; isSaved: boolean }>({
      query: ({ article, isSaved }) =>
        isSaved
          ? { url: URL, method: 'POST', body: { articles: [article] } }
          : { url: `${URL}?path=${encodeURIComponent(article.path)}`, method: 'DELETE' },
      transformResponse: toArticles,
      onQueryStarted: async (_change, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data !== undefined) dispatch(savedApi.util.upsertQueryData('savedArticles', undefined, data));
      },
      extraOptions: { auth: true },
    }),
  }),
});

export const { useSavedArticlesQuery, useSetSavedMutation } = savedApi;
