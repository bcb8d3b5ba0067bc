import type { Preferences } from '@vidhi/contracts/newsletter.ts';
import { baseApi } from '#shared/api/base-api.ts';
import { queryOf, type WireList } from '#shared/api/read.ts';
import type { SubscriptionLink } from './letters-api.ts';

const preferencesUrl = ({ subscriber, key }: SubscriptionLink): string =>
  `/subscriptions/preferences?${new URLSearchParams({ subscriber, key })}`;

interface WireCategory {
  slug: string | null;
  name: string | null;
}

/** The calls of the form with a reader's choice, apart from those that reading pages load. */
export const { useChoosePreferencesMutation, useNewsletterCategoriesQuery, useReadPreferencesQuery } =
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      readPreferences: build.query<Preferences, SubscriptionLink>({
        query: preferencesUrl,
        transformResponse: ({ data }: { data: Preferences }) => data,
      }),
      choosePreferences: build.mutation<unknown, SubscriptionLink & { preferences: Preferences }>({
        query: ({ preferences, ...link }) => ({
          url: preferencesUrl(link),
          method: 'PUT',
          body: { data: preferences },
        }),
      }),
      /** The categories of the menu, among which a reader chooses. */
      newsletterCategories: build.query<{ slug: string; name: string }[], void>({
        query: () =>
          `/categories?${queryOf({
            'filters[show_nav][$eq]': true,
            sort: 'show_order:asc',
            fields: ['name', 'slug'],
            'pagination[pageSize]': 100,
          })}`,
        transformResponse: ({ data }: WireList<WireCategory>) =>
          data.flatMap(({ attributes: { slug, name } }) => (slug && name ? [{ slug, name }] : [])),
      }),
    }),
  });
