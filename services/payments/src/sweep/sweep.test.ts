import { expect, it } from 'vitest';
import { aCheckout } from '../checkouts/checkout-builder.ts';
import { ProviderRejectedError } from '../razorpay/provider.ts';
import { createSweep, type SweepOptions } from './sweep.ts';

function startSweep(options: SweepOptions) {
  const sweep = createSweep(options);
  sweep.start();
  return sweep;
}

const never = async (): Promise<never> => Promise.reject(new Error('not expected'));
const HOUR_MS = 3_600_000;

const idle: Omit<SweepOptions, 'applyEvents'> = {
  checkouts: { findDueForPoll: async () => [], checked: never },
  updates: { sync: never },
  followRefunds: async () => undefined,
  followReturns: async () => undefined,
  restoreDueCarts: async () => undefined,
  readFees: async () => false,
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
      return { due: applied, haveReturns: false };
    },
  });
  await promise;
  await sweep.close();
  expect(batches).toEqual([20, 20, 5]);
});

it('restores carts while the provider does not respond', async () => {
  const { promise: listed, resolve: respond } = Promise.withResolvers<void>();
  let isListing = false;
  let restorations = 0;
  const sweep = startSweep({
    ...idle,
    applyEvents: async () => ({ due: 0, haveReturns: false }),
    sweepMs: 1,
    listPayments() {
      isListing = true;
      return listed;
    },
    async restoreDueCarts() {
      if (isListing) restorations += 1;
    },
  });
  await expect.poll(() => restorations).toBeGreaterThan(0);
  respond();
  await sweep.close();
});

it('applies webhooks that are stored during a pause, or while others are applied, when it is woken', async () => {
  let stored = 0;
  let applied = 0;
  const rounds: PromiseWithResolvers<void>[] = [];
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sweep = startSweep({
    ...idle,
    async applyEvents() {
      const round = Promise.withResolvers<void>();
      begun[rounds.push(round) - 1]?.resolve();
      applied = stored;
      await round.promise;
      return { due: 0, haveReturns: false };
    },
  });
  await begun[0]?.promise;
  stored = 1;
  sweep.wake();
  rounds[0]?.resolve();
  await begun[1]?.promise;
  expect(applied).toBe(1);
  rounds[1]?.resolve();
  // A turn of the event loop, in which the pause begins.
  await new Promise((resolve) => void setImmediate(resolve));
  stored = 2;
  sweep.wake();
  await begun[2]?.promise;
  expect(applied).toBe(2);
  rounds[2]?.resolve();
  await sweep.close();
});

it.each([
  ['finds no payment', async () => []],
  ['is rejected', async () => Promise.reject(new ProviderRejectedError('unknown order'))],
])('lets the store expire an order whose last poll %s, as it was read', async (_, sync) => {
  const read = aCheckout({ checks: 1, nextCheckAt: new Date(1_000) });
  const due = [read];
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  const sweep = startSweep({
    ...idle,
    applyEvents: async () => ({ due: 0, haveReturns: false }),
    checkouts: {
      findDueForPoll: async () => due.splice(0),
      checked: async (...checked) => resolve(checked),
    },
    updates: { sync },
    onFailure: () => undefined,
  });
  expect(await promise).toEqual([read, null]);
  await sweep.close();
});

it('follows refunds at its own pace, and at once after a webhook about one', async () => {
  const rounds: string[] = [];
  const about = [false, true];
  const sweep = startSweep({
    ...idle,
    async applyEvents() {
      const haveReturns = about.shift() ?? false;
      rounds.push(haveReturns ? 'refund' : 'payment');
      return { due: 1, haveReturns };
    },
    followRefunds: async () => void rounds.push('follow'),
  });
  for (const length of [2, 4, 5]) {
    await expect.poll(() => rounds.length).toBe(length);
    sweep.wake();
  }
  await sweep.close();
  expect(rounds.slice(0, 5)).toEqual(['payment', 'follow', 'refund', 'follow', 'payment']);
});
