import type { CollectionStore } from '../model/collection-store.ts';
import { compareValues } from '../schema/column-value.ts';
import type { Comparable } from '../schema/column-value.ts';
import type { FacetIndex } from '../indexes/facet-index.ts';
import { facetsOf } from '../schema/facets.ts';
import type { Facet } from '../schema/facets.ts';
import { compileTest } from '../query/filter.ts';
import type { Filter } from '../query/filter.ts';
import { bindFilter, matchesNothing } from './bind-filter.ts';
import { hasBit } from '../indexes/row-bitmap.ts';
import type { MatchContext } from './match-context.ts';
import { matchAll } from './compiled-filter.ts';
import { COST } from '../query/query-cost.ts';

/** A facet with more values is omitted from the response. */
const MAX_DISTINCT_VALUES = 10_000;

/**
 * State of a row: it passes all conditions, or fails only those on one facet (then the state is one more than the index
 * of that facet), or fails others too.
 */
const PASSES = 0;
const FAILS = 255;
/** Average number of facet values of a row, for the query cost. */
const ENTRIES_PER_ROW = 2;
const TOO_MANY_VALUES = 'too many values to count';
const CONDITIONS = 'too many conditions on too many documents';

type FacetCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The conjuncts of a filter. */
function* conditionsOf(filter: Filter | null): Generator<Filter> {
  if (filter?.kind !== 'and') {
    if (filter !== null) yield filter;
    return;
  }
  for (const part of filter.parts) yield* conditionsOf(part);
}

/** Returns whether a condition depends on this attribute only. */
function isAbout(of: Facet['of'], filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.length > 0 && filter.parts.every((part) => isAbout(of, part));
    case 'not':
      return isAbout(of, filter.part);
    case 'column':
      return 'column' in of && filter.column === of.column;
    case 'relation':
      return 'relation' in of && filter.relation === of.relation;
  }
}

type ValueTest = (value: Comparable) => boolean;

/** Compiles a condition on one column to a predicate on its values, in the same three-valued logic as `bindFilter`. */
function bindValueTest(filter: Filter, expected = true): ValueTest {
  switch (filter.kind) {
    case 'not':
      return bindValueTest(filter.part, !expected);
    case 'and':
    case 'or': {
      const tests = filter.parts.map((part) => bindValueTest(part, expected));
      return (filter.kind === 'and') === expected
        ? (value) => tests.every((test) => test(value))
        : (value) => tests.some((test) => test(value));
    }
    case 'column': {
      const test = compileTest(filter.column, filter.test);
      return (value) => test(value) === expected;
    }
    case 'relation':
      return () => false;
  }
}

/** Returns the greatest number of tests that a condition applies to one value, for the query cost. */
function columnTests(filter: Filter): number {
  if (filter.kind === 'not') return columnTests(filter.part);
  if (filter.kind === 'column' || filter.kind === 'relation') return 1;
  return filter.parts.reduce((sum, part) => sum + columnTests(part), 0);
}

/** Returns a condition on a relation as a disjunction of filters on its target; null when it has another form. */
function targetAlternatives(filter: Filter): Filter[] | null {
  if (filter.kind === 'relation') return matchesNothing(filter.part, true) ? null : [filter.part];
  if (filter.kind !== 'or') return null;
  const alternatives: Filter[] = [];
  for (const part of filter.parts) {
    const own = targetAlternatives(part);
    if (own === null) return null;
    alternatives.push(...own);
  }
  return alternatives;
}

/**
 * Returns, by code, 1 where a facet value satisfies a condition on the facet; null when values cannot be tested one by
 * one.
 */
function passingCodes(
  context: MatchContext,
  { of }: Facet,
  { values }: FacetIndex,
  condition: Filter,
): Uint8Array | null {
  if ('column' in of) {
    context.cost.charge(values.length * COST.text * columnTests(condition), CONDITIONS);
    const test = bindValueTest(condition);
    return Uint8Array.from(values, (value) => (test(value) ? 1 : 0));
  }
  const alternatives = targetAlternatives(condition);
  if (alternatives === null) return null;
  const target = context.model.storeOf(of.relation.target);
  const compiledFilters = alternatives.map((alternative) => bindFilter(context, target, alternative));
  return Uint8Array.from(values, (id) => {
    const document = typeof id === 'number' ? target.find(id) : undefined;
    if (document === undefined || !(context.seesUnpublished || document.isPublished)) return 0;
    return compiledFilters.some((compiledFilter) => compiledFilter.test(document)) ? 1 : 0;
  });
}

