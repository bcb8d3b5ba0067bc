import type { PictureUsage as Usage, PictureUsageResponse } from '@vidhi/contracts/picture-usage.ts';
import { baseApi } from '#shared/api/base-api.ts';
import type { Problem } from '#shared/api/problem.ts';

export interface PictureUsage {
  used: readonly Usage[];
  /** False where some texts could not be searched: there may be more. */
  isComplete: boolean;
}

/** Each service knows its own documents. */
const PLACES = ['/posts/picture-usage', '/upload/usage'] as const;
const FORBIDDEN = 403;

const usageApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    pictureUsage: build.query<PictureUsage, number>({
      queryFn: async (id, _api, _options, call) => {
        const found: PictureUsage = { used: [], isComplete: true };
        for (const place of PLACES) {
          const result = await call(`${place}?id=${id}`);
          const error = result.error as Problem | undefined;
          // Staff of another desk see the documents of theirs.
          if (error?.status === FORBIDDEN) found.isComplete = false;
          else if (error !== undefined) return { error };
          else {
            const { data, meta } = result.data as PictureUsageResponse;
            found.used = [...found.used, ...data];
            found.isComplete &&= meta.complete;
          }
        }
        return { data: found };
      },
      extraOptions: { auth: true },
      providesTags: ['Member'],
    }),
  }),
});

export const { usePictureUsageQuery } = usageApi;

/** Pages of the console by the collections of the API. */
const PAGES: Readonly<Record<string, string>> = {
  posts: '/console/posts',
  categories: '/console/categories',
  'site-ads': '/console/ads',
  products: '/console/slider',
  'hosted-pages': '/console/pages',
  'news-authors': '/console/authors',
  books: '/console/books',
  lawyers: '/console/profiles',
};
/** Collections of one document: its name, and its page, which has no id. */
const SINGLES: Readonly<Record<string, { name: string; page: string }>> = {
  'site-options': { name: 'Settings of the site', page: '/console/settings' },
  'site-settings': { name: 'Settings of the site', page: '/console/settings' },
};

export const pageOf = ({ collection, id }: Usage): string | null =>
  SINGLES[collection]?.page ?? (PAGES[collection] === undefined ? null : `${PAGES[collection]}/${id}`);

/** Returns the name of a document that shows a file. */
export const placeName = ({ collection, id, title }: Usage): string =>
  title || (SINGLES[collection]?.name ?? `${collection} ${id}`);

const PARTS: Readonly<Record<string, string>> = {
  image: 'picture',
  picture: 'picture',
  PrimaryImageId: 'picture',
  SecondaryImageIds: 'further pictures',
  content: 'text',
  judgment_document: 'judgment',
  logo: 'logo',
  logo_dark: 'logo on dark pages',
  site_icon: 'icon of the site',
  share_picture: 'picture of shared links',
};

/** Returns the part of a document in which it shows a file. */
export const partName = ({ attribute }: Usage): string => PARTS[attribute] ?? attribute;
