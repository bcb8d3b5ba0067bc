import type { CollectionStore } from '../model/collection-store.ts';
import type { IndexedDocument } from '../records/document.ts';
import { setBit, orBits, createRowBitmap, andBits, rowsOf } from '../indexes/row-bitmap.ts';
import type { RowBitmap } from '../indexes/row-bitmap.ts';
import type { QueryCost } from '../query/query-cost.ts';

interface Charged {
  readonly cost: QueryCost;
}

/** A compiled filter: a predicate on the documents of one collection, and ways to evaluate it through the indexes. */
export interface CompiledFilter {
  /** Evaluates the predicate on one document. */
  test(document: IndexedDocument): boolean;
  /** Selectivity estimate: about how many documents `addRowsTo` reads; undefined when it reads all of them. */
  readonly estimate: number | undefined;
  /** Adds the rows of all matching documents. */
  addRowsTo(set: RowBitmap): void;
  /** Removes the rows that do not match. Present only where neither this nor `addRowsTo` reads documents. */
  retainMatching?(set: RowBitmap): void;
  /** All matching documents, without duplicates. Present only where an index lists them without a pass over the rest. */
  list?(): IndexedDocument[];
}

/** Above this estimate a bitmap of rows is cheaper than a list of documents. */
const MAX_LISTED = 256;

/** Returns the rows of all documents that match. */
export function matchAll(store: CollectionStore, compiledFilter: CompiledFilter): RowBitmap {
  const set = createRowBitmap(store.documents.length);
  compiledFilter.addRowsTo(set);
  return set;
}

/** Returns the matching documents, when they are few and an index lists them; otherwise undefined. */
export function listFew(compiledFilter: CompiledFilter): IndexedDocument[] | undefined {
  return compiledFilter.estimate !== undefined && compiledFilter.estimate <= MAX_LISTED
    ? compiledFilter.list?.()
    : undefined;
}

/** Returns an `addRowsTo` that tests every document of the collection. */
export function scanWith(store: CollectionStore, test: CompiledFilter['test']): CompiledFilter['addRowsTo'] {
  return (set) => {
    for (const document of store.documents)
      if (document !== undefined && test(document)) setBit(set, document.row);
  };
}

/** Query cost of creating one bitmap of a collection and combining it with another. */
const bitmapCost = (store: CollectionStore): number => store.documents.length / 16;

/** Testing one document costs as much as adding so many rows from an index. */
const TEST_COST = 8;

/** Returns whether evaluating a part through its index is cheaper than testing the rows found so far. */
const isCheaperByIndex = ({ estimate }: CompiledFilter, found: number): boolean =>
  estimate !== undefined && estimate < found * TEST_COST;

const CONDITIONS = 'too many conditions on too many documents';

function intersect(store: CollectionStore, part: CompiledFilter, found: RowBitmap): void {
  if (part.retainMatching !== undefined) part.retainMatching(found);
  else andBits(found, matchAll(store, part).bits);
}

/** Conjunction: evaluates the most selective part through its index and applies the others to what it found. */
export function every(
  { cost }: Charged,
  store: CollectionStore,
  parts: readonly CompiledFilter[],
): CompiledFilter {
  const test = (document: IndexedDocument): boolean => parts.every((part) => part.test(document));
  let best: CompiledFilter | undefined;
  let estimate: number | undefined;
  for (const part of parts) {
    const own = part.estimate;
    if (own !== undefined && (estimate === undefined || own < estimate)) [best, estimate] = [part, own];
  }
  const first = best ?? parts.find((part) => part.retainMatching !== undefined);
  const others = parts.filter((part) => part !== first);
  const scan = scanWith(store, test);
  const matchesOthers = (document: IndexedDocument): boolean => others.every((part) => part.test(document));
  return {
    test,
    estimate,
    addRowsTo(set) {
      cost.charge(parts.length * bitmapCost(store), CONDITIONS);
      if (first === undefined) return scan(set);
      const few = listFew(first);
      if (few !== undefined) {
        for (const document of few) if (matchesOthers(document)) setBit(set, document.row);
        return;
      }
      const found = matchAll(store, first);
      const tested: CompiledFilter[] = [];
      for (const part of others) {
        if (part.retainMatching !== undefined || isCheaperByIndex(part, found.count))
          intersect(store, part, found);
        else tested.push(part);
      }
      if (tested.length === 0) return orBits(set, found.bits);
      for (const row of rowsOf(found)) {
        const document = store.documents[row];
        if (document !== undefined && tested.every((part) => part.test(document))) setBit(set, row);
      }
    },
    ...(parts.every((part) => part.retainMatching !== undefined)
      ? {
          retainMatching(set: RowBitmap) {
            for (const part of parts) part.retainMatching?.(set);
          },
        }
      : {}),
    ...(best?.list === undefined ? {} : { list: () => (best.list?.() ?? []).filter(matchesOthers) }),
  };
}

/** Disjunction: the union of its parts when all of them are indexed, otherwise one scan. */
export function some(
  { cost }: Charged,
  store: CollectionStore,
  parts: readonly CompiledFilter[],
): CompiledFilter {
  const test = (document: IndexedDocument): boolean => parts.some((part) => part.test(document));
  let estimate: number | undefined = 0;
  for (const part of parts) {
    const own = part.estimate;
    estimate = own === undefined || estimate === undefined ? undefined : estimate + own;
  }
  const scan = scanWith(store, test);
  const isIndexed = parts.every((part) => part.estimate !== undefined || part.retainMatching !== undefined);
  const addRowsTo: CompiledFilter['addRowsTo'] = (set) => {
    if (!isIndexed) return scan(set);
    cost.charge(parts.length * bitmapCost(store), CONDITIONS);
    for (const part of parts) part.addRowsTo(set);
  };
  return {
    test,
    estimate,
    addRowsTo,
    ...(parts.every((part) => part.retainMatching !== undefined)
      ? {
          retainMatching: (set: RowBitmap) =>
            andBits(set, matchAll(store, { test, estimate, addRowsTo }).bits),
        }
      : {}),
    ...(parts.every((part) => part.list !== undefined)
      ? { list: () => [...new Set(parts.flatMap((part) => part.list?.() ?? []))] }
      : {}),
  };
}
