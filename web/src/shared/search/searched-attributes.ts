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

/** Words beyond these are one text, which bounds the conditions of a query. */
const MAX_WORDS = 4;
const QUOTED = /^["“„](.+)["”]$/;

/** Characters that a search compares: letters, digits, and the sign of a section. */
const COMPARED = /[\p{L}\p{N}§]/u;

/** The words of a search, which may be in any order; one text where it is in quotation marks. */
function wordsOf(search: string): string[] {
  const [, phrase] = QUOTED.exec(search) ?? [];
  if (phrase !== undefined) return [phrase.trim()];
  const words = search.split(/\s+/).filter((word) => word !== '');
  const last = words.slice(MAX_WORDS - 1).join(' ');
  return last === '' ? words : [...words.slice(0, MAX_WORDS - 1), last];
}

/**
 * Filter conditions below `at`: each word is in one of the attributes, as the site's search compares words. Punctuation alone finds
 * nothing, as in the search of the news.
 */
export function searchConditions(
  collection: keyof typeof SEARCHED_ATTRIBUTES,
  search: string,
  at = 'filters',
): Record<string, string> {
  if (!COMPARED.test(search)) return { [`${at}[id][$null]`]: 'true' };
  const words = wordsOf(search);
  return Object.fromEntries(
    words.flatMap((word, index) => {
      const group = words.length === 1 ? at : `${at}[$and][${index}]`;
      return SEARCHED_ATTRIBUTES[collection].map((path, number) => [
        `${group}[$or][${number}]${path}[$search]`,
        word,
      ]);
    }),
  );
}
