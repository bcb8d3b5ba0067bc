import { LRUCache } from 'lru-cache';
import type { IndexedDocument } from '../records/document.ts';
import { createSortedOrder } from './sorted-order.ts';
import type { DocumentComparator, SortedOrder } from './sorted-order.ts';

const MAX_CACHED_ORDERS = 4;
/** Sort keys computed between two yields: about a millisecond of hashing. */
const DOCUMENTS_PER_STEP = 500;
/** Number of documents that may change while an order is built; beyond it the order is built again. */
const MAX_CATCH_UP_CHANGES = 1_000;
const MAX_ATTEMPTS = 3;

/** Computes the sort key of a document from its id. */
export type SortKeyOf = (id: number) => string;

/** The documents that orders are built from. */
export interface Documents {
  all(): Iterable<IndexedDocument>;
  find(id: number): IndexedDocument | undefined;
}

/** Orders of a collection by sort keys that are computed from ids. The least recently used are evicted. */
export class ComputedOrders {
  readonly #documents: Documents;
  readonly #orders = new LRUCache<string, SortedOrder>({ max: MAX_CACHED_ORDERS });

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  values(): Iterable<SortedOrder> {
    return this.#orders.values();
  }

  /** Returns the order with this key. Built on first use, then updated with each write. */
  get(key: string, sortKeyOf: SortKeyOf): SortedOrder {
    const cached = this.#orders.get(key);
    if (cached !== undefined) return cached;
    const steps = buildOrder(sortKeyOf, [...this.#documents.all()]);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    this.#orders.set(key, step.value);
    return step.value;
  }

  /** Builds an order ahead of the first query, awaiting `yieldToOthers` between short steps. */
  async prepare(key: string, sortKeyOf: SortKeyOf, yieldToOthers: () => Promise<void>): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !this.#orders.has(key); attempt += 1) {
      const documents = [...this.#documents.all()];
      const steps = buildOrder(sortKeyOf, documents);
      let step = steps.next();
      while (step.done !== true) {
        await yieldToOthers();
        step = steps.next();
      }
      if (!this.#orders.has(key) && this.#catchUp(step.value, documents)) this.#orders.set(key, step.value);
    }
  }

  /** Applies inserts and removals made while the order was built. Returns false when there are too many. */
  #catchUp(order: SortedOrder, documents: readonly IndexedDocument[]): boolean {
    const removed = documents.filter((document) => this.#documents.find(document.id) !== document);
    const included = new Set(documents);
    const inserted = [...this.#documents.all()].filter((document) => !included.has(document));
    if (removed.length + inserted.length > MAX_CATCH_UP_CHANGES) return false;
    for (const document of removed) order.remove(document);
    for (const document of inserted) order.insert(document);
    return true;
  }
}

/** Computes the sort keys, groups documents by key prefix and sorts each group, so that every step is short. */
function* buildOrder(
  sortKeyOf: SortKeyOf,
  documents: readonly IndexedDocument[],
): Generator<void, SortedOrder> {
  const sortKeys = new Map<number, string>();
  const cachedKeyOf = ({ id }: IndexedDocument): string => {
    const cached = sortKeys.get(id);
    if (cached !== undefined) return cached;
    const sortKey = sortKeyOf(id);
    sortKeys.set(id, sortKey);
    return sortKey;
  };
  const compare: DocumentComparator = (a, b) => {
    const [left, right] = [cachedKeyOf(a), cachedKeyOf(b)];
    return left === right ? a.id - b.id : left < right ? -1 : 1;
  };
  const byPrefix = new Map<string, IndexedDocument[]>();
  for (const [at, document] of documents.entries()) {
    const prefix = cachedKeyOf(document).slice(0, 2);
    const group = byPrefix.get(prefix);
    if (group === undefined) byPrefix.set(prefix, [document]);
    else group.push(document);
    if (at % DOCUMENTS_PER_STEP === DOCUMENTS_PER_STEP - 1) yield;
  }
  const sorted: IndexedDocument[] = [];
  for (const prefix of [...byPrefix.keys()].sort()) {
    const group = byPrefix.get(prefix) ?? [];
    for (const document of group.sort(compare)) sorted.push(document);
    if (sorted.length % DOCUMENTS_PER_STEP < group.length) yield;
  }
  return createSortedOrder({ columns: [], compare, documents: sorted });
}
