import { expect, it } from 'vitest';
import { DRILLED, findingsOf, judge, tableOf, unexpectedOf, type DrillResult } from './drill-losses.ts';
import { DATABASES } from './databases.ts';

const RESULT: DrillResult = {
  service: 'catalog',
  downSeconds: 12.34,
  healedSeconds: null,
  lost: [{ name: 'a new book', owner: 'catalog' }],
  problems: [],
};

it('drills every service that has a database', () => {
  expect(DATABASES.map(({ service }) => service).toSorted()).toEqual(DRILLED.toSorted());
});

it('expects of a restored service to lose what only it had', () => {
  expect(unexpectedOf(RESULT)).toEqual([]);
  expect(tableOf([RESULT])).toContain('| catalog | 12.3 | never | a new book | nothing |');
});

it('reports what another service lost, and every problem', () => {
  const lost = [{ name: 'a cart', owner: 'cart-orders' as const }];
  expect(unexpectedOf({ ...RESULT, lost, problems: ['an id is used twice'] })).toEqual([
    'an id is used twice',
    'a cart of cart-orders is lost',
  ]);
});

it('takes a finding for a loss only where nothing can mend it', () => {
  const finding = { kind: 'numbers of bills', subject: 'BS', details: '3 claimed, 2 written' };
  expect(judge('cart-orders', finding).lost).toContain('mailed bills');
  expect(judge('payments', finding)).toEqual({ problem: 'numbers of bills: BS: 3 claimed, 2 written' });
});

it('reads every count of a reconciliation, and no age', () => {
  const none = { count: 0, ids: [] };
  const payments = {
    unmatchedEvents: none,
    unmatchedPayments: none,
    failedRefunds: none,
    openDisputes: none,
    outboxSeconds: 900,
  };
  const report = {
    isClean: false,
    measuredAt: '2026-11-20T10:00:00.000Z',
    moneyWithoutOrder: none,
    orderWithoutMoney: none,
    refundsDiffer: none,
    outboxSeconds: 900,
    payments,
    mails: { pending: 0, dead: 0, oldestPendingSeconds: 0 },
  };
  expect(findingsOf(report)).toBeNull();
  const one = { count: 1, ids: ['pay_1'] };
  expect(findingsOf({ ...report, moneyWithoutOrder: one })).toBe('1 money without order');
  expect(findingsOf({ ...report, payments: { ...payments, unmatchedPayments: one } })).toBe(
    '1 payments of no checkout',
  );
});
