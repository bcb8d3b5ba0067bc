import { baseApi, queryFor } from '../../shared/api/base-api.ts';
import { queryOf, type Read, type WireList } from '../../shared/api/read.ts';
import { toLabels, type Label, type WireCategory } from './post.ts';

/** A category of the menu; `parent` is the slug of the category above it. */
export interface MenuCategory extends Label {
  parent?: string;
}

/** Categories that the menu shows: those with posts, in their own order. */
export const menuRead: Read<void, MenuCategory[], WireList<WireCategory>> = {
  name: 'menu',
  path: () =>
    `/categories?${queryOf({
      'filters[show_nav][$eq]': true,
      'filters[posts][id][$notNull]': true,
      sort: 'show_order:asc',
      fields: ['name', 'title', 'slug'],
      'populate[parent_category][fields]': ['slug'],
      'pagination[pageSize]': 100,
    })}`,
  view: toMenu,
  empty: [],
};

function toMenu(list: WireList<WireCategory>): MenuCategory[] {
  return list.data.flatMap((entry) => {
    const [label] = toLabels({ data: [entry] });
    const parent = entry.attributes.parent_category?.data?.attributes.slug;
    return label === undefined ? [] : [{ ...label, ...(parent ? { parent } : {}) }];
  });
}

/** The menu stands on every page of the site: apart from the other news reads, which few need. */
export const menuApi = baseApi.injectEndpoints({
  endpoints: (build) => ({ menu: build.query(queryFor(menuRead)) }),
});

export const { useMenuQuery } = menuApi;

export interface CategoryBranch extends Label {
  children: Label[];
}

/**
 * The menu in two levels. A category whose parent the menu does not show stands in the first; one of the third level
 * stands beside its parent.
 */
export function categoryTree(menu: readonly MenuCategory[]): CategoryBranch[] {
  const bySlug = new Map(menu.map((category) => [category.slug, category]));
  const branches = new Map<string, CategoryBranch>();
  const children: [root: string, child: Label][] = [];
  for (const category of menu) {
    const { name, slug } = category;
    const root = rootOf(category, bySlug);
    if (root === slug) branches.set(slug, { name, slug, children: [] });
    else children.push([root, { name, slug }]);
  }
  for (const [root, child] of children) branches.get(root)?.children.push(child);
  return [...branches.values()];
}

/** Slug of the highest category above one; its own where parents name each other. */
function rootOf(category: MenuCategory, bySlug: ReadonlyMap<string, MenuCategory>): string {
  const seen = new Set<string>();
  let current = category;
  while (!seen.has(current.slug)) {
    seen.add(current.slug);
    const above = bySlug.get(current.parent ?? '');
    if (above === undefined) return current.slug;
    current = above;
  }
  return category.slug;
}
