import { cataloguePath, type CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';

// Apart from filters.ts, as the page of an item needs only these.

/** The groups of the filter panel, by their query parameters. */
export type FilterName =
  | 'category'
  | 'type'
  | 'author'
  | 'subtitle'
  | 'publisher'
  | 'binding'
  | 'price'
  | 'tag'
  | 'practice'
  | 'court'
  | 'language'
  | 'state'
  | 'city';

const BOOK_FILTERS = [
  'category',
  'type',
  'author',
  'publisher',
  'price',
  'binding',
  'tag',
  'subtitle',
] as const;
const PROFILE_FILTERS = ['practice', 'court', 'language', 'state', 'city'] as const;

export const filterNamesOf = (kind: CatalogueKind): readonly FilterName[] =>
  kind === 'books' ? BOOK_FILTERS : PROFILE_FILTERS;

/** The filters of a list: values of a group are alternatives, and all groups must match. */
export interface Filters {
  search: string;
  chosen: Partial<Record<FilterName, readonly string[]>>;
  /** Sort order of books, newest first where absent. Profiles are always in the neutral order. */
  sort?: BookSort;
}

/** Sort orders of books, apart from newest first. */
export const BOOK_SORTS = ['price', 'price-desc', 'title'] as const;
export type BookSort = (typeof BOOK_SORTS)[number];

/** Kind and filters of a list, without the page number. */
export interface FacetArg extends Filters {
  kind: CatalogueKind;
}

/** One page of a list, as in its URL. */
export interface ListArg extends FacetArg {
  page: number;
}

/** Returns the path of one page of a list. */
export function listPath(kind: CatalogueKind, { search, chosen, sort }: Filters, page = 1): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('q', search);
  for (const name of filterNamesOf(kind)) for (const value of chosen[name] ?? []) query.append(name, value);
  if (sort !== undefined) query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? cataloguePath(kind) : `${cataloguePath(kind)}?${text}`;
}
