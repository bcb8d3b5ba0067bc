import type { CollectionStore } from '../model/collection-store.ts';
import type { Comparable } from '../schema/column-value.ts';
import { isLongText } from '../records/document.ts';
import type { IndexedDocument } from '../records/document.ts';
import { compileTest } from '../query/filter.ts';
import type { Filter } from '../query/filter.ts';
import { setBit, documentsAt } from '../indexes/row-bitmap.ts';
import type { RowBitmap } from '../indexes/row-bitmap.ts';
import { every, scanWith, matchAll, some } from './matcher.ts';
import type { Matcher } from './matcher.ts';
import { COMPARISON, QUERY_BUDGET, overBudget } from '../query/query-budget.ts';
import type { CountTests, CountText } from '../query/query-budget.ts';
import type { ReadModel } from '../model/read-model.ts';
import type { Column, Relation, Schema } from '../schema/schema.ts';
import type { DictionaryColumn } from '../indexes/dictionary-column.ts';

export interface MatchContext {
  readonly model: ReadModel;
  /** Whether drafts of related collections count. */
  readonly seesUnpublished: boolean;
  /** Told of every text that is searched, of the long ones whatever they are compared for. */
  readonly countText?: CountText;
  /** Told of every other value that is tested. */
  readonly countTests?: CountTests;
}

const TEXT_SCAN_SHARE = 16;
/** How many rows may be looked at for the price of one test of a value. */
const SLOTS_PER_TEST = 16;
/** Up to this many documents of a related collection are matched at once; beyond, as they are met. */
const MAX_EAGER_TARGETS = 20_000;

/** Binds a filter, or with `wanted` false its negation, in SQL's logic: unknown is neither. */
export function bindFilter(
  context: MatchContext,
  store: CollectionStore,
  filter: Filter,
  wanted = true,
): Matcher {
  switch (filter.kind) {
    case 'not':
      return bindFilter(context, store, filter.part, !wanted);
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => bindFilter(context, store, part, wanted));
      return (filter.kind === 'and') === wanted ? every(store, parts) : some(store, parts);
    }
    case 'column':
      return bindColumn(context, store, filter, wanted);
    case 'relation':
      return bindRelation(context, store, filter.relation, filter.part, wanted);
  }
}

/** The value that a test compares. Whether there is a long text is known without reading it. */
function comparedValue(
  { countText, countTests }: MatchContext,
  store: CollectionStore,
  { column, test }: Filter & { kind: 'column' },
): (document: IndexedDocument) => Comparable {
  if (!column.longText) {
    if (test.op !== 'like') {
      return (document) => {
        countTests?.(1);
        return store.value(document, column);
      };
    }
    return (document) => {
      const value = store.value(document, column);
      countText?.(COMPARISON + (typeof value === 'string' ? value.length : 0));
      return value;
    };
  }
  return (document) => {
    countTests?.(1);
    const kept = document.values[column.position] ?? null;
    if (!isLongText(kept)) return kept;
    if (test.op === 'null') return '';
    countText?.(kept.length);
    return store.value(document, column);
  };
}

