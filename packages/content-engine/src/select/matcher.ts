import type { CollectionStore } from '../model/collection-store.ts';
import type { IndexedDocument } from '../records/document.ts';
import { setBit, orBits, createRowBitmap, andBits, rowsOf } from '../indexes/row-bitmap.ts';
import type { RowBitmap } from '../indexes/row-bitmap.ts';

/** A filter bound to a collection's documents. */
export interface Matcher {
  test(document: IndexedDocument): boolean;
  /** About how many documents `mark` looks at; undefined when it cannot do better than all of them. */
  readonly estimate: number | undefined;
  /** Marks every document that matches. */
  addRowsTo(set: RowBitmap): void;
  /** Leaves of the marked documents those that match; only where neither this nor `mark` looks at documents. */
  retainMatching?(set: RowBitmap): void;
  /** The same as `mark` as a list, each once, without looking at the rest; only where few are looked at. */
  list?(): IndexedDocument[];
}

/** Up to this many are gathered in a list; beyond, marking rows is cheaper. */
const MAX_LISTED = 256;

/** All documents of a collection that a filter matches. */
export function matchAll(store: CollectionStore, matcher: Matcher): RowBitmap {
  const set = createRowBitmap(store.documents.length);
  matcher.addRowsTo(set);
  return set;
}

/** What a filter matches when that is few, and finding them needs no pass over the collection. */
export function listFew(matcher: Matcher): IndexedDocument[] | undefined {
  return matcher.estimate !== undefined && matcher.estimate <= MAX_LISTED ? matcher.list?.() : undefined;
}

export function scanWith(store: CollectionStore, test: Matcher['test']): Matcher['addRowsTo'] {
  return (set) => {
    for (const document of store.documents) if (document !== undefined && test(document)) setBit(set, document.row);
  };
}

/** What marking costs for a document, testing one costs that many times. */
const TEST_COST = 8;

/** Whether marking is worth it where another part has found so many already. */
const isCheaperByIndex = ({ estimate }: Matcher, found: number): boolean =>
  estimate !== undefined && estimate < found * TEST_COST;

/** Leaves of the marked documents those that match a part. */
function intersect(store: CollectionStore, part: Matcher, found: RowBitmap): void {
  if (part.retainMatching !== undefined) part.retainMatching(found);
  else andBits(found, matchAll(store, part).bits);
}

export function every(store: CollectionStore, parts: readonly Matcher[]): Matcher {
  const test = (document: IndexedDocument): boolean => parts.every((part) => part.test(document));
  let best: Matcher | undefined;
  for (const part of parts) {
    if (part.estimate !== undefined && (best?.estimate === undefined || part.estimate < best.estimate))
      best = part;
  }
  const first = best ?? parts.find(({ retainMatching }) => retainMatching !== undefined);
  const others = parts.filter((part) => part !== first);
  const everywhere = scanWith(store, test);
  const matchesOthers = (document: IndexedDocument): boolean => others.every((part) => part.test(document));
  return {
    test,
    estimate: best?.estimate,
    addRowsTo(set) {
      if (first === undefined) return everywhere(set);
      const few = listFew(first);
      if (few !== undefined) {
        for (const document of few) if (matchesOthers(document)) setBit(set, document.row);
        return;
      }
      const found = matchAll(store, first);
      const tested: Matcher[] = [];
      for (const part of others) {
        if (part.retainMatching !== undefined || isCheaperByIndex(part, found.count)) intersect(store, part, found);
        else tested.push(part);
      }
      if (tested.length === 0) return orBits(set, found.bits);
      for (const row of rowsOf(found)) {
        const document = store.documents[row];
        if (document !== undefined && tested.every((part) => part.test(document))) setBit(set, row);
      }
    },
    ...(parts.every(({ retainMatching }) => retainMatching !== undefined)
      ? {
          retainMatching(set: RowBitmap) {
            for (const part of parts) part.retainMatching?.(set);
          },
        }
      : {}),
    ...(best?.list === undefined ? {} : { list: () => (best.list?.() ?? []).filter(matchesOthers) }),
  };
}

export function some(store: CollectionStore, parts: readonly Matcher[]): Matcher {
  const test = (document: IndexedDocument): boolean => parts.some((part) => part.test(document));
  let estimate: number | undefined = 0;
  for (const part of parts) {
    estimate = part.estimate === undefined || estimate === undefined ? undefined : estimate + part.estimate;
  }
  const everywhere = scanWith(store, test);
  const isIndexed = parts.every((part) => part.estimate !== undefined || part.retainMatching !== undefined);
  const addRowsTo: Matcher['addRowsTo'] = (set) => {
    if (!isIndexed) return everywhere(set);
    for (const part of parts) part.addRowsTo(set);
  };
  return {
    test,
    estimate,
    addRowsTo,
    ...(parts.every(({ retainMatching }) => retainMatching !== undefined)
      ? { retainMatching: (set: RowBitmap) => andBits(set, matchAll(store, { test, estimate, addRowsTo }).bits) }
      : {}),
    ...(parts.every((part) => part.list !== undefined)
      ? { list: () => [...new Set(parts.flatMap((part) => part.list?.() ?? []))] }
      : {}),
  };
}
