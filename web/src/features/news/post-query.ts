import { queryOf } from '#shared/api/read.ts';
import { PICTURE_FIELDS, SHARED_PICTURE_FIELDS } from '#shared/picture/picture.ts';

/** Fields and relations of a card, without the text of the post. */
const CARD = {
  fields: ['title', 'slug', 'publish_date', 'publishedAt', 'youtube', 'language'],
  'populate[image][fields]': PICTURE_FIELDS,
  'populate[categories][fields]': ['name', 'title', 'slug'],
  'populate[categories][populate][parent_category][fields]': ['slug'],
} as const;

const NEWEST_FIRST = { sort: 'publish_date:desc' } as const;

export const PAGE_SIZE = 24;
const HOME_SIZE = 150;
const RECENT_SIZE = 6;

/** One page of a list: of all news, of a category with its subcategories, or of a tag. */
export interface ListArg {
  category?: string;
  tag?: string;
  page: number;
}

function filtersOf({ category, tag }: ListArg): Record<string, string> {
  const filters: Record<string, string> = {};
  if (category !== undefined) {
    filters['filters[$or][0][categories][slug][$eq]'] = category;
    filters['filters[$or][1][categories][parent_category][slug][$eq]'] = category;
  }
  if (tag !== undefined) filters['filters[tags][slug][$eq]'] = tag;
  return filters;
}

export const listQuery = (arg: ListArg): string =>
  queryOf({
    ...filtersOf(arg),
    'pagination[page]': arg.page,
    'pagination[pageSize]': PAGE_SIZE,
    ...NEWEST_FIRST,
    ...CARD,
  });

export interface SearchArg {
  text: string;
  page: number;
}

export const searchQuery = ({ text, page }: SearchArg): string =>
  queryOf({ q: text, 'pagination[page]': page, ...CARD });

export const homeQuery = (): string =>
  queryOf({
    'pagination[pageSize]': HOME_SIZE,
    ...NEWEST_FIRST,
    ...CARD,
    fields: [...CARD.fields, 'trending'],
  });

export const recentQuery = (): string =>
  queryOf({ 'pagination[pageSize]': RECENT_SIZE, ...NEWEST_FIRST, ...CARD });

const AUTHOR = {
  'populate[user][fields]': ['first_name', 'last_name'],
  'populate[guest_author][fields]': ['name', 'slug'],
} as const;

export const authorQuery = (page: number): string =>
  queryOf({ 'pagination[page]': page, ...CARD, ...AUTHOR });

export const relatedQuery = (): string => queryOf(CARD);

export const articleQuery = (slug: string): string =>
  queryOf({
    'filters[slug][$eq]': slug,
    'pagination[pageSize]': 1,
    'populate[image][fields]': SHARED_PICTURE_FIELDS,
    'populate[judgment_document][fields]': ['url', 'size'],
    ...AUTHOR,
    'populate[tags][fields]': ['name', 'slug'],
    'populate[categories][fields]': ['name', 'title', 'slug'],
    'populate[categories][populate][parent_category][fields]': ['name', 'title', 'slug'],
  });
