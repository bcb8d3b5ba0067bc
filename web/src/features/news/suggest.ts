import { paths } from '../../shared/paths.ts';
import type { Read } from '../../shared/api/read.ts';

interface Suggested {
  id: number;
  label: string;
  slug: string;
}

interface WireSuggestions {
  data: { posts: Suggested[]; categories: Suggested[]; tags: Suggested[] };
}

export interface Option {
  label: string;
  path: string;
}

export interface OptionGroup {
  name: string;
  options: Option[];
}

/** Fewest letters that anything is suggested for. */
export const FEWEST_LETTERS = 2;

/** Places to go to for a text that is still being typed, group by group; groups with nothing are left out. */
export const suggestRead: Read<string, OptionGroup[], WireSuggestions> = {
  name: 'suggest',
  path: (text) => `/suggest?q=${encodeURIComponent(text)}`,
  view: ({ data: { posts, categories, tags } }) =>
    [
      { name: 'News', options: posts.map(({ label, slug }) => ({ label, path: paths.article(slug, null) })) },
      {
        name: 'Categories',
        options: categories.map(({ label, slug }) => ({ label, path: paths.category(slug) })),
      },
      { name: 'Tags', options: tags.map(({ label, slug }) => ({ label, path: paths.tag(slug) })) },
    ].filter(({ options }) => options.length > 0),
  empty: [],
};

/** The option after or before the active one; -1, the text itself, lies between the last and the first. */
export function moveActive(active: number, key: 'ArrowDown' | 'ArrowUp', count: number): number {
  const places = count + 1;
  const step = key === 'ArrowDown' ? 1 : -1;
  return ((active + 1 + step + places) % places) - 1;
}
