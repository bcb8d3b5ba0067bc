/**
 * `select/` executes queries: compiles filters and sort keys against the indexes (`bind-filter.ts`, `sort-keys.ts`),
 * plans and selects a page (this file), caches result sets, counts facets and related documents, and makes suggestions.
 */
import { validationError } from '@vidhi/contracts/errors.ts';
import type { Filter } from '../query/filter.ts';
import type { ComputedSort, SortKey } from '../query/query.ts';
import type { LinkedSelectRequest, SelectRequest } from '../query/select-query.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import type { IndexedDocument } from '../records/document.ts';
import { bindFilter } from './bind-filter.ts';
import { bindLink } from './bind-link.ts';
import { clearBit, hasBit, documentsAt } from '../indexes/row-bitmap.ts';
import type { RowBitmap } from '../indexes/row-bitmap.ts';
import type { MatchContext } from './match-context.ts';
import { every, listFew, matchAll } from './compiled-filter.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import { COST } from '../query/query-cost.ts';
import { lookUpResult } from './result-cache.ts';
import { bindSort, sortDocuments } from './sort-keys.ts';
import type { OrderColumn, SortedOrder } from '../indexes/sorted-order.ts';

export interface ResultSet {
  /** The documents of the page. */
  readonly documents: readonly IndexedDocument[];
  /** Number of documents on all pages. */
  readonly total: number;
}

/**
 * Executes filter, sort and page: scans a sorted order, or collects and sorts the matches, whichever is cheaper. Throws
 * 400 when the query costs too much.
 */
export function selectPage(
  context: MatchContext,
  store: CollectionStore,
  request: LinkedSelectRequest,
): ResultSet {
  const { filter, links = [], sort, offset, limit, includeUnpublished } = request;
  const { cost } = context;
  const computed = computedOrder(context, store, request.order);
  const columns = computed === null ? plainOrder(sort) : [];
  const wholeOrder = (plain: readonly OrderColumn[]): SortedOrder => {
    if (computed !== null) return computed.whole;
    cost.charge(orderCost(store, plain), SORTED);
    return store.order(plain);
  };
  const sorted = (documents: IndexedDocument[]): IndexedDocument[] => {
    if (computed === null) return sortBy(context, store, documents, sort);
    cost.charge(documents.length * Math.log2(documents.length + 1) * COST.comparison, SORTED);
    return documents.sort(computed.whole.compare);
  };
  if (filter === null && links.length === 0) {
    const total = includeUnpublished ? store.size : store.publishedCount;
    if (offset >= total) return { documents: [], total };
    if (columns === null) {
      cost.charge(store.size * COST.document, SORTED);
      const all = [...store.all()].filter((document) => includeUnpublished || document.isPublished);
      return { documents: sorted(all).slice(offset, offset + limit), total };
    }
    const order = wholeOrder(columns);
    cost.charge(pageCost(store, request), SORTED);
    return { documents: pageOf(store, order, request), total };
  }
  const cached =
    columns === null
      ? undefined
      : lookUpResult(
          context,
          store,
          filter ?? NO_CONDITION,
          columns,
          includeUnpublished,
          [computed?.key ?? '', ...links.map(({ relation, id }) => `${relation.name}=${id}`)].join(' '),
        );
  if (cached?.documents !== undefined) {
    return { documents: cached.documents.slice(offset, offset + limit), total: cached.documents.length };
  }
  const compiledFilter = bindConditions(context, store, request);
  const few = listFew(compiledFilter)?.filter((document) => includeUnpublished || document.isPublished);
  if (few !== undefined) {
    const all = sorted(few);
    cached?.store?.(all);
    return { documents: all.slice(offset, offset + limit), total: all.length };
  }
  const matches = matchAll(store, compiledFilter);
  cost.charge(store.documents.length / 16 + (includeUnpublished ? 0 : store.unpublishedRows.size), SORTED);
  if (!includeUnpublished) for (const row of store.unpublishedRows) clearBit(matches, row);
  const total = matches.count;
  if (offset >= total) return { documents: [], total };
  const end = Math.min(offset + limit, total);
  const cacheResult = cached?.store;
  const last = cacheResult === undefined ? end : total;
  const scanned = columns === null ? undefined : (last * store.size) / total;
  if (
    columns !== null &&
    scanned !== undefined &&
    isScanCheaper(store, columns, total, scanned, computed !== null)
  ) {
    cost.charge(scanned * COST.row + last * COST.document, SORTED);
    const found = scanMatches(wholeOrder(columns), matches, cacheResult === undefined ? offset : 0, last);
    cacheResult?.(found);
    return { documents: cacheResult === undefined ? found : found.slice(offset, end), total };
  }
  cost.charge(total * COST.document, SORTED);
  const all = sorted(documentsAt(matches, store.documents));
  cacheResult?.(all);
  return { documents: all.slice(offset, end), total };
}

