import type { WireList } from '#shared/api/read.ts';
import type { FacetArg, FilterName, ListArg } from './list-path.ts';
import { RELATIONS } from './item-query.ts';
import { priceRangeOf } from './price-buckets.ts';

/** Number of items by value in each group, under the filters of all other groups. Absent groups are not counted. */
export type FacetCounts = Partial<Record<FilterName, Readonly<Record<string, number>>>>;

export type WireCounts = WireList<object> & {
  meta?: { counts?: Record<string, Readonly<Record<string, number>>> };
};

export const NO_COUNTS: FacetCounts = {};

/** Attribute of each group, by its name in the URL. */
const ATTRIBUTES: Partial<Record<FilterName, string>> = {
  ...RELATIONS,
  type: 'Type',
  subtitle: 'SubTitle',
  binding: 'Binding',
  price: 'Price',
};

export const facetArgOf = ({ kind, search, chosen }: ListArg): FacetArg => ({ kind, search, chosen });

export function toFacetCounts({ meta }: WireCounts, names: readonly FilterName[]): FacetCounts {
  const counts: FacetCounts = {};
  for (const name of names) {
    const group = meta?.counts?.[ATTRIBUTES[name] ?? ''];
    if (group !== undefined) counts[name] = group;
  }
  return counts;
}

const sumWhere = (counts: Readonly<Record<string, number>>, passes: (value: string) => boolean): number =>
  Object.entries(counts).reduce((sum, [value, count]) => (passes(value) ? sum + count : sum), 0);

/** Returns the number of items of an option; undefined where the server does not count its group. */
export function countOf(counts: FacetCounts, name: FilterName, value: string): number | undefined {
  const group = counts[name];
  if (group === undefined) return undefined;
  // The list matches types by substring.
  if (name === 'type') {
    const type = value.toLowerCase();
    return sumWhere(group, (text) => text.toLowerCase().includes(type));
  }
  const range = name === 'price' ? priceRangeOf(value) : null;
  if (range !== null && range.max === null)
    return sumWhere(group, (token) => (priceRangeOf(token)?.min ?? 0) >= range.min);
  return Object.hasOwn(group, value) ? group[value] : 0;
}
