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
import { purchaseId } from '../purchases/purchase.ts';
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
  purchases: Pick<PurchaseStore, 'findMissing' | 'listAfter' | 'findUnacknowledged'>;
  findPaid: (checkoutId: string) => Promise<PaidCheckout | null>;
  createPurchase: CreatePurchase;
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
  const { now = Date.now } = options;

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
    const payments = await sources.readPayments();
    const mails = await sources.readMails();
    const { oldestUnpublishedSeconds, oldestUnacknowledgedSeconds } = outbox.stats();
    const outboxSeconds = Math.max(oldestUnpublishedSeconds, oldestUnacknowledgedSeconds);
    const graceSeconds = graceMs / 1_000;
    const { unmatchedEvents, unmatchedPayments, failedRefunds } = payments;
    const counts = [moneyWithoutOrder, orderWithoutMoney, unmatchedEvents, unmatchedPayments, failedRefunds];
    const ages = [outboxSeconds, payments.outboxSeconds, mails?.oldestPendingSeconds ?? 0];
    const isClean =
      counts.every(({ count }) => count === 0) &&
      ages.every((seconds) => seconds <= graceSeconds) &&
      (mails?.dead ?? 0) === 0;
    return { isClean, measuredAt, moneyWithoutOrder, orderWithoutMoney, outboxSeconds, payments, mails };
  }

  return {
    measure,
    async repair() {
      await sources.repairPayments();
      for (const id of await findMoneyWithoutOrder()) {
        const paid = await findPaid(id);
        if (paid !== null) await createPurchase(paid);
      }
      for (const id of await purchases.findUnacknowledged()) await outbox.rearm(id);
      await cleanCarts();
      return measure();
    },
  };
}
