import { MAX_PAID_CHECKOUTS, type CheckoutIds, type PaidCheckouts } from '@vidhi/contracts/reconciliation.ts';
import { purchaseId, uncreditedPaise, type ComparedPurchase } from '../purchases/purchase.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';

type PaidCheckout = PaidCheckouts['checkouts'][number];

/** A disagreement of a payment and its purchase. */
export type Difference = 'moneyWithoutOrder' | 'orderWithoutMoney' | 'refundsDiffer';
/** By the id of the checkout. */
export type Differences = ReadonlyMap<string, Difference>;

/** Paid checkouts as payments has them. Each call rejects when it does not respond. */
export interface PaidCheckoutsSource {
  /**
   * In the order of their ids, from the one after this id.
   * @param since of those that were paid since then, or of which money went back; null for all
   */
  listPaid(after: string, since: Date | null): Promise<PaidCheckout[]>;
  findPaid(ids: CheckoutIds['ids']): Promise<PaidCheckout[]>;
}

export interface ComparisonOptions {
  sources: PaidCheckoutsSource;
  purchases: Pick<PurchaseStore, 'findCompared' | 'listCompared'>;
  /** Younger payments are on their way. */
  graceMs: number;
  /** Time between two comparisons of changes: decides which of them is of everything. */
  intervalMs: number;
  now: () => number;
}

/** Compares payments with purchases. Comparisons run one after the other. */
export interface Comparison {
  /** Compares every paid checkout with its purchase, and every purchase with its payment. */
  compareAll(): Promise<Differences>;
  /**
   * Compares what has changed since the last comparison, and the differences that it found. Everything for the first time
   * in a process, once a day, and where the clock was set back.
   */
  compareChanges(): Promise<Differences>;
}

/** Less than a day: comparisons start late and take time, and one of everything has to end within a day of the one before. */
const ALL_MS = 23 * 3_600_000;
/** Changes are compared again for as long: the clocks of services and databases may differ by that. */
export const OVERLAP_MS = 3_600_000;
/** With more differences than that, the next comparison is of everything. */
export const MAX_FOLLOWED = 1_000;

/** State between two comparisons. It is not stored: a process that starts compares everything. */
interface Compared {
  /** Everything that changed until then was compared. */
  until: number;
  /** Start of the last comparison of everything. */
  allAt: number;
  /** Ids of the checkouts with a difference. */
  differing: readonly string[];
}

/** Reads all pages of a list that is in the order of its ids. */
async function* pagesOf<Item>(
  readPage: (after: string) => Promise<Item[]>,
  idOf: (item: Item) => string,
): AsyncGenerator<Item[]> {
  for (let after = ''; ;) {
    const page = await readPage(after);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < MAX_PAID_CHECKOUTS) return;
    after = idOf(last);
  }
}

/** Returns the difference of a pair, of which one may be missing; null while something of it is on its way. */
function differenceOf(
  paid: PaidCheckout | undefined,
  purchase: ComparedPurchase | undefined,
  before: number,
): Difference | null {
  if (paid === undefined) return purchase === undefined ? null : 'orderWithoutMoney';
  if (purchase === undefined) return Date.parse(paid.capturedAt) <= before ? 'moneyWithoutOrder' : null;
  const returnsAt = paid.returnsAt === null ? 0 : Date.parse(paid.returnsAt);
  if (Math.max(returnsAt, purchase.createdAt.getTime()) > before) return null;
  const isSame = (purchase.returnedPaise ?? 0) === paid.returnedPaise && uncreditedPaise(purchase) === 0;
  return isSame ? null : 'refundsDiffer';
}

export function createComparison(options: ComparisonOptions): Comparison {
  const { sources, purchases, graceMs, intervalMs, now } = options;
  let compared: Compared | null = null;

  async function compare(since: Date | null, differing: readonly string[]): Promise<Differences> {
    const startedAt = now();
    const before = startedAt - graceMs;
    const found = new Map<string, Difference>();
    const note = (paid: readonly PaidCheckout[], bought: readonly ComparedPurchase[]): void => {
      const paidById = new Map(paid.map((one) => [one.id, one]));
      const boughtById = new Map(bought.map((one) => [one.checkoutId, one]));
      for (const id of new Set([...paidById.keys(), ...boughtById.keys()])) {
        const difference = differenceOf(paidById.get(id), boughtById.get(id), before);
        if (difference === null) found.delete(id);
        else found.set(id, difference);
      }
    };
    const findBought = (ids: readonly string[]) => purchases.findCompared(ids.map(purchaseId));

    for await (const page of pagesOf(
      (after) => sources.listPaid(after, since),
      ({ id }) => id,
    ))
      note(page, await findBought(page.map(({ id }) => id)));
    for await (const page of pagesOf(
      (after) => purchases.listCompared(after, since, MAX_PAID_CHECKOUTS),
      ({ _id }) => _id,
    ))
      note(await sources.findPaid(page.map(({ checkoutId }) => checkoutId)), page);
    for (let at = 0; at < differing.length; at += MAX_PAID_CHECKOUTS) {
      const ids = differing.slice(at, at + MAX_PAID_CHECKOUTS);
      const bought = await findBought(ids);
      note(await sources.findPaid(ids), bought);
    }
    const allAt = since === null || compared === null ? startedAt : compared.allAt;
    compared = found.size > MAX_FOLLOWED ? null : { until: before, allAt, differing: [...found.keys()] };
    return found;
  }

  function compareNext(): Promise<Differences> {
    const at = now();
    if (compared === null || at - graceMs < compared.until) return compare(null, []);
    // The next one would come too late.
    if (at + intervalMs - compared.allAt > ALL_MS) return compare(null, []);
    return compare(new Date(compared.until - OVERLAP_MS), compared.differing);
  }

  let last: Promise<unknown> = Promise.resolve();
  function enqueue(run: () => Promise<Differences>): Promise<Differences> {
    const next = last.then(run, run);
    last = next;
    return next;
  }
  return {
    compareAll: () => enqueue(() => compare(null, [])),
    compareChanges: () => enqueue(compareNext),
  };
}
