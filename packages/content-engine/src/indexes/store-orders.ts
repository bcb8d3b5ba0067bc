import { LRUCache } from 'lru-cache';
import { ColumnRanks } from './column-ranks.ts';
import type { IndexedDocument } from '../records/document.ts';
import { isLongText } from '../records/document.ts';
import { ComputedOrders } from './computed-orders.ts';
import type { ChangedAttributes, DocumentIndex } from './document-index.ts';
import type { Column } from '../schema/schema.ts';
import { createSortedOrder, documentComparator } from './sorted-order.ts';
import type { OrderColumn, SortedOrder } from './sorted-order.ts';
import { mapNumbers, sortedIndices } from './sorted-indices.ts';
import type { IndexKey } from './sorted-indices.ts';

const MAX_ORDERS = 12;

/** The documents that orders are built from. */
export interface OrderedDocuments {
  /** Documents by row. */
  readonly documents: readonly (IndexedDocument | undefined)[];
  all(): Iterable<IndexedDocument>;
  find(id: number): IndexedDocument | undefined;
}

const keyOf = (columns: readonly OrderColumn[]): string =>
  columns.map(({ column, descending }) => `${column.name}${descending ? ':desc' : ''}`).join(',');

/**
 * The sort orders of one collection: ranks of single columns, orders by columns, computed orders. All follow its changes.
 */
export class StoreOrders implements DocumentIndex {
  readonly computed: ComputedOrders;
  readonly #documents: OrderedDocuments;
  readonly #ranks = new Map<Column, ColumnRanks>();
  readonly #orders = new LRUCache<string, SortedOrder>({ max: MAX_ORDERS });

  constructor(documents: OrderedDocuments) {
    this.#documents = documents;
    this.computed = new ComputedOrders(documents);
  }

  /** The ranks of a column's values; built on first use. All long texts have rank 0. */
  ranksOf(column: Column): ColumnRanks {
    const cached = this.#ranks.get(column);
    if (cached !== undefined) return cached;
    const { documents } = this.#documents;
    const ranks = new ColumnRanks(documents.length, (row) => {
      const document = documents[row];
      if (document === undefined) return undefined;
      if (column.position === -1) return document.id;
      const value = document.values[column.position] ?? null;
      return isLongText(value) ? null : value;
    });
    this.#ranks.set(column, ranks);
    return ranks;
  }

  has(columns: readonly OrderColumn[]): boolean {
    return this.#orders.has(keyOf(columns));
  }

  /** Every document in this order. Built on first use and cached; the least recently used order is evicted. */
  order(columns: readonly OrderColumn[]): SortedOrder {
    const key = keyOf(columns);
    const cached = this.#orders.get(key);
    if (cached !== undefined) return cached;
    const order = this.#build(columns);
    this.#orders.set(key, order);
    return order;
  }

  insert(document: IndexedDocument): void {
    for (const order of this.#allOrders()) order.insert(document);
    for (const ranks of this.#ranks.values()) ranks.markChanged(document.row);
  }

  remove(document: IndexedDocument): void {
    for (const order of this.#allOrders()) order.remove(document);
    for (const ranks of this.#ranks.values()) ranks.markChanged(document.row);
  }

  change(document: IndexedDocument, changed: ChangedAttributes): () => void {
    const orders = [...this.#orders.values()].filter(({ columns }) =>
      columns.some(({ column }) => changed.has(column)),
    );
    for (const order of orders) order.remove(document);
    return () => {
      for (const order of orders) order.insert(document);
      for (const [column, ranks] of this.#ranks) if (changed.has(column)) ranks.markChanged(document.row);
    };
  }

  *#allOrders(): Generator<SortedOrder> {
    yield* this.#orders.values();
    yield* this.computed.values();
  }

  /** Sorts by the columns' ranks, so that every column, whatever its type, is sorted as integers. */
  #build(columns: readonly OrderColumn[]): SortedOrder {
    const documents: IndexedDocument[] = [];
    for (const document of this.#documents.documents) if (document !== undefined) documents.push(document);
    const key = (ranks: Uint32Array, descending: boolean): IndexKey => ({
      values: mapNumbers(documents, ({ row }) => ranks[row] ?? 0),
      descending,
    });
    // The sort is stable and ties are in the order of ids; rows mostly are in that order already.
    if (!isAscending(documents)) documents.sort((a, b) => a.id - b.id);
    const keys = columns.map(({ column, descending }) => key(this.ranksOf(column).ranks(), descending));
    const sorted: IndexedDocument[] = [];
    for (const index of sortedIndices(documents.length, keys)) {
      const document = documents[index];
      if (document !== undefined) sorted.push(document);
    }
    return createSortedOrder({ columns, compare: documentComparator(columns), documents: sorted });
  }
}

function isAscending(documents: readonly IndexedDocument[]): boolean {
  let previous = Number.NEGATIVE_INFINITY;
  for (const { id } of documents) {
    if (id < previous) return false;
    previous = id;
  }
  return true;
}
