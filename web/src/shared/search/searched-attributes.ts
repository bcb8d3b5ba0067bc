import type { CatalogueKind } from '../catalogue/catalogue-kind.ts';

/** The attributes that a search matches in each collection, as paths of a filter. */
export const SEARCHED_ATTRIBUTES = {
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

/** Target of a search: the news or a kind of catalogue item. */
export type SearchKind = 'news' | CatalogueKind;

/** Filter conditions, joined by `$or`: an attribute contains the text, ignoring case. */
export const searchConditions = (
  collection: keyof typeof SEARCHED_ATTRIBUTES,
  search: string,
  at = 'filters[$or]',
): Record<string, string> =>
  Object.fromEntries(
    SEARCHED_ATTRIBUTES[collection].map((path, index) => [`${at}[${index}]${path}[$containsi]`, search]),
  );
