import type { Suggestion, SuggestResponse } from '@vidhi/contracts/suggestions.ts';
import { paths } from '#shared/routing/paths.ts';
import type { QueryDefinition } from '#shared/api/read.ts';
import { itemPath, CATALOGUE_KINDS, type CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';

export interface Option {
  label: string;
  path: string;
}

export interface OptionGroup {
  name: string;
  options: Option[];
}

/** Shorter texts get no suggestions. */
export const MIN_SUGGEST_LETTERS = 2;

const group = (
  name: string,
  suggested: readonly Suggestion[] | undefined,
  pathOf: (one: Suggestion) => string,
): OptionGroup => ({
  name,
  options: (suggested ?? []).map((one) => ({ label: one.label, path: pathOf(one) })),
});

const items = (kind: CatalogueKind, suggested: readonly Suggestion[] | undefined): OptionGroup =>
  group(CATALOGUE_KINDS[kind].label, suggested, ({ id, label }) => itemPath(kind, { id, title: label }));

/** Suggestions for a text, in groups; empty groups are left out. */
export const suggestRead: QueryDefinition<string, OptionGroup[], SuggestResponse> = {
  name: 'suggest',
  path: (text) => `/suggest?q=${encodeURIComponent(text)}`,
  transform: ({ data: { posts, categories, tags, authors, lawyers, firms, books } }) =>
    [
      group('News', posts, ({ slug }) => paths.article(slug, null)),
      group('Categories', categories, ({ slug }) => paths.category(slug)),
      group('Tags', tags, ({ slug }) => paths.tag(slug)),
      {
        name: 'Authors',
        options: (authors ?? []).map(({ id, label, slug }) => ({ label, path: paths.author(slug ?? id) })),
      },
      items('lawyers', lawyers),
      items('firms', firms),
      items('books', books),
    ].filter(({ options }) => options.length > 0),
  fallback: [],
};

/** Returns the index of the next or previous option, cyclic; -1, between last and first, is the typed text. */
export function moveActive(active: number, key: 'ArrowDown' | 'ArrowUp', count: number): number {
  const places = count + 1;
  const step = key === 'ArrowDown' ? 1 : -1;
  return ((active + 1 + step + places) % places) - 1;
}
