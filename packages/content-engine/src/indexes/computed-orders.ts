import type { IndexedDocument } from '../records/document.ts';
import { keepSorted } from './sorted-order.ts';
import type { DocumentComparator, SortedOrder } from './sorted-order.ts';

const KEPT = 4;
/** So many ranks are computed between two pauses: about a millisecond of hashing. */
const STEP = 500;
/** Above so many changes while an order was made, it is made once more. */
const FEW_CHANGES = 1_000;
const ATTEMPTS = 3;

/** Computes the rank of a document from its id. */
export type RankOf = (id: number) => string;

/** Where the documents are that orders are made of. */
export interface Documents {
  all(): Iterable<IndexedDocument>;
  find(id: number): IndexedDocument | undefined;
}

/** Orders of a collection by ranks that are computed from ids; the least used are given up. */
export class RankedOrders {
  readonly #documents: Documents;
  readonly #orders = new Map<string, SortedOrder>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  values(): Iterable<SortedOrder> {
    return this.#orders.values();
  }

  /** Made when it is first asked for under this key, and kept up to date. */
  get(key: string, rankOf: RankOf): SortedOrder {
    const known = this.#orders.get(key);
    if (known !== undefined) return this.#keep(key, known);
    const making = makeOrder(rankOf, [...this.#documents.all()]);
    let step = making.next();
    while (step.done !== true) step = making.next();
    return this.#keep(key, step.value);
  }

  /** Makes an order with pauses for other work, so that nobody who asks for it later has to wait. */
  async prepare(key: string, rankOf: RankOf, pause: () => Promise<void>): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS && !this.#orders.has(key); attempt += 1) {
      const documents = [...this.#documents.all()];
      const making = makeOrder(rankOf, documents);
      let step = making.next();
      while (step.done !== true) {
        await pause();
        step = making.next();
      }
      if (!this.#orders.has(key) && this.#catchUp(step.value, documents)) this.#keep(key, step.value);
    }
  }

  /** Takes in what came and lets go what went while an order was made; not when that is much. */
  #catchUp(order: SortedOrder, documents: readonly IndexedDocument[]): boolean {
    const gone = documents.filter((document) => this.#documents.find(document.id) !== document);
    const known = new Set(documents);
    const come = [...this.#documents.all()].filter((document) => !known.has(document));
    if (gone.length + come.length > FEW_CHANGES) return false;
    for (const document of gone) order.remove(document);
    for (const document of come) order.insert(document);
    return true;
  }

  #keep(key: string, order: SortedOrder): SortedOrder {
    this.#orders.delete(key);
    this.#orders.set(key, order);
    const [oldest] = this.#orders.keys();
    if (this.#orders.size > KEPT && oldest !== undefined) this.#orders.delete(oldest);
    return order;
  }
}

/** Ranks first, then sorts what begins alike: each step is short. */
function* makeOrder(rankOf: RankOf, documents: readonly IndexedDocument[]): Generator<void, SortedOrder> {
  const ranks = new Map<number, string>();
  const rank = ({ id }: IndexedDocument): string => {
    const known = ranks.get(id);
    if (known !== undefined) return known;
    const made = rankOf(id);
    ranks.set(id, made);
    return made;
  };
  const compare: DocumentComparator = (a, b) => {
    const [left, right] = [rank(a), rank(b)];
    return left === right ? a.id - b.id : left < right ? -1 : 1;
  };
  const byBeginning = new Map<string, IndexedDocument[]>();
  for (const [at, document] of documents.entries()) {
    const beginning = rank(document).slice(0, 2);
    const alike = byBeginning.get(beginning);
    if (alike === undefined) byBeginning.set(beginning, [document]);
    else alike.push(document);
    if (at % STEP === STEP - 1) yield;
  }
  const sorted: IndexedDocument[] = [];
  for (const beginning of [...byBeginning.keys()].sort()) {
    const alike = byBeginning.get(beginning) ?? [];
    for (const document of alike.sort(compare)) sorted.push(document);
    if (sorted.length % STEP < alike.length) yield;
  }
  return keepSorted({ columns: [], compare, documents: sorted });
}
