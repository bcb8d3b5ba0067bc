import type { CollectionStore } from '../model/collection-store.ts';
import type { Comparable } from '../schema/column-value.ts';
import { isLongText } from '../records/document.ts';
import type { IndexedDocument } from '../records/document.ts';
import { compileTest } from '../query/filter.ts';
import type { ColumnTest, Filter } from '../query/filter.ts';
import {
  setBit,
  orBits,
  createRowBitmap,
  clearBit,
  hasBit,
  rowsOf,
  andNotBits,
} from '../indexes/row-bitmap.ts';
import type { RowBitmap } from '../indexes/row-bitmap.ts';
import { every, scanWith, matchAll, some } from './compiled-filter.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import { QUERY_BUDGET } from '../query/query-budget.ts';
import { COST, overBudget } from '../query/query-cost.ts';
import type { MatchContext } from './match-context.ts';
import { addRowsOfSources, listSources, relatedIds, sourceCount } from './relation-sources.ts';
import type { Column, Relation } from '../schema/schema.ts';
import type { DictionaryColumn } from '../indexes/dictionary-column.ts';

/** Searching more distinct values than this one by one takes longer than the substring index. */
const MAX_SEARCHED_VALUES = 128;
/** A text search is estimated to match one document in this many. */
const LIKE_SELECTIVITY = 16;
const CONDITIONS = 'too many conditions on too many documents';
const TEXT = 'too much text to search';
/** Conditions on a larger related collection are evaluated per document, unless an index covers them. */
const MAX_EAGER_TARGETS = 20_000;

/**
 * Compiles a filter for one collection. With `expected` false it compiles the negation, in SQL's three-valued logic:
 * documents for which the filter is unknown match neither. Throws 400 when the query cost exceeds its budget.
 */
export function bindFilter(
  context: MatchContext,
  store: CollectionStore,
  filter: Filter,
  expected = true,
): CompiledFilter {
  switch (filter.kind) {
    case 'not':
      return bindFilter(context, store, filter.part, !expected);
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => bindFilter(context, store, part, expected));
      return (filter.kind === 'and') === expected
        ? every(context, store, parts)
        : some(context, store, parts);
    }
    case 'column':
      return bindColumn(context, store, filter, expected);
    case 'relation':
      return bindRelation(context, store, filter.relation, filter.part, expected);
  }
}

/** Returns a reader of the value that a test compares, charging its cost. Null tests do not read the long text. */
function comparedValue(
  { cost }: MatchContext,
  store: CollectionStore,
  { column, test }: Filter & { kind: 'column' },
): (document: IndexedDocument) => Comparable {
  if (!column.longText) {
    if (test.op !== 'like' && test.op !== 'search') {
      return (document) => {
        cost.charge(COST.value, CONDITIONS);
        return store.value(document, column);
      };
    }
    return (document) => {
      const value = store.value(document, column);
      const length = typeof value === 'string' ? value.length : COST.textOfNumber;
      cost.charge(COST.text + length * COST.textCharacter, TEXT);
      return value;
    };
  }
  return (document) => {
    cost.charge(COST.value, CONDITIONS);
    const stored = document.values[column.position] ?? null;
    if (!isLongText(stored)) return stored;
    if (test.op === 'null') return '';
    cost.charge(COST.longText + stored.length * COST.longTextByte, TEXT);
    return store.value(document, column);
  };
}

/** Memoizes a test by row: it reads long texts, and populate meets the same document many times. */
function memoizeByRow(store: CollectionStore, test: CompiledFilter['test']): CompiledFilter['test'] {
  /** Result by row: 0 not tested, 1 fails, 2 passes. */
  const results = new Uint8Array(store.documents.length);
  return (document) => {
    const result = results[document.row] ?? 0;
    if (result !== 0) return result === 2;
    const passes = test(document);
    results[document.row] = passes ? 2 : 1;
    return passes;
  };
}