const NO_CONDITION: Filter = { kind: 'and', parts: [] };

function bindConditions(
  context: MatchContext,
  store: CollectionStore,
  { filter, links = [] }: LinkedSelectRequest,
): CompiledFilter {
  const own = filter === null ? [] : [bindFilter(context, store, filter)];
  const [only, ...others] = [...own, ...links.map((link) => bindLink(context, store, link))];
  return only !== undefined && others.length === 0
    ? only
    : every(context, store, only === undefined ? [] : [only, ...others]);
}

interface NamedOrder {
  readonly key: string;
  readonly whole: SortedOrder;
}

/** Returns the computed order that a query names. Throws 400 for an invalid argument. */
function computedOrder(
  { model }: MatchContext,
  store: CollectionStore,
  sort: ComputedSort | undefined,
): NamedOrder | null {
  if (sort === undefined) return null;
  const { name, order, argument } = sort;
  const seed = order.seedOf(argument, model.now());
  if (seed === null) throw validationError(`Invalid sort parameter ${name}:${argument ?? ''}`);
  const key = `${name}:${seed}`;
  return { key, whole: store.computedOrders.get(key, (id) => order.sortKeyOf(id, seed)) };
}

/** Sorts the matches. Ties are in the order of ids. */
function sortBy(
  context: MatchContext,
  store: CollectionStore,
  documents: IndexedDocument[],
  sort: readonly SortKey[],
): IndexedDocument[] {
  const keys = bindSort(context, store, [...sort, { joins: [], column: store.schema.id, descending: false }]);
  return sortDocuments(context, documents, keys);
}

/** Returns the sort as columns of the collection itself; null when it follows a relation or sorts by a long text. */
export function plainOrder(sort: readonly SortKey[]): OrderColumn[] | null {
  const columns: OrderColumn[] = [];
  for (const { joins, column, descending } of sort) {
    if (joins.length > 0 || column.longText) return null;
    columns.push({ column, descending });
  }
  return columns;
}

/** Returns one page of an order, by default without unpublished documents. */
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

/** The binary search for a document in an order costs as much as reading so many documents. */
const SEARCH_COST = 32;

/** Returns the index in an order that has `count` published documents before it. */
function skipPublished(
  { documents: byRow, unpublishedRows }: CollectionStore,
  order: SortedOrder,
  count: number,
): number {
  const { documents } = order;
  if (unpublishedRows.size * SEARCH_COST < count) {
    const skipped: number[] = [];
    for (const row of unpublishedRows) {
      const document = byRow[row];
      if (document !== undefined) skipped.push(order.indexOf(document));
    }
    let at = count;
    for (const index of skipped.sort((a, b) => a - b)) {
      if (index > at) break;
      at += 1;
    }
    return at;
  }
  let at = 0;
  for (let matched = 0; matched < count; at += 1) if (documents[at]?.isPublished === true) matched += 1;
  return at;
}

const SORTED = 'too many documents to sort';

/** Query cost of building an order; 0 when it is cached. */
function orderCost(store: CollectionStore, columns: readonly OrderColumn[]): number {
  return store.hasOrder(columns) ? 0 : store.size * COST.sortKey * (1 + columns.length);
}

/** Query cost of one page of an unfiltered list. */
function pageCost(store: CollectionStore, { offset, limit, includeUnpublished }: SelectRequest): number {
  const scanned =
    includeUnpublished || store.unpublishedRows.size === 0
      ? 0
      : Math.min(offset, store.unpublishedRows.size * SEARCH_COST);
  return scanned * COST.value + Math.min(limit, store.size) * COST.document;
}

/** Compares sorting, which reads every key of all matches, with scanning the sorted order up to the end of the page. */
function isScanCheaper(
  store: CollectionStore,
  columns: readonly OrderColumn[],
  matches: number,
  scanned: number,
  isComputed: boolean,
): boolean {
  if (matches < 64) return false;
  const buildCost = isComputed ? 0 : orderCost(store, columns);
  return buildCost + scanned * COST.row < matches * COST.sortKey * 2 * (1 + columns.length);
}

/** Returns the documents in order whose bits are set, from the match number `offset` to `end`. */
function scanMatches(
  { documents, rows }: SortedOrder,
  matches: RowBitmap,
  offset: number,
  end: number,
): IndexedDocument[] {
  const page: IndexedDocument[] = [];
  let matched = 0;
  for (let at = 0; at < rows.length; at += 1) {
    if (!hasBit(matches, rows[at] ?? 0)) continue;
    const document = documents[at];
    if (matched >= offset && document !== undefined) page.push(document);
    matched += 1;
    if (matched === end) break;
  }
  return page;
}
