import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { queryOf, type QueryDefinition, type WireList } from '#shared/api/read.ts';
import { MENU_FILTERS } from '#shared/site/menu-filters.ts';
import { toLabels, type Label, type WireCategory } from './post.ts';

/** A category of the menu; `parent` is the slug of the category above it. */
export interface MenuCategory extends Label {
  parent?: string;
}

/** The categories of the menu: those with posts, in the editors' order. */
export const menuRead: QueryDefinition<void, MenuCategory[], WireList<WireCategory>> = {
  name: 'menu',
  shared: true,
  path: () =>
    `/categories?${queryOf({
      ...MENU_FILTERS,
      sort: 'show_order:asc',
      fields: ['name', 'title', 'slug'],
      'populate[parent_category][fields]': ['slug'],
      'pagination[pageSize]': 100,
    })}`,
  transform: toMenu,
  fallback: [],
};

function toMenu(list: WireList<WireCategory>): MenuCategory[] {
  return list.data.flatMap((entry) => {
    const [label] = toLabels({ data: [entry] });
    const parent = entry.attributes.parent_category?.data?.attributes.slug;
    return label === undefined ? [] : [{ ...label, ...(parent ? { parent } : {}) }];
  });
}

/** Apart from the other endpoints of the news, because the layout of every page has the menu. */
export const menuApi = baseApi.injectEndpoints({
  endpoints: (build) => ({ menu: build.query(queryFor(menuRead)) }),
});

export const { useMenuQuery } = menuApi;

export interface CategoryBranch extends Label {
  children: Label[];
}

/**
 * Returns the menu in two levels. A category whose parent is not in the menu is in the first level; third-level
 * categories are next to their parent in the second.
 */
export function categoryTree(menu: readonly MenuCategory[]): CategoryBranch[] {
  const bySlug = new Map(menu.map((category) => [category.slug, category]));
  const parentOf = ({ parent }: MenuCategory) => bySlug.get(parent ?? '');
  const branches = new Map<string, CategoryBranch>();
  const isChild = (category: MenuCategory) => parentOf(category) !== undefined;
  for (const { name, slug } of menu.filter((category) => !isChild(category)))
    branches.set(slug, { name, slug, children: [] });
  for (const category of menu.filter(isChild)) {
    const { name, slug } = category;
    const above = parentOf(category);
    const branch = branches.get(above?.slug ?? '') ?? branches.get(above?.parent ?? '');
    if (branch === undefined) branches.set(slug, { name, slug, children: [] });
    else branch.children.push({ name, slug });
  }
  return [...branches.values()];
}