function bindColumn(
  context: MatchContext,
  store: CollectionStore,
  filter: Filter & { kind: 'column' },
  expected: boolean,
): CompiledFilter {
  const { column, test: columnTest } = filter;
  const compiled = compileTest(column, columnTest);
  const valueOf = comparedValue(context, store, filter);
  const plainTest = (document: IndexedDocument): boolean => compiled(valueOf(document)) === expected;
  const isLongText = column.longText && columnTest.op !== 'null';
  if (isLongText) requireSearchableLongTexts(context, [store]);
  const test = isLongText ? memoizeByRow(store, plainTest) : plainTest;
  if (expected && columnTest.op === 'in' && (column.position === -1 || store.isIndexed(column))) {
    const { values } = columnTest;
    const list = (): IndexedDocument[] => {
      const found = new Set<IndexedDocument>();
      for (const value of values) {
        const document = findDocument(store, column, value);
        if (document !== undefined) found.add(document);
      }
      return [...found];
    };
    return {
      test,
      estimate: values.length,
      list,
      addRowsTo(set) {
        for (const { row } of list()) setBit(set, row);
      },
    };
  }
  const dictionary = column.longText ? null : dictionaryColumn(context, store, column);
  const isSearch = (columnTest.op === 'like' || columnTest.op === 'search') && isTextColumn(column);
  if (dictionary !== null && !(isSearch && dictionary.size > MAX_SEARCHED_VALUES))
    return bindDictionary(context, store, dictionary, test, (value) => compiled(value) === expected);
  if (isSearch) return bindLike(context, store, column, columnTest, { test, expected });
  return { test, estimate: undefined, addRowsTo: scanWith(store, test) };
}

const isTextColumn = ({ longText, type }: Column): boolean =>
  !longText &&
  (type === 'string' || type === 'text' || type === 'email' || type === 'enumeration' || type === 'json');

/** Charges the pass over all documents that builds the dictionary on first use. */
function dictionaryColumn(
  { cost }: MatchContext,
  store: CollectionStore,
  column: Column,
): DictionaryColumn | null {
  if (!store.hasDictionaryColumn(column)) cost.charge(store.size * COST.link, CONDITIONS);
  return store.dictionaryColumn(column);
}

function bindDictionary(
  { cost }: MatchContext,
  store: CollectionStore,
  codes: DictionaryColumn,
  test: CompiledFilter['test'],
  passesTest: (value: Comparable) => boolean,
): CompiledFilter {
  let passes: Uint8Array | undefined;
  const passing = (rows: number): Uint8Array => {
    cost.charge(rows * COST.row, CONDITIONS);
    if (passes === undefined) {
      cost.charge(codes.size * COST.text, CONDITIONS);
      passes = codes.passing(passesTest);
    }
    return passes;
  };
  return {
    test,
    estimate: undefined,
    addRowsTo(set) {
      const rows = store.documents.length;
      codes.addRowsTo(set, passing(rows), rows);
    },
    retainMatching: (set) => codes.retainMatching(set, passing(set.count)),
  };
}

/**
 * Returns a LIKE or `$search` test of short texts through its index of substrings. A text that starts with, ends with or equals the needle
 * contains it, so those modes test only the documents that do. The negation matches all other documents whose value is
 * not null.
 */
function bindLike(
  { cost }: MatchContext,
  store: CollectionStore,
  column: Column,
  columnTest: ColumnTest & { op: 'like' | 'search' },
  { test, expected }: { test: CompiledFilter['test']; expected: boolean },
): CompiledFilter {
  const charge = (units: number): void => cost.charge(units, TEXT);
  const { needle } = columnTest;
  const isSearch = columnTest.op === 'search';
  /** Built by its first use. */
  const findIndex = () => (isSearch ? store.searchIndex(column) : store.substringIndex(column));
  const addPassing = (set: RowBitmap): void => {
    const index = findIndex();
    if (isSearch || columnTest.mode === 'contains') return index.addMatches(set, needle, charge);
    const containing = createRowBitmap(store.documents.length);
    index.addMatches(containing, needle, charge);
    charge(store.documents.length / 32);
    for (const row of rowsOf(containing)) {
      const document = store.documents[row];
      if (document !== undefined && test(document) === expected) setBit(set, row);
    }
  };
  return {
    test,
    estimate: Math.ceil(store.size / (expected ? LIKE_SELECTIVITY : 1)),
    addRowsTo(set) {
      if (expected) return addPassing(set);
      const others = createRowBitmap(store.documents.length);
      const passing = createRowBitmap(store.documents.length);
      addPassing(passing);
      charge(store.documents.length / 8);
      findIndex().addMatches(others, '', charge);
      andNotBits(others, passing.bits);
      orBits(set, others.bits);
    },
  };
}

