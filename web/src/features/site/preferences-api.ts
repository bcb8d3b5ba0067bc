import type { Attributes } from '@vidhi/collections/all.ts';
import type { Preferences } from '@vidhi/contracts/newsletter.ts';
import { baseApi } from '#shared/api/base-api.ts';
import { queryOf, type WireList } from '#shared/api/read.ts';
import type { CategoryChoice } from '#shared/forms/preference-ticks.tsx';
import { MENU_FILTERS } from '#shared/site/menu-filters.ts';
import type { SubscriptionLink } from './letters-api.ts';

const preferencesUrl = ({ subscriber, key }: SubscriptionLink): string =>
  `/subscriptions/preferences?${new URLSearchParams({ subscriber, key })}`;

/** The calls of the form with a reader's choice, apart from those that reading pages load. */
export const { useChoosePreferencesMutation, useNewsletterCategoriesQuery, useReadPreferencesQuery } =
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      readPreferences: build.query<Preferences, SubscriptionLink>({
        query: preferencesUrl,
        transformResponse: ({ data }: { data: Preferences }) => data,
        // The reader may have changed them elsewhere, and the next one at this browser has another link.
        keepUnusedDataFor: 0,
      }),
      choosePreferences: build.mutation<unknown, SubscriptionLink & { preferences: Preferences }>({
        query: ({ preferences, ...link }) => ({
          url: preferencesUrl(link),
          method: 'PUT',
          body: { data: preferences },
        }),
      }),
      /** The categories of the menu, among which a reader chooses. */
      newsletterCategories: build.query<CategoryChoice[], void>({
        query: () =>
          `/categories?${queryOf({
            ...MENU_FILTERS,
            sort: 'show_order:asc',
            fields: ['name', 'slug'],
            'pagination[pageSize]': 100,
          })}`,
        transformResponse: ({ data }: WireList<Attributes<'category'>>) =>
          data.flatMap(({ attributes: { slug, name } }) => (slug && name ? [{ slug, name }] : [])),
      }),
    }),
  });
