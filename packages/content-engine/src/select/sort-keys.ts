import type { CollectionStore } from '../model/collection-store.ts';
import { compareValues } from '../schema/column-value.ts';
import type { IndexedDocument } from '../records/document.ts';
import { requireSearchableLongTexts } from './bind-filter.ts';
import { relatedIds } from './relation-sources.ts';
import type { MatchContext } from '../select/match-context.ts';
import type { SortKey } from '../query/query.ts';
import { COST } from '../query/query-cost.ts';
import type { Column } from '../schema/schema.ts';
import { PASSES_PER_KEY, mapNumbers, sortedIndices } from '../indexes/sorted-indices.ts';

const SORTED = 'too many documents to sort';

/** A sort key bound to a collection's documents. */
export interface BoundSortKey {
  readonly descending: boolean;
  /** The rank of the document's value in its column; equal values have equal ranks. */
  sortKeyOf(document: IndexedDocument): number;
}

/** Binds a sort. The bound keys memoize what they read through relations, so they serve one query only. */
export function bindSort(
  context: MatchContext,
  store: CollectionStore,
  sort: readonly SortKey[],
): BoundSortKey[] {
  const longTexts = sort.filter(({ column }) => column.longText);
  requireSearchableLongTexts(
    context,
    longTexts.map(({ joins }) => {
      const last = joins.at(-1);
      return last === undefined ? store : context.model.storeOf(last.target);
    }),
  );
  return sort.map((key) => ({ descending: key.descending, sortKeyOf: bindSortKey(context, store, key) }));
}

/** Sorts by keys that are read once for each document. Stable. */
export function sortDocuments(
  { cost }: MatchContext,
  documents: readonly IndexedDocument[],
  sort: readonly BoundSortKey[],
): IndexedDocument[] {
  cost.charge(documents.length * sort.length * COST.sortKey * PASSES_PER_KEY, SORTED);
  const keys = sort.map(({ descending, sortKeyOf }) => ({
    descending,
    values: mapNumbers(documents, sortKeyOf),
  }));
  const sorted: IndexedDocument[] = [];
  for (const index of sortedIndices(documents.length, keys)) {
    const document = documents[index];
    if (document !== undefined) sorted.push(document);
  }
  return sorted;
}

/** Returns the ranks of a column by row. Charges for building them when the column has changed. */
function ranksOf({ cost }: MatchContext, store: CollectionStore, column: Column): Uint32Array {
  const ranks = store.ranksOf(column);
  if (ranks.isStale) cost.charge(store.size * COST.link, SORTED);
  return ranks.ranks();
}

interface TextRanks {
  readonly version: number;
  readonly ranks: Uint32Array;
}

const textRanks = new WeakMap<Column, TextRanks>();

/** Returns the ranks of a column of long texts by row. Reads all of them once for each version of the collection. */
function longTextRanks({ cost }: MatchContext, store: CollectionStore, column: Column): Uint32Array {
  const cached = textRanks.get(column);
  if (cached?.version === store.version) return cached.ranks;
  cost.charge(
    store.size * COST.longText + store.longTextBytes(column) * COST.longTextByte * 2,
    'too much text to search',
  );
  const values = [...store.all()].map((document) => ({
    row: document.row,
    value: store.value(document, column),
  }));
  values.sort((a, b) => compareValues(a.value, b.value));
  const ranks = new Uint32Array(store.documents.length);
  let rank = 0;
  let previous: string | number | null = null;
  for (const { row, value } of values) {
    if (value !== previous) rank += 1;
    previous = value;
    ranks[row] = rank;
  }
  textRanks.set(column, { version: store.version, ranks });
  return ranks;
}

/**
 * Binds a sort key. A key through relations sorts by the related value that comes first in its direction. Each
 * intermediate document is evaluated once, however many paths reach it.
 */
function bindSortKey(
  context: MatchContext,
  store: CollectionStore,
  { joins, column, descending }: SortKey,
): BoundSortKey['sortKeyOf'] {
  const [relation, ...rest] = joins;
  const { cost, model, seesUnpublished } = context;
  if (relation === undefined) {
    let ranks: Uint32Array | undefined;
    return ({ row }) => {
      ranks ??= column.longText ? longTextRanks(context, store, column) : ranksOf(context, store, column);
      return ranks[row] ?? 0;
    };
  }
  const target = model.storeOf(relation.target);
  const relatedRank = bindSortKey(context, target, { joins: rest, column, descending });
  /** Rank plus one by row; 0 where it is not computed yet. */
  let memo: Uint32Array | undefined;
  return (document) => {
    memo ??= new Uint32Array(store.documents.length);
    const memoized = memo[document.row] ?? 0;
    if (memoized > 0) return memoized - 1;
    const ids = relatedIds(model, store.schema, document, relation);
    cost.charge((1 + ids.length) * COST.link, SORTED);
    let best = -1;
    for (const id of ids) {
      const related = target.find(id);
      if (related === undefined || !(seesUnpublished || related.isPublished)) continue;
      const rank = relatedRank(related);
      if (best === -1 || rank < best !== descending) best = rank;
    }
    memo[document.row] = Math.max(best, 0) + 1;
    return Math.max(best, 0);
  };
}