function findDocument(
  store: CollectionStore,
  column: Column,
  value: string | number | null,
): IndexedDocument | undefined {
  if (value === null) return undefined;
  if (column.position !== -1) return store.findByUnique(column, value);
  return typeof value === 'number' ? store.find(value) : undefined;
}

/** Throws 400 when the long texts of these collections are together more than one query may read. Charges nothing. */
export function requireSearchableLongTexts({ cost }: MatchContext, stores: readonly CollectionStore[]): void {
  let bytes = 0;
  for (const store of stores) {
    for (const column of store.schema.columns) if (column.longText) bytes += store.longTextBytes(column);
  }
  if (bytes > QUERY_BUDGET.searchedLongTextBytes) throw overBudget(TEXT);
  cost.expect(bytes * COST.longTextByte, TEXT);
}

/** Evaluates a filter, or its negation, on a row of nulls, which is what an outer join yields for an empty relation. */
export function matchesNothing(filter: Filter, expected: boolean): boolean {
  switch (filter.kind) {
    case 'not':
      return matchesNothing(filter.part, !expected);
    case 'and':
    case 'or':
      return (filter.kind === 'and') === expected
        ? filter.parts.every((part) => matchesNothing(part, expected))
        : filter.parts.some((part) => matchesNothing(part, expected));
    case 'column':
      return filter.test.op === 'null' && expected;
    case 'relation':
      return matchesNothing(filter.part, expected);
  }
}

/**
 * Binds a condition on a relation: a document matches when any related document does. Without related documents the
 * condition is evaluated on a row of nulls, as in the outer join of the reference.
 */
function bindRelation(
  context: MatchContext,
  store: CollectionStore,
  relation: Relation,
  part: Filter,
  expected: boolean,
): CompiledFilter {
  const { model, seesUnpublished, cost } = context;
  const target = model.storeOf(relation.target);
  const compiledFilter = bindFilter(context, target, part, expected);
  const absentMatches = matchesNothing(part, expected);
  const exists = (document: IndexedDocument | undefined): document is IndexedDocument =>
    document !== undefined && (seesUnpublished || document.isPublished);
  let matching: RowBitmap | undefined;
  const targets = (): RowBitmap => {
    if (matching !== undefined) return matching;
    cost.charge(target.documents.length / 16 + target.unpublishedRows.size, CONDITIONS);
    matching = matchAll(target, compiledFilter);
    if (!seesUnpublished) for (const row of target.unpublishedRows) clearBit(matching, row);
    return matching;
  };
  const isEager = target.size <= MAX_EAGER_TARGETS || compiledFilter.estimate !== undefined;
  const matchesTarget = (id: number): boolean => {
    if (isEager) {
      const row = target.rowOf(id);
      return row !== undefined && hasBit(targets(), row);
    }
    const document = target.find(id);
    return exists(document) && compiledFilter.test(document);
  };
  const test = (document: IndexedDocument): boolean => {
    const ids = relatedIds(model, store.schema, document, relation);
    cost.charge(COST.value + ids.length * COST.value, CONDITIONS);
    if (ids.some(matchesTarget)) return true;
    return absentMatches && !ids.some((id) => exists(target.find(id)));
  };
  if (absentMatches || !isEager) return { test, estimate: undefined, addRowsTo: scanWith(store, test) };
  let sources: number | undefined;
  return {
    test,
    get estimate() {
      sources ??= sourceCount(context, store, relation, targets());
      return sources;
    },
    addRowsTo: (set) => addRowsOfSources(context, store, relation, targets(), set),
    list: () => listSources(context, store, relation, targets()),
  };
}
