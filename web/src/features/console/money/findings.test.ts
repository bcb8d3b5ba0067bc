import { describe, expect, it } from 'vitest';
import type { ReconciliationReport } from '@vidhi/contracts/reconciliation.ts';
import { delaysOf, findingsOf } from './findings.ts';

const NONE = { count: 0, ids: [] };
const CLEAN: ReconciliationReport = {
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

describe('the differences of money and orders', () => {
  it('are none where everything fits', () => {
    expect([findingsOf(CLEAN), delaysOf(CLEAN), delaysOf({ ...CLEAN, mails: null })]).toEqual([[], [], []]);
  });

  it('each say what to do', () => {
    const found = { count: 1, ids: ['x'] };
    const report: ReconciliationReport = {
      ...CLEAN,
      moneyWithoutOrder: found,
      orderWithoutMoney: found,
      refundsDiffer: found,
      payments: {
        ...CLEAN.payments,
        unmatchedEvents: found,
        unmatchedPayments: found,
        failedRefunds: found,
        openDisputes: found,
      },
    };
    const kinds = findingsOf(report);
    expect(kinds).toHaveLength(7);
    for (const { advice } of kinds) expect(advice.length).toBeGreaterThan(40);
    expect(kinds.filter(({ canDismiss }) => canDismiss).map(({ key }) => key)).toEqual([
      'unmatchedPayments',
      'unmatchedEvents',
    ]);
  });

  it('name what is late', () => {
    const late = {
      ...CLEAN,
      outboxSeconds: 600,
      mails: { pending: 9, dead: 2, oldestPendingSeconds: 3_600 },
    };
    expect(delaysOf(late)).toEqual([
      expect.stringContaining('10 minutes'),
      expect.stringContaining('2 mails could not be sent'),
      expect.stringContaining('60 minutes'),
    ]);
  });
});
