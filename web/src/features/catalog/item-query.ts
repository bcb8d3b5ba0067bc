import { queryOf } from '../../shared/api/read.ts';
import type { FacetArg, FilterName, ListArg } from './filters.ts';
import { BOOK_CARD_QUERY, PROFILE_CARD_QUERY } from './item-card.ts';
import { priceRangeOf } from './price-buckets.ts';
import { STORES } from '../../shared/stores.ts';

export const PAGE_SIZE = 25;

/** Where a search looks, as paths of attributes. */
const SEARCHED: Readonly<Record<'books' | 'lawyers', readonly string[]>> = {
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
};

/** Attributes of the groups whose values are ids. */
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

/** The conditions of one group below `at`; one of the values is enough. */
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

/** From just above the rupee before: prices with paise belong to the range that ends above them. */
function pricesOf(at: string, token: string): (readonly [string, string])[] {
  const range = priceRangeOf(token);
  if (range === null) return [];
  const { min, max } = range;
  const low = [`${at}[$gt]`, String(min - 1)] as const;
  return max === null ? [low] : [low, [`${at}[$lte]`, String(max)]];
}

function conditionsOf({ store, search, chosen }: FacetArg): Conditions {
  const groups = Object.entries(chosen) as [FilterName, readonly string[]][];
  const conditions = groups.map(([name, values], index) => groupOf(`filters[$and][${index}]`, name, values));
  if (search !== '') {
    const at = `filters[$and][${groups.length}][$or]`;
    const paths = SEARCHED[STORES[store].plural];
    conditions.push(
      Object.fromEntries(paths.map((path, index) => [`${at}[${index}]${path}[$containsi]`, search])),
    );
  }
  return Object.assign({}, ...conditions) as Conditions;
}

const BOOK_ORDERS = { price: 'Price:asc', 'price-desc': 'Price:desc', title: 'Title:asc' } as const;

/** Lawyers and firms stand in the order that anybody can compute again; books in the order that was chosen. */
const sortOf = ({ store, sort }: ListArg): Conditions => ({
  sort: store !== 'books' ? 'neutral' : sort === undefined ? 'id:desc' : BOOK_ORDERS[sort],
});

export const itemsPath = (arg: ListArg): string =>
  `/${STORES[arg.store].plural}?${queryOf({
    ...STORES[arg.store].fixed,
    ...conditionsOf(arg),
    ...sortOf(arg),
    'pagination[page]': arg.page,
    'pagination[pageSize]': PAGE_SIZE,
    ...(arg.store === 'books' ? BOOK_CARD_QUERY : PROFILE_CARD_QUERY),
  })}`;

/** The number of items of the same conditions. */
export const totalPath = (arg: FacetArg): string =>
  `/${STORES[arg.store].plural}?${queryOf({
    ...STORES[arg.store].fixed,
    ...conditionsOf(arg),
    'pagination[page]': 1,
    'pagination[pageSize]': 1,
    fields: ['id'],
  })}`;

/** The counts of the same conditions: of documents the least that can be asked for. */
export const facetCountsPath = (arg: FacetArg): string =>
  `/${STORES[arg.store].plural}?${queryOf({
    counts: 1,
    ...STORES[arg.store].fixed,
    ...conditionsOf(arg),
    'pagination[page]': 1,
    'pagination[pageSize]': 1,
    fields: ['id'],
  })}`;
