import { pageFrom, searchFrom } from '#shared/routing/paths.ts';
import { priceRangeOf } from './price-buckets.ts';
import type { CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';
import { BOOK_SORTS, filterNamesOf, type FilterName, type Filters, type ListArg } from './list-path.ts';

export const NO_FILTERS: Filters = { search: '', chosen: {} };

const LONGEST = 200;
const MAX_FILTER_VALUES = 20;
const ID = /^[1-9]\d{0,9}$/;

function isValue(name: FilterName, text: string): boolean {
  if (name === 'price') return priceRangeOf(text) !== null;
  if (name === 'type' || name === 'subtitle' || name === 'binding')
    return text !== '' && text.length <= LONGEST;
  return ID.test(text);
}

/** Returns the filters of a query string, without invalid ones and with values in canonical order. */
export function filtersFrom(kind: CatalogueKind, query: URLSearchParams): Filters {
  const chosen: Filters['chosen'] = {};
  for (const name of filterNamesOf(kind)) {
    const values = [...new Set(valuesIn(query, name))]
      .filter((text) => isValue(name, text))
      .toSorted()
      .slice(0, MAX_FILTER_VALUES);
    if (values.length > 0) chosen[name] = values;
  }
  return { search: searchFrom(query), chosen, ...(kind === 'books' ? sortFrom(query.get('sort')) : {}) };
}

/** Returns the sort order of a query parameter, as a part of `Filters`; empty for the default order. */
export function sortFrom(value: unknown): Pick<Filters, 'sort'> {
  const sort = BOOK_SORTS.find((one) => one === value);
  return sort === undefined ? {} : { sort };
}

/** In older URLs `author` is a subtitle: texts are read as subtitles, numbers as author ids. */
function valuesIn(query: URLSearchParams, name: FilterName): string[] {
  const texts = query.getAll(name);
  if (name === 'subtitle') texts.push(...query.getAll('author').filter((text) => !ID.test(text.trim())));
  // The field `place` of Find a Lawyer is a state or a city.
  if (name === 'state' || name === 'city')
    for (const text of query.getAll('place'))
      if (text.startsWith(`${name}-`)) texts.push(text.slice(name.length + 1));
  return texts.map((text) => text.trim());
}

export const listArgFrom = (kind: CatalogueKind, query: URLSearchParams): ListArg => ({
  kind,
  ...filtersFrom(kind, query),
  page: pageFrom(query),
});

export const hasFilters = ({ search, chosen }: Filters): boolean =>
  search !== '' || Object.keys(chosen).length > 0;

/** Returns the filters with a value added, or removed if it was selected. */
export function toggled(filters: Filters, name: FilterName, value: string): Filters {
  const before = filters.chosen[name] ?? [];
  const values = before.includes(value)
    ? before.filter((one) => one !== value)
    : [...before, value].toSorted().slice(0, MAX_FILTER_VALUES);
  const { [name]: _, ...others } = filters.chosen;
  return { ...filters, chosen: values.length === 0 ? others : { ...others, [name]: values } };
}
