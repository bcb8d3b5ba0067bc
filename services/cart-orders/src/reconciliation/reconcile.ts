import {
  MAX_FINDING_IDS,
  MAX_PAID_CHECKOUTS,
  type CheckoutIds,
  type Findings,
  type MailState,
  type PaidCheckouts,
  type PaymentsFindings,
  type ReconciliationReport,
} from '@vidhi/contracts/reconciliation.ts';
import type { PaidCheckout } from '@vidhi/contracts/purchases.ts';
import type { OutboxStats } from '@vidhi/outbox/outbox-stats.ts';
import type { CreatePurchase } from '../purchases/create-purchase.ts';
import { purchaseId, uncreditedPaise } from '../purchases/purchase.ts';
import type { NoteReturns } from '../purchases/purchase-returns.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';

/** Findings of payments and notify for the comparison. Each call rejects when the service does not respond. */
export interface ReconciliationSources {
  readPayments(): Promise<PaymentsFindings>;
  listPaid(after: string): Promise<PaidCheckouts['checkouts']>;
  findUnpaid(ids: CheckoutIds['ids']): Promise<string[]>;
  repairPayments(): Promise<void>;
  /** Null without notify. */
  readMails(): Promise<MailState | null>;
}

export interface ReconcileOptions {
  sources: ReconciliationSources;
  purchases: Pick<PurchaseStore, 'findMissing' | 'findAll' | 'listAfter' | 'findUnacknowledged'>;
  findPaid: (checkoutId: string) => Promise<PaidCheckout | null>;
  createPurchase: CreatePurchase;
  noteReturns: NoteReturns;
  makeDocuments: (purchaseId: string) => Promise<void>;
  outbox: { stats(): OutboxStats; rearm(id: string): Promise<boolean> };
  cleanCarts: () => Promise<void>;
  /** Younger payments, events and mails are on their way. */
  graceMs: number;
  now?: () => number;
}

export interface Reconciliation {
  /** Compares every paid checkout with its purchase, and every purchase with its payment. */
  measure(): Promise<ReconciliationReport>;
  /** Makes the purchases that are missing, and everything else due that waits; resolves with what is left then. */
  repair(): Promise<ReconciliationReport>;
}

const findingsOf = (ids: readonly string[]): Findings => ({
  count: ids.length,
  ids: ids.slice(0, MAX_FINDING_IDS),
});

export function createReconciliation(options: ReconcileOptions): Reconciliation {
  const { sources, purchases, findPaid, createPurchase, outbox, cleanCarts, graceMs } = options;
  const { noteReturns, makeDocuments, now = Date.now } = options;

  async function findMoneyWithoutOrder(): Promise<string[]> {
    const missing: string[] = [];
    const before = now() - graceMs;
    for (let after = ''; ;) {
      const paid = await sources.listPaid(after);
      const due = paid.filter(({ capturedAt }) => Date.parse(capturedAt) <= before);
      const absent = new Set(await purchases.findMissing(due.map(({ id }) => purchaseId(id))));
      missing.push(...due.flatMap(({ id }) => (absent.has(purchaseId(id)) ? [id] : [])));
      const last = paid.at(-1);
      if (last === undefined || paid.length < MAX_PAID_CHECKOUTS) return missing;
      after = last.id;
    }
  }

  /**
   * Finds purchases that know of another amount that went back than payments, or whose credit notes do, when that should
   * have been noted.
   */
  async function findDifferentRefunds(): Promise<string[]> {
    const different: string[] = [];
    const before = now() - graceMs;
    for (let after = ''; ;) {
      const paid = await sources.listPaid(after);
      const due = paid.filter(({ returnsAt }) => returnsAt === null || Date.parse(returnsAt) <= before);
      const found = await purchases.findAll(due.map(({ id }) => purchaseId(id)));
      const known = new Map(found.map((purchase) => [purchase._id, purchase]));
      for (const { id, returnedPaise } of due) {
        const purchase = known.get(purchaseId(id));
        if (purchase === undefined) continue;
        const isDifferent = (purchase.returnedPaise ?? 0) !== returnedPaise || uncreditedPaise(purchase) > 0;
        if (isDifferent && purchase.createdAt.getTime() <= before) different.push(purchase._id);
      }
      const last = paid.at(-1);
      if (last === undefined || paid.length < MAX_PAID_CHECKOUTS) return different;
      after = last.id;
    }
  }

  async function findOrdersWithoutMoney(): Promise<string[]> {
    const found: string[] = [];
    for (let after = ''; ;) {
      const page = await purchases.listAfter(after, MAX_PAID_CHECKOUTS);
      const unpaid = new Set(await sources.findUnpaid(page.map(({ checkoutId }) => checkoutId)));
      found.push(...page.flatMap(({ _id, checkoutId }) => (unpaid.has(checkoutId) ? [_id] : [])));
      const last = page.at(-1);
      if (last === undefined || page.length < MAX_PAID_CHECKOUTS) return found;
      after = last._id;
    }
  }

  async function measure(): Promise<ReconciliationReport> {
    const measuredAt = new Date(now()).toISOString();
    const moneyWithoutOrder = findingsOf(await findMoneyWithoutOrder());
    const orderWithoutMoney = findingsOf(await findOrdersWithoutMoney());
    const refundsDiffer = findingsOf(await findDifferentRefunds());
    const payments = await sources.readPayments();
    const mails = await sources.readMails();
    const { oldestUnpublishedSeconds, oldestUnacknowledgedSeconds } = outbox.stats();
    const outboxSeconds = Math.max(oldestUnpublishedSeconds, oldestUnacknowledgedSeconds);
    const graceSeconds = graceMs / 1_000;
    const { unmatchedEvents, unmatchedPayments, failedRefunds } = payments;
    const counts = [
      moneyWithoutOrder,
      orderWithoutMoney,
      refundsDiffer,
      unmatchedEvents,
      unmatchedPayments,
      failedRefunds,
    ];
    const ages = [outboxSeconds, payments.outboxSeconds, mails?.oldestPendingSeconds ?? 0];
    const isClean =
      counts.every(({ count }) => count === 0) &&
      ages.every((seconds) => seconds <= graceSeconds) &&
      (mails?.dead ?? 0) === 0;
    return {
      isClean,
      measuredAt,
      moneyWithoutOrder,
      orderWithoutMoney,
      refundsDiffer,
      outboxSeconds,
      payments,
      mails,
    };
  }

  /** Notes in a purchase what payments knows of money that went back, and completes its documents. */
  async function noteReturnsOf(id: string): Promise<void> {
    const [purchase] = await purchases.findAll([id]);
    const paid = purchase === undefined ? null : await findPaid(purchase.checkoutId);
    if (paid?.returns !== undefined) await noteReturns(id, paid.returns);
    await makeDocuments(id);
  }

  return {
    measure,
    async repair() {
      await sources.repairPayments();
      for (const id of await findMoneyWithoutOrder()) {
        const paid = await findPaid(id);
        if (paid !== null) await createPurchase(paid);
      }
      for (const id of await findDifferentRefunds()) await noteReturnsOf(id);
      for (const id of await purchases.findUnacknowledged()) await outbox.rearm(id);
      await cleanCarts();
      return measure();
    },
  };
}