/** Evaluates the conditions on every row, telling those on each facet apart. Returns the state of each row. */
function computeRowStates(
  context: MatchContext,
  store: CollectionStore,
  conditions: readonly Filter[],
  facets: readonly Facet[],
  includeUnpublished: boolean,
): Uint8Array {
  context.cost.charge(store.documents.length * COST.row, TOO_MANY_VALUES);
  const states = new Uint8Array(store.documents.length);
  if (!includeUnpublished) for (const row of store.unpublishedRows) states[row] = FAILS;
  for (const condition of conditions) {
    const at = facets.findIndex((facet) => isAbout(facet.of, condition));
    const facet = facets[at];
    const own = facet === undefined ? FAILS : at + 1;
    const fail = (row: number): void => {
      const before = states[row];
      states[row] = before === PASSES || before === own ? own : FAILS;
    };
    const index = facet === undefined ? undefined : store.facet(facet);
    const passes =
      facet === undefined || index === undefined ? null : passingCodes(context, facet, index, condition);
    if (index !== undefined && passes !== null) {
      context.cost.charge(states.length * COST.row * 2, CONDITIONS);
      index.eachWithout(passes, states.length, fail);
      continue;
    }
    const compiledFilter = bindFilter(context, store, condition);
    if (compiledFilter.estimate === undefined && compiledFilter.retainMatching === undefined) {
      // Another failed condition would not change the state of these rows.
      for (const [row, document] of store.documents.entries()) {
        if (states[row] === FAILS || states[row] === own) continue;
        if (document === undefined || !compiledFilter.test(document)) fail(row);
      }
      continue;
    }
    context.cost.charge(states.length * COST.row * 2, CONDITIONS);
    const matches = matchAll(store, compiledFilter);
    for (let row = 0; row < states.length; row += 1) if (!hasBit(matches, row)) fail(row);
  }
  return states;
}

function passingRows(states: Uint8Array): Uint32Array {
  const rows = new Uint32Array(states.length);
  let count = 0;
  for (let row = 0; row < states.length; row += 1) {
    if (states[row] !== PASSES) continue;
    rows[count] = row;
    count += 1;
  }
  return rows.subarray(0, count);
}

/** `501-1000`: a range excludes its lower and includes its upper bound, so that fractions fall into one of them. */
const rangeName = (number: number, width: number): string => `${(number - 1) * width + 1}-${number * width}`;

/** Counts by facet value or range, in the order of the values, without zeros; null when there are too many values. */
function countsByName(
  { model, seesUnpublished }: MatchContext,
  { of, width }: Facet,
  { values }: FacetIndex,
  counts: ArrayLike<number>,
): Record<string, number> | null {
  const found = new Map<number | string, number>();
  const target = 'relation' in of ? model.storeOf(of.relation.target) : null;
  for (const [code, value] of values.entries()) {
    const count = counts[code] ?? 0;
    if (count === 0 || value === null || value === '') continue;
    if (target !== null) {
      const document = typeof value === 'number' ? target.find(value) : undefined;
      if (document === undefined || !(seesUnpublished || document.isPublished)) continue;
    }
    if (width === undefined) found.set(value, count);
    else if (typeof value === 'number' && value > 0) {
      const number = Math.ceil(value / width);
      found.set(number, (found.get(number) ?? 0) + count);
    }
  }
  if (found.size > MAX_DISTINCT_VALUES) return null;
  const sorted = [...found].sort(([a], [b]) => compareValues(a, b));
  return Object.fromEntries(
    sorted.map(([value, count]) => [
      width === undefined || typeof value === 'string' ? String(value) : rangeName(value, width),
      count,
    ]),
  );
}

/**
 * Counts, for each facet within the access level, the documents with each value, among those that pass all conditions of
 * the list except those on the facet itself: the number of results if the value were selected.
 */
export function countFacets(
  context: MatchContext,
  store: CollectionStore,
  filter: Filter | null,
  accessLevel: number,
  includeUnpublished: boolean,
): FacetCounts {
  const facets = facetsOf(store.schema).filter((facet) => facet.accessLevel <= accessLevel);
  const conditions = [...conditionsOf(filter)];
  const isUnfiltered = conditions.length === 0 && (includeUnpublished || store.publishedCount === store.size);
  const states = isUnfiltered
    ? null
    : computeRowStates(context, store, conditions, facets, includeUnpublished);
  const passing = states === null ? null : passingRows(states);
  const distinctStates = new Set(states);
  const entries: [string, Record<string, number>][] = [];
  for (const [at, facet] of facets.entries()) {
    const index = store.facet(facet);
    const own = at + 1;
    const rows =
      passing === null
        ? 0
        : distinctStates.has(own)
          ? store.documents.length
          : passing.length * ENTRIES_PER_ROW;
    context.cost.charge(rows * COST.row + index.values.length * COST.text * 2, TOO_MANY_VALUES);
    const counts =
      states === null || passing === null
        ? index.totals()
        : distinctStates.has(own)
          ? index.count(states, PASSES, own)
          : index.countAt(passing);
    const values = countsByName(context, facet, index, counts);
    if (values !== null) entries.push([facet.name, values]);
  }
  return Object.fromEntries(entries);
}
