import {
  MAX_FINDING_IDS,
  type Findings,
  type MailState,
  type PaymentsFindings,
  type ReconciliationReport,
} from '@vidhi/contracts/reconciliation.ts';
import type { PaidCheckout } from '@vidhi/contracts/purchases.ts';
import type { OutboxStats } from '@vidhi/outbox/outbox-stats.ts';
import type { CreatePurchase } from '../purchases/create-purchase.ts';
import { purchaseId } from '../purchases/purchase.ts';
import type { NoteReturns } from '../purchases/purchase-returns.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';
import {
  createComparison,
  type Difference,
  type Differences,
  type PaidCheckoutsSource,
} from './comparison.ts';

/** Findings of payments and notify for the comparison. Each call rejects when the service does not respond. */
export interface ReconciliationSources extends PaidCheckoutsSource {
  readPayments(): Promise<PaymentsFindings>;
  repairPayments(): Promise<void>;
  /** Null without notify. */
  readMails(): Promise<MailState | null>;
}

export interface ReconcileOptions {
  sources: ReconciliationSources;
  purchases: Pick<PurchaseStore, 'findCompared' | 'listCompared' | 'findUnacknowledged'>;
  findPaid: (checkoutId: string) => Promise<PaidCheckout | null>;
  createPurchase: CreatePurchase;
  noteReturns: NoteReturns;
  makeDocuments: (purchaseId: string) => Promise<void>;
  outbox: { stats(): OutboxStats; rearm(id: string): Promise<boolean> };
  cleanCarts: () => Promise<void>;
  /** Younger payments, events and mails are on their way. */
  graceMs: number;
  /** Time between two calls of `measureChanges`. */
  intervalMs: number;
  now?: () => number;
}

export interface Reconciliation {
  /** Compares every paid checkout with its purchase, and every purchase with its payment. */
  measure(): Promise<ReconciliationReport>;
  /** The same with what has changed since the last comparison, and everything once a day. */
  measureChanges(): Promise<ReconciliationReport>;
  /** Makes the purchases that are missing, and everything else due that waits; resolves with what is left then. */
  repair(): Promise<ReconciliationReport>;
}

const findingsOf = (ids: readonly string[]): Findings => ({
  count: ids.length,
  ids: ids.slice(0, MAX_FINDING_IDS),
});

/** Ids of the checkouts with this difference. */
const idsOf = (differences: Differences, kind: Difference): string[] =>
  [...differences].flatMap(([id, one]) => (one === kind ? [id] : []));

export function createReconciliation(options: ReconcileOptions): Reconciliation {
  const { sources, purchases, findPaid, createPurchase, outbox, cleanCarts, graceMs } = options;
  const { noteReturns, makeDocuments, intervalMs, now = Date.now } = options;

  const { compareAll, compareChanges } = createComparison({ sources, purchases, graceMs, intervalMs, now });

  async function reportOf(compare: () => Promise<Differences>): Promise<ReconciliationReport> {
    const measuredAt = new Date(now()).toISOString();
    const differences = await compare();
    const moneyWithoutOrder = findingsOf(idsOf(differences, 'moneyWithoutOrder'));
    const orderWithoutMoney = findingsOf(idsOf(differences, 'orderWithoutMoney').map(purchaseId));
    const refundsDiffer = findingsOf(idsOf(differences, 'refundsDiffer').map(purchaseId));
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
  async function noteReturnsOf(checkoutId: string): Promise<void> {
    const paid = await findPaid(checkoutId);
    if (paid?.returns !== undefined) await noteReturns(purchaseId(checkoutId), paid.returns);
    await makeDocuments(purchaseId(checkoutId));
  }

  const measure = (): Promise<ReconciliationReport> => reportOf(compareAll);
  return {
    measure,
    measureChanges: () => reportOf(compareChanges),
    async repair() {
      await sources.repairPayments();
      const differences = await compareAll();
      for (const id of idsOf(differences, 'moneyWithoutOrder')) {
        const paid = await findPaid(id);
        if (paid !== null) await createPurchase(paid);
      }
      for (const id of idsOf(differences, 'refundsDiffer')) await noteReturnsOf(id);
      for (const id of await purchases.findUnacknowledged()) await outbox.rearm(id);
      await cleanCarts();
      return measure();
    },
  };
}
