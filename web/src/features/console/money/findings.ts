import type { Findings, ReconciliationReport } from '@vidhi/contracts/reconciliation.ts';

/** A kind of difference, with what to do about it. */
export interface FindingKind {
  key: string;
  title: string;
  todo: string;
  findings: Findings;
  /** The kind of the ids. */
  ids: 'purchase' | 'checkout' | 'payment' | 'webhook';
  /** Whether staff can leave one out after an examination. */
  canDismiss: boolean;
}

/** Returns what differs, in the order in which it is to be looked at; nothing where all fits. */
export function findingsOf(report: ReconciliationReport): FindingKind[] {
  const { payments } = report;
  const kinds: FindingKind[] = [
    {
      key: 'moneyWithoutOrder',
      title: 'Paid, and no order',
      todo: 'Press Repair: it makes the missing order, with bill and mails. If it stays, its books may have been sold out meanwhile; the payment is then refunded by itself.',
      findings: report.moneyWithoutOrder,
      ids: 'checkout',
      canDismiss: false,
    },
    {
      key: 'orderWithoutMoney',
      title: 'Order without a payment',
      todo: 'Do not ship it. Look for its payment at the provider. This happens after a backup was restored: press Repair, which reads the payments of the last days.',
      findings: report.orderWithoutMoney,
      ids: 'purchase',
      canDismiss: false,
    },
    {
      key: 'refundsDiffer',
      title: 'Refunds that differ from the provider',
      todo: 'Press Repair: it takes over what the provider has returned, and makes the missing credit notes.',
      findings: report.refundsDiffer,
      ids: 'purchase',
      canDismiss: false,
    },
    {
      key: 'unmatchedPayments',
      title: 'Payments at the provider that belong to no order',
      todo: 'Another site or a payment link of the same account may have them: then leave them out, with the reason. If a buyer of this shop waits, apply the payment again.',
      findings: payments.unmatchedPayments,
      ids: 'payment',
      canDismiss: true,
    },
    {
      key: 'unmatchedEvents',
      title: 'Messages of the provider about unknown orders',
      todo: 'The same account may serve another site. Look the payment up at the provider, and leave the message out with the reason.',
      findings: payments.unmatchedEvents,
      ids: 'webhook',
      canDismiss: true,
    },
    {
      key: 'failedRefunds',
      title: 'Refunds that the provider has rejected',
      todo: 'Often the balance at the provider is too low: top it up, then press Repair, which tries them once more.',
      findings: payments.failedRefunds,
      ids: 'checkout',
      canDismiss: false,
    },
    {
      key: 'openDisputes',
      title: 'Open disputes',
      todo: 'The bank of the buyer asks for proof. Respond at the provider before its date; tracking number and delivery are on the page of the order.',
      findings: payments.openDisputes,
      ids: 'checkout',
      canDismiss: false,
    },
  ];
  return kinds.filter(({ findings }) => findings.count > 0);
}

const MINUTE = 60;

/** Returns what is late, with what to do about it. */
export function delaysOf({ outboxSeconds, payments, mails }: ReconciliationReport): string[] {
  const oldest = Math.round(Math.max(outboxSeconds, payments.outboxSeconds) / MINUTE);
  return [
    ...(oldest >= 5
      ? [
          `A message between the services has waited for ${oldest} minutes. Press Repair; if it stays, tell the operator.`,
        ]
      : []),
    ...((mails?.dead ?? 0) > 0
      ? [`${mails?.dead} mails could not be sent. Open the order, look at its mails, and press Send again.`]
      : []),
    ...(mails !== null && mails.oldestPendingSeconds >= 15 * MINUTE
      ? [
          `${mails.pending} mails wait, the oldest for ${Math.round(mails.oldestPendingSeconds / MINUTE)} minutes. Tell the operator that the mail server does not accept them.`,
        ]
      : []),
  ];
}
