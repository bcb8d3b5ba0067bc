import { queryOf } from '#shared/api/read.ts';
import type { FacetArg, FilterName, ListArg } from './list-path.ts';
import { BOOK_CARD_QUERY, PROFILE_CARD_QUERY } from '#shared/catalogue/item-card.ts';
import { priceRangeOf } from './price-buckets.ts';
import { searchConditions } from '#shared/search/searched-attributes.ts';
import { CATALOGUE_KINDS } from '#shared/catalogue/catalogue-kind.ts';

export const PAGE_SIZE = 25;

/** Attribute of each group whose values are ids. */
export const RELATIONS: Partial<Record<FilterName, string>> = {
  category: 'Category',
  author: 'author_names',
  publisher: 'publishers',
  tag: 'PropertyList1',
  practice: 'PropertyList1',
  court: 'PropertyList2',
  language: 'PropertyList3',
  state: 'Property1',
  city: 'Property2',
};

type Conditions = Record<string, string>;

/** Returns the filter parameters of one group below `at`, whose values are alternatives. */
function groupOf(at: string, name: FilterName, values: readonly string[]): Conditions {
  const relation = RELATIONS[name];
  const entries =
    relation !== undefined
      ? values.map((id, index) => [`${at}[${relation}][id][$in][${index}]`, id] as const)
      : name === 'subtitle'
        ? values.map((text, index) => [`${at}[SubTitle][$in][${index}]`, text] as const)
        : name === 'binding'
          ? values.map((text, index) => [`${at}[Binding][$in][${index}]`, text] as const)
          : name === 'type'
            ? values.map((text, index) => [`${at}[$or][${index}][Type][$contains]`, text] as const)
            : values.flatMap((token, index) => pricesOf(`${at}[$or][${index}][Price]`, token));
  return Object.fromEntries(entries);
}

/**
 * Returns the price range of a bucket, from just above the previous rupee: a price with paise belongs to the range that
 * ends above it.
 */
function pricesOf(at: string, token: string): (readonly [string, string])[] {
  const range = priceRangeOf(token);
  if (range === null) return [];
  const { min, max } = range;
  const low = [`${at}[$gt]`, String(min - 1)] as const;
  return max === null ? [low] : [low, [`${at}[$lte]`, String(max)]];
}

function conditionsOf({ kind, search, chosen }: FacetArg): Conditions {
  const groups = Object.entries(chosen) as [FilterName, readonly string[]][];
  const conditions = groups.map(([name, values], index) => groupOf(`filters[$and][${index}]`, name, values));
  if (search !== '')
    conditions.push(
      searchConditions(CATALOGUE_KINDS[kind].plural, search, `filters[$and][${groups.length}]`),
    );
  return Object.assign({}, ...conditions) as Conditions;
}

const BOOK_ORDERS = { price: 'Price:asc', 'price-desc': 'Price:desc', title: 'Title:asc' } as const;

/** Profiles are in the neutral order, books in the selected one. */
const sortOf = ({ kind, sort }: ListArg): Conditions => ({
  sort: kind !== 'books' ? 'neutral' : sort === undefined ? 'id:desc' : BOOK_ORDERS[sort],
});

export const itemsPath = (arg: ListArg): string =>
  `/${CATALOGUE_KINDS[arg.kind].plural}?${queryOf({
    ...CATALOGUE_KINDS[arg.kind].fixed,
    ...conditionsOf(arg),
    ...sortOf(arg),
    'pagination[page]': arg.page,
    'pagination[pageSize]': PAGE_SIZE,
    ...(arg.kind === 'books' ? BOOK_CARD_QUERY : PROFILE_CARD_QUERY),
  })}`;

/** Returns the path of the facet counts of a list, with the smallest possible page of documents. */
export const facetCountsPath = (arg: FacetArg): string =>
  `/${CATALOGUE_KINDS[arg.kind].plural}?${queryOf({
    counts: 1,
    ...CATALOGUE_KINDS[arg.kind].fixed,
    ...conditionsOf(arg),
    'pagination[page]': 1,
    'pagination[pageSize]': 1,
    fields: ['id'],
  })}`;
