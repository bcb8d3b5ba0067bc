import { validationError } from '@vidhi/contracts/errors.ts';
import type { ComputedSort } from '../query/query.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import { compareValues } from '../schema/column-value.ts';
import type { Comparable } from '../schema/column-value.ts';
import type { IndexedDocument } from '../records/document.ts';
import type { Filter } from '../query/filter.ts';
import { bindFilter, relatedIds, requireSearchableLongTexts } from './bind-filter.ts';
import { clearBit, hasBit, documentsAt } from '../indexes/row-bitmap.ts';
import type { RowBitmap } from '../indexes/row-bitmap.ts';
import type { MatchContext } from './bind-filter.ts';
import { listFew, matchAll } from './matcher.ts';
import type { SortKey } from '../query/query.ts';
import { lookUpResult } from './result-cache.ts';
import { documentComparator } from '../indexes/sorted-order.ts';
import type { OrderColumn, DocumentComparator, SortedOrder } from '../indexes/sorted-order.ts';

export interface ResultSet {
  readonly documents: readonly IndexedDocument[];
  readonly total: number;
}

export interface SelectRequest {
  readonly filter: Filter | null;
  readonly sort: readonly SortKey[];
  /** In place of a sort. */
  readonly order?: ComputedSort | undefined;
  readonly offset: number;
  readonly limit: number;
  /** Drafts and what is scheduled are selected too. */
  readonly includeUnpublished: boolean;
}

/** Selects one page of a collection and counts the rest, by the cheapest way through its indexes. */
export function selectPage(context: MatchContext, store: CollectionStore, request: SelectRequest): ResultSet {
  const { filter, sort, offset, limit, includeUnpublished } = request;
  const computed = computedOrder(context, store, request.order);
  const columns = computed === null ? plainOrder(sort) : [];
  const wholeOrder = (plain: readonly OrderColumn[]): SortedOrder => computed?.whole ?? store.order(plain);
  const sorted = (documents: IndexedDocument[]): IndexedDocument[] =>
    computed === null ? sortBy(context, store, documents, sort) : documents.sort(computed.whole.compare);
  if (filter === null) {
    const total = includeUnpublished ? store.size : store.publishedCount;
    if (offset >= total) return { documents: [], total };
    if (columns === null) {
      const all = [...store.all()].filter((document) => includeUnpublished || document.isPublished);
      return { documents: sorted(all).slice(offset, offset + limit), total };
    }
    return { documents: pageOf(store, wholeOrder(columns), request), total };
  }
  const cached =
    columns === null ? undefined : lookUpResult(context, store, filter, columns, includeUnpublished, computed?.key);
  if (cached?.documents !== undefined) {
    return { documents: cached.documents.slice(offset, offset + limit), total: cached.documents.length };
  }
  const matcher = bindFilter(context, store, filter);
  const few = listFew(matcher)?.filter((document) => includeUnpublished || document.isPublished);
  if (few !== undefined) {
    const all = sorted(few);
    cached?.keep?.(all);
    return { documents: all.slice(offset, offset + limit), total: all.length };
  }
  const matches = matchAll(store, matcher);
  if (!includeUnpublished) for (const row of store.unpublishedRows) clearBit(matches, row);
  const total = matches.count;
  if (offset >= total) return { documents: [], total };
  const end = Math.min(offset + limit, total);
  const keep = cached?.keep;
  const last = keep === undefined ? end : total;
  if (columns !== null && isScanCheaper(store.size, total, last)) {
    const found = scanMatches(wholeOrder(columns), matches, keep === undefined ? offset : 0, last);
    keep?.(found);
    return { documents: keep === undefined ? found : found.slice(offset, end), total };
  }
  const all = sorted(documentsAt(matches, store.documents));
  keep?.(all);
  return { documents: all.slice(offset, end), total };
}

interface NamedOrder {
  readonly key: string;
  readonly whole: SortedOrder;
}

/** The order that a query asks for by name, kept from the first query that asks for it. */
function computedOrder(
  { model }: MatchContext,
  store: CollectionStore,
  asked: ComputedSort | undefined,
): NamedOrder | null {
  if (asked === undefined) return null;
  const { name, order, argument } = asked;
  const seed = order.seedOf(argument, model.now());
  if (seed === null) throw validationError(`Invalid sort parameter ${name}:${argument ?? ''}`);
  const key = `${name}:${seed}`;
  return { key, whole: store.computedOrders.get(key, (id) => order.sortKeyOf(id, seed)) };
}

/** All that match, sorted: for relations, whose documents are few. */
export function sortBy(
  context: MatchContext,
  store: CollectionStore,
  documents: IndexedDocument[],
  sort: readonly SortKey[],
): IndexedDocument[] {
  const columns = plainOrder(sort);
  if (columns !== null) return documents.sort(documentComparator(columns));
  const compare = keyComparator(documents, bindSort(context, store, sort));
  return documents.sort((a, b) => compare(a, b) || a.id - b.id);
}

