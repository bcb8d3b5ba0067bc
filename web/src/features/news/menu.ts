import { baseApi, queryFor } from '../../shared/api/base-api.ts';
import { queryOf, type Read, type WireList } from '../../shared/api/read.ts';
import { toLabels, type Label, type WireCategory } from './post.ts';

/** Categories that the menu shows: those with posts, in their own order. */
export const menuRead: Read<void, Label[], WireList<WireCategory>> = {
  name: 'menu',
  path: () =>
    `/categories?${queryOf({
      'filters[show_nav][$eq]': true,
      'filters[posts][id][$notNull]': true,
      sort: 'show_order:asc',
      fields: ['name', 'title', 'slug'],
      'pagination[pageSize]': 100,
    })}`,
  view: toLabels,
  empty: [],
};

/** The menu stands on every page of the site: apart from the other news reads, which few need. */
export const menuApi = baseApi.injectEndpoints({
  endpoints: (build) => ({ menu: build.query(queryFor(menuRead)) }),
});

export const { useMenuQuery } = menuApi;
