import type { WireList } from '#shared/api/read.ts';
import type { FacetArg, FilterName, ListArg } from './filters.ts';
import { RELATIONS } from './item-query.ts';
import { priceRangeOf } from './price-buckets.ts';

/** How many items each value of a group would leave, given all the other groups; a group that is not there is not counted. */
export type FacetCounts = Partial<Record<FilterName, Readonly<Record<string, number>>>>;

export type WireCounts = WireList<object> & {
  meta?: { counts?: Record<string, Readonly<Record<string, number>>> };
};

export const NO_COUNTS: FacetCounts = {};

/** Attributes by the names that the groups have in an address. */
const ATTRIBUTES: Partial<Record<FilterName, string>> = {
  ...RELATIONS,
  type: 'Type',
  subtitle: 'SubTitle',
  binding: 'Binding',
  price: 'Price',
};

export const facetArgOf = ({ store, search, chosen }: ListArg): FacetArg => ({ store, search, chosen });

export function toFacetCounts({ meta }: WireCounts, names: readonly FilterName[]): FacetCounts {
  const counts: FacetCounts = {};
  for (const name of names) {
    const known = meta?.counts?.[ATTRIBUTES[name] ?? ''];
    if (known !== undefined) counts[name] = known;
  }
  return counts;
}

const sumWhere = (counts: Readonly<Record<string, number>>, passes: (value: string) => boolean): number =>
  Object.entries(counts).reduce((sum, [value, count]) => (passes(value) ? sum + count : sum), 0);

/** How many items an option would leave; undefined where that is not known. */
export function countOf(counts: FacetCounts, name: FilterName, value: string): number | undefined {
  const known = counts[name];
  if (known === undefined) return undefined;
  // A type is looked for inside of what items say, as the list does.
  if (name === 'type') {
    const wanted = value.toLowerCase();
    return sumWhere(known, (text) => text.toLowerCase().includes(wanted));
  }
  const range = name === 'price' ? priceRangeOf(value) : null;
  if (range !== null && range.max === null)
    return sumWhere(known, (token) => (priceRangeOf(token)?.min ?? 0) >= range.min);
  return Object.hasOwn(known, value) ? known[value] : 0;
}
