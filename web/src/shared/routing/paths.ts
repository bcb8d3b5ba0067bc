import { RESERVED_SEGMENTS } from '@vidhi/contracts/reserved-segments.ts';
import { wholeText } from '../text/whole-text.ts';

/** Every address of the reading pages, as a function. */
export const paths = {
  home: () => '/',
  category: (slug: string, page = 1) => withPage(`/news/${encodeURIComponent(slug)}`, page),
  tag: (slug: string, page = 1) => withPage(`/tags/${encodeURIComponent(slug)}`, page),
  search: (text: string, page = 1) => {
    const query = new URLSearchParams({ q: text });
    if (page > 1) query.set('page', String(page));
    return `/search?${query}`;
  },
  author: (id: number, page = 1) => (page > 1 ? `/search?author=${id}&page=${page}` : `/search?author=${id}`),
  saved: () => '/saved',
  article: (slug: string, category: string | null) =>
    category === null
      ? `/${encodeURIComponent(slug)}`
      : `/${encodeURIComponent(category)}/${encodeURIComponent(slug)}`,
} as const;

const withPage = (path: string, page: number): string => (page > 1 ? `${path}?page=${page}` : path);

/** Whether an address may name an article or a hosted page at all. */
export const isSlugPath = (firstSegment: string): boolean => !RESERVED_SEGMENTS.has(firstSegment);

const MAX_SEARCH_LENGTH = 200;

/** The words that an address searches for, no more of them than a field takes. */
export const searchFrom = (query: URLSearchParams): string =>
  wholeText((query.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH)).trim();

/** The author whose articles an address asks for; null where it names none. */
export function authorFrom(query: URLSearchParams): number | null {
  const text = query.get('author') ?? '';
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** A page number from a query, 1 for anything that is none. */
export function pageFrom(query: URLSearchParams): number {
  const text = query.get('page') ?? '1';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
