import { expect, it } from 'vitest';
import { runChaos } from './chaos-run.ts';
import { pointsOf } from './fail-points.ts';
import type { FaultRun } from './fault-run.ts';

// A short run of the fault harness. It does not depend on the machine's speed: it waits as long as needed.

const ENDED_AT = [
  'payments.provider-order-created',
  'payments.payment-stored',
  'cart-orders.purchase-stored',
  'cart-orders.returns-stored',
  'cart-orders.bill-number-claimed',
  'notify.mail-accepted',
  'accounts.account-stored',
  'catalog.profile-stored',
];
const RUN_MS = 3_000_000;
const PATIENCE_MS = 600_000;

it(
  'leaves one order, one account and one mail of each kind when services end between two steps',
  async () => {
    const runs: FaultRun[] = [];
    await runChaos({
      points: pointsOf('both').filter(({ name }) => ENDED_AT.includes(name)),
      engine: null,
      times: 1,
      random: 0,
      seed: 1,
      workload: 'both',
      patienceMs: PATIENCE_MS,
      until: Number.POSITIVE_INFINITY,
      logs: null,
      ended: new AbortController().signal,
      say: () => undefined,
      onRun: (run) => void runs.push(run),
    });
    const problems = runs.filter(({ violations }) => violations.length > 0);
    expect(problems.map(({ fault, violations, history }) => ({ fault, violations, history }))).toEqual([]);
    const fired = runs.filter(({ hasFired }) => hasFired).map(({ fault }) => fault);
    expect(fired.toSorted()).toEqual([...ENDED_AT, 'reconciliation', 'the whole site'].toSorted());
  },
  RUN_MS,
);