function bindColumn(
  context: MatchContext,
  store: CollectionStore,
  filter: Filter & { kind: 'column' },
  wanted: boolean,
): Matcher {
  const { column, test: columnTest } = filter;
  const compiled = compileTest(column, columnTest);
  const valueOf = comparedValue(context, store, filter);
  const test = (document: IndexedDocument): boolean => compiled(valueOf(document)) === wanted;
  if (column.longText && columnTest.op !== 'null') requireSearchableLongTexts(store);
  if (wanted && columnTest.op === 'in' && (column.position === -1 || store.isIndexed(column))) {
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
  if (
    wanted &&
    columnTest.op === 'like' &&
    columnTest.mode === 'contains' &&
    column.position !== -1 &&
    !column.longText
  ) {
    return bindLike(store, column, columnTest.needle, test);
  }
  const codes = columnTest.op === 'like' || column.longText ? null : store.dictionaryColumn(column);
  if (codes !== null) return bindDictionary(context, store, codes, test, (value) => compiled(value) === wanted);
  return { test, estimate: undefined, addRowsTo: scanWith(store, test) };
}

function bindDictionary(
  { countTests }: MatchContext,
  store: CollectionStore,
  codes: DictionaryColumn,
  test: Matcher['test'],
  passesTest: (value: Comparable) => boolean,
): Matcher {
  let passes: Uint8Array | undefined;
  const passing = (rows: number): Uint8Array => {
    countTests?.(rows / SLOTS_PER_TEST);
    if (passes === undefined) {
      countTests?.(codes.size);
      passes = codes.passing(passesTest);
    }
    return passes;
  };
  return {
    test,
    estimate: undefined,
    addRowsTo(set) {
      const rows = store.documents.length;
      codes.addRowsTo(passing(rows), set, rows);
    },
    retainMatching: (set) => codes.retainMatching(passing(set.count), set),
  };
}

function bindLike(
  store: CollectionStore,
  column: Column,
  needle: string,
  test: Matcher['test'],
): Matcher {
  return {
    test,
    estimate: Math.ceil(store.size / TEXT_SCAN_SHARE),
    addRowsTo(set) {
      store.words(column).addRowsTo(needle, set);
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

/** Refuses to read all long texts of these collections where they are too long together. */
export function requireSearchableLongTexts(...stores: readonly CollectionStore[]): void {
  let bytes = 0;
  for (const store of stores) {
    for (const column of store.schema.columns) if (column.longText) bytes += store.longTextBytes(column);
  }
  if (bytes > QUERY_BUDGET.searchedLongTextBytes) throw overBudget('too much text to search');
}

/** Whether a filter holds (or, unwanted, fails) for a row of nothing but nulls: an absent relation. */
export function matchesNothing(filter: Filter, wanted: boolean): boolean {
  switch (filter.kind) {
    case 'not':
      return matchesNothing(filter.part, !wanted);
    case 'and':
    case 'or':
      return (filter.kind === 'and') === wanted
        ? filter.parts.every((part) => matchesNothing(part, wanted))
        : filter.parts.some((part) => matchesNothing(part, wanted));
    case 'column':
      return filter.test.op === 'null' && wanted;
    case 'relation':
      return matchesNothing(filter.part, wanted);
  }
}

/** Ids of the documents that a document is related to, in the order of the wire. */
export function relatedIds(
  model: ReadModel,
  schema: Schema,
  document: IndexedDocument,
  relation: Relation,
): readonly number[] {
  if (relation.link !== -1) return document.links[relation.link] ?? [];
  if (relation.owner === undefined) throw new Error(`${schema.name}.${relation.name} has no owning side`);
  return model.storeOf(relation.target).sourcesOf(relation.owner, document.id);
}

/**
 * A document matches when any document that it is related to does; one with no relation is matched
 * as the reference's outer join has it, against a row of nulls.
 */
function bindRelation(
  context: MatchContext,
  store: CollectionStore,
  relation: Relation,
  part: Filter,
  wanted: boolean,
): Matcher {
  const { model, seesUnpublished } = context;
  const target = model.storeOf(relation.target);
  const matcher = bindFilter(context, target, part, wanted);
  const absentMatches = matchesNothing(part, wanted);
  const exists = (document: IndexedDocument | undefined): document is IndexedDocument =>
    document !== undefined && (seesUnpublished || document.isPublished);
  let matching: Set<number> | undefined;
  const targets = (): Set<number> => {
    matching ??= new Set(
      documentsAt(matchAll(target, matcher), target.documents)
        .filter(exists)
        .map(({ id }) => id),
    );
    return matching;
  };
  const isEager = target.size <= MAX_EAGER_TARGETS || matcher.estimate !== undefined;
  const matchesTarget = (id: number): boolean => {
    if (isEager) return targets().has(id);
    const document = target.find(id);
    return exists(document) && matcher.test(document);
  };
  const test = (document: IndexedDocument): boolean => {
    const ids = relatedIds(model, store.schema, document, relation);
    context.countTests?.(1 + ids.length);
    if (ids.some(matchesTarget)) return true;
    return absentMatches && !ids.some((id) => exists(target.find(id)));
  };
  if (absentMatches || !isEager) return { test, estimate: undefined, addRowsTo: scanWith(store, test) };
  return {
    test,
    get estimate() {
      return sourceCount(context, store, relation, targets());
    },
    addRowsTo: (set) => markSources(context, store, relation, targets(), set),
    list: () => listSources(context, store, relation, targets()),
  };
}

function sourcesOf(
  { model }: MatchContext,
  store: CollectionStore,
  relation: Relation,
  id: number,
): readonly number[] {
  if (relation.link !== -1) return store.sourcesOf(relation, id);
  const target = model.storeOf(relation.target);
  return relation.owner === undefined ? [] : (target.find(id)?.links[relation.owner.link] ?? []);
}

function sourceCount(
  context: MatchContext,
  store: CollectionStore,
  relation: Relation,
  targets: Set<number>,
): number {
  let count = 0;
  for (const id of targets) count += sourcesOf(context, store, relation, id).length;
  return count;
}

function markSources(
  context: MatchContext,
  store: CollectionStore,
  relation: Relation,
  targets: Set<number>,
  set: RowBitmap,
): void {
  for (const target of targets) {
    const ids = sourcesOf(context, store, relation, target);
    context.countTests?.(ids.length);
    if (relation.link !== -1) {
      store.addRowsOfSources(relation, target, set);
      continue;
    }
    for (const id of ids) {
      const row = store.rowOf(id);
      if (row !== undefined) setBit(set, row);
    }
  }
}

function listSources(
  context: MatchContext,
  store: CollectionStore,
  relation: Relation,
  targets: Set<number>,
): IndexedDocument[] {
  const found = new Set<IndexedDocument>();
  for (const target of targets) {
    for (const id of sourcesOf(context, store, relation, target)) {
      const document = store.find(id);
      if (document !== undefined) found.add(document);
    }
  }
  return [...found];
}
