import { describe, expect, it } from 'vitest';
import type { FaultRun } from './fault-run.ts';
import { tableOf, violationLines } from './report.ts';

const run = (settleMs: number | null): FaultRun => ({
  fault: 'payments.checkout-stored',
  journey: 'buyer 1',
  hasFired: settleMs !== null,
  settleMs,
  violations: [],
  history: [],
});

describe('the report of faults', () => {
  it('has the runs, the violations and the times of each fault', () => {
    const violating = { ...run(null), violations: [{ kind: 'cart', subject: 'buyer 1', details: '1 copy' }] };
    const [, row] = tableOf([run(1_000), run(2_000), run(9_000), violating]).split('\n');
    expect(row?.split(/\s{2,}/)).toEqual(['payments.checkout-stored', '3', '1', '1', '2.0', '9.0']);
  });

  it('tells what happened before a violation, with the times', () => {
    const lines = violationLines({
      ...run(null),
      violations: [{ kind: 'cart', subject: 'buyer 1', details: '1 copy' }],
      history: [{ at: new Date('2026-11-01T10:00:00.500Z'), text: 'check out: 200' }],
    });
    expect(lines).toBe(
      'payments.checkout-stored, buyer 1:\n  cart: buyer 1: 1 copy\n    10:00:00.500  check out: 200',
    );
  });
});
