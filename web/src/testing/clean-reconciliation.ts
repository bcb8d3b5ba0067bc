import type { ReconciliationReport } from '@vidhi/contracts/reconciliation.ts';

const NONE = { count: 0, ids: [] };

/** The report of a shop whose money and orders fit together. */
export const CLEAN_RECONCILIATION: ReconciliationReport = {
  isClean: true,
  measuredAt: '2026-11-29T06:30:00.000Z',
  moneyWithoutOrder: NONE,
  orderWithoutMoney: NONE,
  refundsDiffer: NONE,
  outboxSeconds: 2,
  payments: {
    unmatchedEvents: NONE,
    unmatchedPayments: NONE,
    failedRefunds: NONE,
    openDisputes: NONE,
    outboxSeconds: 0,
  },
  mails: { pending: 3, dead: 0, oldestPendingSeconds: 20 },
};
