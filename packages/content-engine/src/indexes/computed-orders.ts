import type { IndexedDocument } from '../records/document.ts';
import { keepSorted } from './sorted-order.ts';
import type { DocumentComparator, SortedOrder } from './sorted-order.ts';

const MAX_CACHED_ORDERS = 4;
/** So many ranks are computed between two pauses: about a millisecond of hashing. */
const DOCUMENTS_PER_STEP = 500;
/** Above so many changes while an order was made, it is made once more. */
const MAX_CATCH_UP_CHANGES = 1_000;
const MAX_ATTEMPTS = 3;

/** Computes the rank of a document from its id. */
export type SortKeyOf = (id: number) => string;

/** Where the documents are that orders are made of. */
export interface Documents {
  all(): Iterable<IndexedDocument>;
  find(id: number): IndexedDocument | undefined;
}

/** Orders of a collection by ranks that are computed from ids; the least used are given up. */
export class ComputedOrders {
  readonly #documents: Documents;
  readonly #orders = new Map<string, SortedOrder>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  values(): Iterable<SortedOrder> {
    return this.#orders.values();
  }

  /** Made when it is first asked for under this key, and kept up to date. */
  get(key: string, sortKeyOf: SortKeyOf): SortedOrder {
    const cached = this.#orders.get(key);
    if (cached !== undefined) return this.#cache(key, cached);
    const steps = buildOrder(sortKeyOf, [...this.#documents.all()]);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    return this.#cache(key, step.value);
  }

  /** Makes an order with pauses for other work, so that nobody who asks for it later has to wait. */
  async prepare(key: string, sortKeyOf: SortKeyOf, yieldToOthers: () => Promise<void>): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !this.#orders.has(key); attempt += 1) {
      const documents = [...this.#documents.all()];
      const steps = buildOrder(sortKeyOf, documents);
      let step = steps.next();
      while (step.done !== true) {
        await yieldToOthers();
        step = steps.next();
      }
      if (!this.#orders.has(key) && this.#catchUp(step.value, documents)) this.#cache(key, step.value);
    }
  }

  /** Takes in what came and lets go what went while an order was made; not when that is much. */
  #catchUp(order: SortedOrder, documents: readonly IndexedDocument[]): boolean {
    const removed = documents.filter((document) => this.#documents.find(document.id) !== document);
    const cached = new Set(documents);
    const inserted = [...this.#documents.all()].filter((document) => !cached.has(document));
    if (removed.length + inserted.length > MAX_CATCH_UP_CHANGES) return false;
    for (const document of removed) order.remove(document);
    for (const document of inserted) order.insert(document);
    return true;
  }

  #cache(key: string, order: SortedOrder): SortedOrder {
    this.#orders.delete(key);
    this.#orders.set(key, order);
    const [oldest] = this.#orders.keys();
    if (this.#orders.size > MAX_CACHED_ORDERS && oldest !== undefined) this.#orders.delete(oldest);
    return order;
  }
}

/** Ranks first, then sorts what begins alike: each step is short. */
function* buildOrder(sortKeyOf: SortKeyOf, documents: readonly IndexedDocument[]): Generator<void, SortedOrder> {
  const ranks = new Map<number, string>();
  const accessLevel = ({ id }: IndexedDocument): string => {
    const cached = ranks.get(id);
    if (cached !== undefined) return cached;
    const made = sortKeyOf(id);
    ranks.set(id, made);
    return made;
  };
  const compare: DocumentComparator = (a, b) => {
    const [left, right] = [accessLevel(a), accessLevel(b)];
    return left === right ? a.id - b.id : left < right ? -1 : 1;
  };
  const byPrefix = new Map<string, IndexedDocument[]>();
  for (const [at, document] of documents.entries()) {
    const prefix = accessLevel(document).slice(0, 2);
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
  return keepSorted({ columns: [], compare, documents: sorted });
}
