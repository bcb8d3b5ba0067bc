import { expect, it } from 'vitest';
import { aCheckout } from './checkouts/checkout-builder.ts';
import { startSweep, type SweepOptions } from './sweep.ts';

const never = async (): Promise<never> => Promise.reject(new Error('not expected'));
const HOUR_MS = 3_600_000;

const idle: Omit<SweepOptions, 'applyEvents'> = {
  checkouts: { findDue: async () => [], checked: never, restoreDue: never },
  updates: { sync: never },
  followRefunds: async () => undefined,
  restoreDueCarts: async () => undefined,
  checkMs: [HOUR_MS],
  sweepMs: HOUR_MS,
  listPayments: async () => undefined,
  listingMs: HOUR_MS,
  callsPerSecond: 1_000,
  onFailure: (error) => {
    throw error;
  },
};

it('applies all stored webhooks before it pauses, in batches', async () => {
  let stored = 45;
  const batches: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const sweep = startSweep({
    ...idle,
    async applyEvents(limit) {
      const applied = Math.min(limit, stored);
      stored -= applied;
      batches.push(applied);
      if (stored === 0) resolve();
      return applied;
    },
  });
  await promise;
  await sweep.close();
  expect(batches).toEqual([20, 20, 5]);
});

it.each([
  [
    'restores the cart of an order that expires while its payment is awaited',
    { awaitedPaymentId: 'pay_1' },
    true,
  ],
  ['leaves the cart of an order that expires without a payment', {}, false],
])('%s', async (_, fields, isRestored) => {
  const due = [aCheckout({ ...fields, checks: 1 })];
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const sweep = startSweep({
    ...idle,
    applyEvents: async () => 0,
    checkouts: {
      findDue: async () => due.splice(0),
      async restoreDue(id) {
        done.push(`restored ${id}`);
        return true;
      },
      async checked(id, next) {
        done.push(`checked ${id}, then ${next}`);
        resolve();
      },
    },
    updates: { sync: async () => [] },
  });
  await promise;
  await sweep.close();
  expect(done).toEqual([...(isRestored ? ['restored co_1'] : []), 'checked co_1, then null']);
});
