import type { CollectionStore } from '../model/collection-store.ts';
import type { DocumentRecord } from '../records/document.ts';
import { addMatch, addMatches, createMatchSet, keepMatches, matchedSlots } from '../indexes/row-bitmap.ts';
import type { MatchSet } from '../indexes/row-bitmap.ts';

/** A filter bound to a collection's documents. */
export interface Matcher {
  test(record: DocumentRecord): boolean;
  /** About how many documents `mark` looks at; undefined when it cannot do better than all of them. */
  readonly estimate: number | undefined;
  /** Marks every document that matches. */
  mark(set: MatchSet): void;
  /** Leaves of the marked documents those that match; only where neither this nor `mark` looks at documents. */
  narrow?(set: MatchSet): void;
  /** The same as `mark` as a list, each once, without looking at the rest; only where few are looked at. */
  list?(): DocumentRecord[];
}

/** Up to this many are gathered in a list; beyond, marking slots is cheaper. */
const FEW = 256;

/** All documents of a collection that a filter matches. */
export function matchAll(store: CollectionStore, matcher: Matcher): MatchSet {
  const set = createMatchSet(store.records.length);
  matcher.mark(set);
  return set;
}

/** What a filter matches when that is few, and finding them needs no pass over the collection. */
export function listFew(matcher: Matcher): DocumentRecord[] | undefined {
  return matcher.estimate !== undefined && matcher.estimate <= FEW ? matcher.list?.() : undefined;
}

export function markByTest(store: CollectionStore, test: Matcher['test']): Matcher['mark'] {
  return (set) => {
    for (const record of store.records) if (record !== undefined && test(record)) addMatch(set, record.slot);
  };
}

/** What marking costs for a document, testing one costs that many times. */
const TEST_COST = 8;

/** Whether marking is worth it where another part has found so many already. */
const isQuickBeside = ({ estimate }: Matcher, found: number): boolean =>
  estimate !== undefined && estimate < found * TEST_COST;

/** Leaves of the marked documents those that match a part. */
function narrowBy(store: CollectionStore, part: Matcher, found: MatchSet): void {
  if (part.narrow !== undefined) part.narrow(found);
  else keepMatches(found, matchAll(store, part).bits);
}

export function every(store: CollectionStore, parts: readonly Matcher[]): Matcher {
  const test = (record: DocumentRecord): boolean => parts.every((part) => part.test(record));
  let best: Matcher | undefined;
  for (const part of parts) {
    if (part.estimate !== undefined && (best?.estimate === undefined || part.estimate < best.estimate))
      best = part;
  }
  const first = best ?? parts.find(({ narrow }) => narrow !== undefined);
  const others = parts.filter((part) => part !== first);
  const everywhere = markByTest(store, test);
  const matchesOthers = (record: DocumentRecord): boolean => others.every((part) => part.test(record));
  return {
    test,
    estimate: best?.estimate,
    mark(set) {
      if (first === undefined) return everywhere(set);
      const few = listFew(first);
      if (few !== undefined) {
        for (const record of few) if (matchesOthers(record)) addMatch(set, record.slot);
        return;
      }
      const found = matchAll(store, first);
      const tested: Matcher[] = [];
      for (const part of others) {
        if (part.narrow !== undefined || isQuickBeside(part, found.count)) narrowBy(store, part, found);
        else tested.push(part);
      }
      if (tested.length === 0) return addMatches(set, found.bits);
      for (const slot of matchedSlots(found)) {
        const record = store.records[slot];
        if (record !== undefined && tested.every((part) => part.test(record))) addMatch(set, slot);
      }
    },
    ...(parts.every(({ narrow }) => narrow !== undefined)
      ? {
          narrow(set: MatchSet) {
            for (const part of parts) part.narrow?.(set);
          },
        }
      : {}),
    ...(best?.list === undefined ? {} : { list: () => (best.list?.() ?? []).filter(matchesOthers) }),
  };
}

export function some(store: CollectionStore, parts: readonly Matcher[]): Matcher {
  const test = (record: DocumentRecord): boolean => parts.some((part) => part.test(record));
  let estimate: number | undefined = 0;
  for (const part of parts) {
    estimate = part.estimate === undefined || estimate === undefined ? undefined : estimate + part.estimate;
  }
  const everywhere = markByTest(store, test);
  const isQuick = parts.every((part) => part.estimate !== undefined || part.narrow !== undefined);
  const mark: Matcher['mark'] = (set) => {
    if (!isQuick) return everywhere(set);
    for (const part of parts) part.mark(set);
  };
  return {
    test,
    estimate,
    mark,
    ...(parts.every(({ narrow }) => narrow !== undefined)
      ? { narrow: (set: MatchSet) => keepMatches(set, matchAll(store, { test, estimate, mark }).bits) }
      : {}),
    ...(parts.every((part) => part.list !== undefined)
      ? { list: () => [...new Set(parts.flatMap((part) => part.list?.() ?? []))] }
      : {}),
  };
}
