import type { CollectionStore } from '../model/collection-store.ts';
import type { Comparable } from '../schema/column-value.ts';
import { isBody } from '../records/document.ts';
import type { DocumentRecord } from '../records/document.ts';
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
  readonly seesDrafts: boolean;
  /** Told of every text that is searched, of the long ones whatever they are compared for. */
  readonly countText?: CountText;
  /** Told of every other value that is tested. */
  readonly countTests?: CountTests;
}

const TEXT_SCAN_SHARE = 16;
/** How many rows may be looked at for the price of one test of a value. */
const SLOTS_PER_TEST = 16;
/** Up to this many documents of a related collection are matched at once; beyond, as they are met. */
const EAGER_TARGETS = 20_000;

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
): (record: DocumentRecord) => Comparable {
  if (!column.body) {
    if (test.op !== 'like') {
      return (record) => {
        countTests?.(1);
        return store.value(record, column);
      };
    }
    return (record) => {
      const value = store.value(record, column);
      countText?.(COMPARISON + (typeof value === 'string' ? value.length : 0));
      return value;
    };
  }
  return (record) => {
    countTests?.(1);
    const kept = record.values[column.position] ?? null;
    if (!isBody(kept)) return kept;
    if (test.op === 'null') return '';
    countText?.(kept.length);
    return store.value(record, column);
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
  const test = (record: DocumentRecord): boolean => compiled(valueOf(record)) === wanted;
  if (column.body && columnTest.op !== 'null') requireSearchableBodies(store);
  if (wanted && columnTest.op === 'in' && (column.position === -1 || store.isIndexed(column))) {
    const { values } = columnTest;
    const list = (): DocumentRecord[] => {
      const found = new Set<DocumentRecord>();
      for (const value of values) {
        const record = findRecord(store, column, value);
        if (record !== undefined) found.add(record);
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
    !column.body
  ) {
    return bindContains(store, column, columnTest.needle, test);
  }
  const codes = columnTest.op === 'like' || column.body ? null : store.dictionaryColumn(column);
  if (codes !== null) return bindCodes(context, store, codes, test, (value) => compiled(value) === wanted);
  return { test, estimate: undefined, addRowsTo: scanWith(store, test) };
}

function bindCodes(
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
      const rows = store.records.length;
      codes.addRowsTo(passing(rows), set, rows);
    },
    retainMatching: (set) => codes.retainMatching(passing(set.count), set),
  };
}

function bindContains(
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

function findRecord(
  store: CollectionStore,
  column: Column,
  value: string | number | null,
): DocumentRecord | undefined {
  if (value === null) return undefined;
  if (column.position !== -1) return store.findByUnique(column, value);
  return typeof value === 'number' ? store.find(value) : undefined;
}

/** Refuses to read all long texts of these collections where they are too long together. */
export function requireSearchableBodies(...stores: readonly CollectionStore[]): void {
  let bytes = 0;
  for (const store of stores) {
    for (const column of store.schema.columns) if (column.body) bytes += store.bodyBytes(column);
  }
  if (bytes > QUERY_BUDGET.searchedBodyBytes) throw overBudget('too much text to search');
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

/** Ids of the documents that a record is related to, in the order of the wire. */
export function relatedIds(
  model: ReadModel,
  schema: Schema,
  record: DocumentRecord,
  relation: Relation,
): readonly number[] {
  if (relation.link !== -1) return record.links[relation.link] ?? [];
  if (relation.owner === undefined) throw new Error(`${schema.name}.${relation.name} has no owning side`);
  return model.storeOf(relation.target).sourcesOf(relation.owner, record.id);
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
  const { model, seesDrafts } = context;
  const target = model.storeOf(relation.target);
  const matcher = bindFilter(context, target, part, wanted);
  const absentMatches = matchesNothing(part, wanted);
  const exists = (record: DocumentRecord | undefined): record is DocumentRecord =>
    record !== undefined && (seesDrafts || record.visible);
  let matching: Set<number> | undefined;
  const targets = (): Set<number> => {
    matching ??= new Set(
      documentsAt(matchAll(target, matcher), target.records)
        .filter(exists)
        .map(({ id }) => id),
    );
    return matching;
  };
  const isEager = target.size <= EAGER_TARGETS || matcher.estimate !== undefined;
  const matchesTarget = (id: number): boolean => {
    if (isEager) return targets().has(id);
    const record = target.find(id);
    return exists(record) && matcher.test(record);
  };
  const test = (record: DocumentRecord): boolean => {
    const ids = relatedIds(model, store.schema, record, relation);
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
): DocumentRecord[] {
  const found = new Set<DocumentRecord>();
  for (const target of targets) {
    for (const id of sourcesOf(context, store, relation, target)) {
      const record = store.find(id);
      if (record !== undefined) found.add(record);
    }
  }
  return [...found];
}
