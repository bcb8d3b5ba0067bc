import { wholeText } from '../text/whole-text.ts';

/** The paths of the news pages. */
export const paths = {
  home: () => '/',
  category: (slug: string, page = 1) => withPage(`/news/${encodeURIComponent(slug)}`, page),
  tag: (slug: string, page = 1) => withPage(`/tags/${encodeURIComponent(slug)}`, page),
  search: (text: string, page = 1) => {
    const query = new URLSearchParams({ q: text });
    if (page > 1) query.set('page', String(page));
    return `/search?${query}`;
  },
  author: (key: number | string, page = 1) =>
    page > 1 ? `/search?author=${key}&page=${page}` : `/search?author=${key}`,
  saved: () => '/saved',
  article: (slug: string, category: string | null) =>
    category === null
      ? `/${encodeURIComponent(slug)}`
      : `/${encodeURIComponent(category)}/${encodeURIComponent(slug)}`,
} as const;

const withPage = (path: string, page: number): string => (page > 1 ? `${path}?page=${page}` : path);

const MAX_SEARCH_LENGTH = 200;

/** Returns the search text of a query string, cut to the maximum length of the search field. */
export const searchFrom = (query: URLSearchParams): string =>
  wholeText((query.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH)).trim();

/** Returns the author of a query string: the id of an account or a slug; null where there is none or it is invalid. */
export function authorFrom(query: URLSearchParams): string | null {
  const text = query.get('author') ?? '';
  return /^[1-9a-z][\da-z-]{0,119}$/.test(text) ? text : null;
}

/** Returns the page number of a query string; 1 where there is none or it is invalid. */
export function pageFrom(query: URLSearchParams): number {
  const text = query.get('page') ?? '1';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
