import type { Store } from './catalogue/stores.ts';

/** Where a search looks in each collection, as paths of attributes. */
export const SEARCHED_ATTRIBUTES = {
  posts: [
    '[title]',
    '[slug]',
    '[categories][slug]',
    '[categories][name]',
    '[categories][parent_category][slug]',
    '[categories][parent_category][name]',
  ],
  books: [
    '[Title]',
    '[Type]',
    '[publishers][name]',
    '[author_names][AuthorName]',
    '[PropertyList1][name]',
    '[Category][name]',
    '[Binding]',
  ],
  lawyers: [
    '[Title]',
    '[SubTitle]',
    '[PropertyList1][name]',
    '[PropertyList2][name]',
    '[Property1][name]',
    '[Property2][name]',
  ],
} as const;

/** What a word is looked for in. */
export type SearchKind = 'news' | Store;

/** Conditions of which one is enough: an attribute contains the text, in any case of letters. */
export const searchConditions = (
  collection: keyof typeof SEARCHED_ATTRIBUTES,
  search: string,
  at = 'filters[$or]',
): Record<string, string> =>
  Object.fromEntries(
    SEARCHED_ATTRIBUTES[collection].map((path, index) => [`${at}[${index}]${path}[$containsi]`, search]),
  );
