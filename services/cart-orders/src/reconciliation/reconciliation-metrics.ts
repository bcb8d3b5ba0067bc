import type { ReconciliationReport } from '@vidhi/contracts/reconciliation.ts';
import { addGauge, type Metrics } from '@vidhi/service-kit/metrics.ts';

const GAUGES: readonly [name: string, help: string, read: (report: ReconciliationReport) => number][] = [
  ['money_without_order', 'Paid checkouts without a purchase', (r) => r.moneyWithoutOrder.count],
  ['order_without_money', 'Purchases whose checkout is not paid', (r) => r.orderWithoutMoney.count],
  ['refunds_differ', 'Purchases that disagree with the provider about refunds', (r) => r.refundsDiffer.count],
  ['open_disputes', 'Checkouts with a payment that a bank disputes', (r) => r.payments.openDisputes.count],
  ['unmatched_events', 'Webhooks of unknown orders', (r) => r.payments.unmatchedEvents.count],
  ['unmatched_payments', 'Captured payments of no checkout', (r) => r.payments.unmatchedPayments.count],
  ['failed_refunds', 'Checkouts with a rejected refund', (r) => r.payments.failedRefunds.count],
  [
    'oldest_event_seconds',
    'Age of the oldest event of a payment or purchase that is not acknowledged',
    (r) => Math.max(r.outboxSeconds, r.payments.outboxSeconds),
  ],
  ['pending_mails', 'Mails that are not sent yet', (r) => r.mails?.pending ?? 0],
  ['dead_mails', 'Mails that were given up', (r) => r.mails?.dead ?? 0],
];

/** Adds the series `reconciliation_*`; each is -1 until the returned function has received a first report. */
export function addReconciliationMetrics(metrics: Metrics): (report: ReconciliationReport) => void {
  let last: ReconciliationReport | null = null;
  for (const [name, help, read] of GAUGES)
    addGauge(metrics, `reconciliation_${name}`, help, () => (last === null ? -1 : read(last)));
  return (report) => void (last = report);
}
