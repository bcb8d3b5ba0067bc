import { compareValues, likeText, comparedText } from '../schema/column-value.ts';
import { searchedText } from '../search-terms.ts';
import type { Comparable } from '../schema/column-value.ts';
import type { Column, Relation } from '../schema/schema.ts';

export type LikeMode = 'contains' | 'starts' | 'ends' | 'equals';

/** One test of a column. `in` with one value is equality; `unknown` is a comparison with null, which is never true. */
export type ColumnTest =
  | { readonly op: 'null' }
  | { readonly op: 'unknown' }
  | { readonly op: 'in'; readonly values: readonly Comparable[] }
  | { readonly op: 'lt' | 'lte' | 'gt' | 'gte'; readonly value: number | string }
  | { readonly op: 'like'; readonly mode: LikeMode; readonly needle: string }
  /** The site's own search: the needle is one of `searchNeedle`. */
  | { readonly op: 'search'; readonly needle: string };

/** A filter in SQL's three-valued logic. Negative operators are a `not` around the positive test. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'column'; readonly column: Column; readonly test: ColumnTest }
  | { readonly kind: 'relation'; readonly relation: Relation; readonly part: Filter };

/** Combines filters with `and`; null for none. */
export function allOf(parts: readonly Filter[]): Filter | null {
  return parts.length > 1 ? { kind: 'and', parts } : (parts[0] ?? null);
}

/** Compiles a test to a predicate that returns true, false, or null where SQL's result is unknown. */
export function compileTest(column: Column, test: ColumnTest): (value: Comparable) => boolean | null {
  switch (test.op) {
    case 'null':
      return (value) => value === null;
    case 'unknown':
      return () => null;
    case 'in':
      return compileIn(test.values);
    case 'like':
      return compileLike(column, test.mode, test.needle);
    case 'search':
      return (value) => (value === null ? null : searchedText(likeText(column, value)).includes(test.needle));
    case 'lt':
      return (value) => (value === null ? null : compareValues(value, test.value) < 0);
    case 'lte':
      return (value) => (value === null ? null : compareValues(value, test.value) <= 0);
    case 'gt':
      return (value) => (value === null ? null : compareValues(value, test.value) > 0);
    case 'gte':
      return (value) => (value === null ? null : compareValues(value, test.value) >= 0);
  }
}

function compileIn(values: readonly Comparable[]): (value: Comparable) => boolean | null {
  const members = new Set(values.filter((value) => value !== null));
  const miss = members.size === values.length || values.every((value) => value !== null) ? false : null;
  return (value) => {
    if (value === null) return null;
    return members.has(value) ? true : miss;
  };
}

function compileLike(column: Column, mode: LikeMode, needle: string): (value: Comparable) => boolean | null {
  return (value) => {
    if (value === null) return null;
    const text = comparedText(likeText(column, value));
    switch (mode) {
      case 'contains':
        return text.includes(needle);
      case 'starts':
        return text.startsWith(needle);
      case 'ends':
        return text.endsWith(needle);
      case 'equals':
        return text === needle;
    }
  };
}
