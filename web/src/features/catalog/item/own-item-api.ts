import { baseApi } from '#shared/api/base-api.ts';
import { queryOf, type WireList } from '#shared/api/read.ts';
import type { CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';
import { PROFILE_QUERY } from './item-reads.ts';
import { toProfileItem, type CatalogItem, type WireProfile } from './item.ts';

interface OwnItemArg {
  kind: Exclude<CatalogueKind, 'books'>;
  userId: number;
}

const ownItemApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The profile of the logged-in lawyer or firm as others will see it, also while it is hidden from them. */
    ownItem: build.query<CatalogItem | null, OwnItemArg>({
      query: ({ userId }) =>
        `/lawyers?${queryOf({ 'filters[users_permissions_user][id][$eq]': userId, ...PROFILE_QUERY })}`,
      transformResponse: ({ data: [entry] }: WireList<WireProfile>, _meta, { kind }) =>
        entry === undefined ? null : toProfileItem(entry, kind),
      providesTags: ['Member', 'Profile'],
      extraOptions: { auth: true },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useOwnItemQuery } = ownItemApi;