/** The sort as columns of the collection itself, or null when it goes through relations or long texts. */
export function plainOrder(sort: readonly SortKey[]): OrderColumn[] | null {
  const columns: OrderColumn[] = [];
  for (const { joins, column, descending } of sort) {
    if (joins.length > 0 || column.longText) return null;
    columns.push({ column, descending });
  }
  return columns;
}

/** A sort key bound to a collection's documents. */
export interface BoundSortKey {
  readonly descending: boolean;
  valueOf(document: IndexedDocument): Comparable;
}

/** Where a sort key reads its values. */
function sortedStore({ model }: MatchContext, store: CollectionStore, { joins }: SortKey): CollectionStore {
  const last = joins.at(-1);
  return last === undefined ? store : model.storeOf(last.target);
}

/** Binds a sort; what one of its keys read through relations it remembers for as long as it is used. */
export function bindSort(
  context: MatchContext,
  store: CollectionStore,
  sort: readonly SortKey[],
): BoundSortKey[] {
  const longTexts = sort.filter(({ column }) => column.longText);
  requireSearchableLongTexts(...longTexts.map((key) => sortedStore(context, store, key)));
  return sort.map((key) => ({ descending: key.descending, valueOf: bindSortKey(context, store, key) }));
}

/** Compares by keys that are read once per document, and by nothing else. */
export function keyComparator(
  documents: readonly IndexedDocument[],
  sort: readonly BoundSortKey[],
): DocumentComparator {
  const keys = new Map(
    documents.map((document) => [document, sort.map(({ valueOf }) => valueOf(document))] as const),
  );
  return (a, b) => {
    const left = keys.get(a);
    const right = keys.get(b);
    for (const [index, { descending }] of sort.entries()) {
      const order = compareValues(left?.[index] ?? null, right?.[index] ?? null);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  };
}

/**
 * Of several related values the one that comes first in the direction asked for. Each document on the way is looked
 * at once, however many paths lead to it.
 */
function bindSortKey(
  context: MatchContext,
  store: CollectionStore,
  { joins, column, descending }: SortKey,
): BoundSortKey['valueOf'] {
  const [relation, ...rest] = joins;
  if (relation === undefined) return (document) => store.value(document, column);
  const target = context.model.storeOf(relation.target);
  const relatedValue = bindSortKey(context, target, { joins: rest, column, descending });
  const known = new Map<IndexedDocument, Comparable>();
  return (document) => {
    const before = known.get(document);
    if (before !== undefined) return before;
    let best: Comparable | undefined;
    for (const id of relatedIds(context.model, store.schema, document, relation)) {
      const related = target.find(id);
      if (related === undefined || !(context.seesUnpublished || related.isPublished)) continue;
      const value = relatedValue(related);
      if (best === undefined || compareValues(value, best) < 0 !== descending) best = value;
    }
    known.set(document, best ?? null);
    return best ?? null;
  };
}

/** One page of a whole order, without what is hidden. */
function pageOf(
  store: CollectionStore,
  order: SortedOrder,
  { offset, limit, includeUnpublished }: Pick<SelectRequest, 'offset' | 'limit' | 'includeUnpublished'>,
): readonly IndexedDocument[] {
  const { documents } = order;
  if (includeUnpublished || store.unpublishedRows.size === 0) return documents.slice(offset, offset + limit);
  const page: IndexedDocument[] = [];
  for (let at = skipPublished(store, order, offset); at < documents.length && page.length < limit; at += 1) {
    const document = documents[at];
    if (document?.isPublished === true) page.push(document);
  }
  return page;
}

/** Finding a document's place in an order costs as much as looking at so many documents. */
const SEARCH_COST = 32;

/** Where in an order the page begins that has so many visible documents before it. */
function skipPublished(
  { documents: byRow, unpublishedRows }: CollectionStore,
  order: SortedOrder,
  count: number,
): number {
  const { documents } = order;
  if (unpublishedRows.size * SEARCH_COST < count) {
    const includeUnpublished: number[] = [];
    for (const row of unpublishedRows) {
      const document = byRow[row];
      if (document !== undefined) includeUnpublished.push(order.indexOf(document));
    }
    let at = count;
    for (const place of includeUnpublished.sort((a, b) => a - b)) {
      if (place > at) break;
      at += 1;
    }
    return at;
  }
  let at = 0;
  for (let seen = 0; seen < count; at += 1) if (documents[at]?.isPublished === true) seen += 1;
  return at;
}

/** Sorting n takes n·log n comparisons; walking takes the share of the whole order up to the page's end. */
function isScanCheaper(size: number, matches: number, end: number): boolean {
  if (matches < 64) return false;
  return (end * size) / matches < matches * Math.log2(matches) * 4;
}

function scanMatches(
  { documents, rows }: SortedOrder,
  matches: RowBitmap,
  offset: number,
  end: number,
): IndexedDocument[] {
  const page: IndexedDocument[] = [];
  let seen = 0;
  for (let at = 0; at < rows.length; at += 1) {
    if (!hasBit(matches, rows[at] ?? 0)) continue;
    const document = documents[at];
    if (seen >= offset && document !== undefined) page.push(document);
    seen += 1;
    if (seen === end) break;
  }
  return page;
}
