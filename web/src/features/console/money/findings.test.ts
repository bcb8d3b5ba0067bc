import { describe, expect, it } from 'vitest';
import type { ReconciliationReport } from '@vidhi/contracts/reconciliation.ts';
import { CLEAN_RECONCILIATION as CLEAN } from '../../../testing/clean-reconciliation.ts';
import { delaysOf, findingsOf } from './findings.ts';

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
    expect(kinds.map(({ key, dismissal }) => [key, dismissal?.label])).toEqual([
      ['moneyWithoutOrder', undefined],
      ['orderWithoutMoney', undefined],
      ['refundsDiffer', undefined],
      ['unmatchedPayments', 'Leave out'],
      ['unmatchedEvents', 'Leave out'],
      ['failedRefunds', 'Paid back another way'],
      ['openDisputes', undefined],
    ]);
  });

  it('show the messages about one payment as one, with its amount', () => {
    const at = '2026-11-29T06:30:00.000Z';
    const details = (id: string, paymentId: string | null, name: string) => ({
      id,
      paymentId,
      amountPaise: paymentId === null ? null : 45_000,
      name,
      at,
    });
    const unmatchedEvents = {
      count: 4,
      ids: ['evt_1', 'evt_2', 'evt_3', 'evt_4'],
      details: [
        details('evt_1', 'pay_x', 'payment.captured'),
        details('evt_2', 'pay_x', 'order.paid'),
        details('evt_3', null, 'invoice.paid'),
      ],
    };
    const [kind] = findingsOf({ ...CLEAN, payments: { ...CLEAN.payments, unmatchedEvents } });
    expect(kind?.entries).toEqual([
      { id: 'pay_x', about: '₹450, 29 Nov 2026, 12:00 pm, payment.captured, order.paid' },
      { id: 'evt_3', about: '29 Nov 2026, 12:00 pm, invoice.paid' },
      { id: 'evt_4', about: '' },
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
