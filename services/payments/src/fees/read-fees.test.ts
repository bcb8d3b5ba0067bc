import { expect, it } from 'vitest';
import { ProviderRejectedError, ProviderUnavailableError } from '../razorpay/provider.ts';
import { createReadFees } from './read-fees.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-10T10:00:00Z').getTime();

interface Case {
  /** Fee that the provider says, or its failure. */
  fee: number | null | Error;
  /** Days since the capture. */
  days?: number;
  due?: number;
}

async function read({ fee, days = 0, due = 1 }: Case) {
  const done: string[] = [];
  let permits = 0;
  const readFees = createReadFees({
    fees: {
      findDue: async (limit) =>
        Array.from({ length: Math.min(limit, due) }, (_, at) => ({
          _id: `co_${at}`,
          paymentId: `pay_${at}`,
          payment: {
            amountPaise: 60_000,
            currency: 'INR',
            method: 'card',
            capturedAt: new Date(NOW - days * DAY_MS),
          },
        })),
      known: async (id, paymentId, { feePaise, taxPaise }) =>
        void done.push(`${id} ${paymentId} ${feePaise} ${taxPaise}`),
      postponed: async (id, next) =>
        void done.push(`${id} ${next === null ? 'never' : (next.getTime() - NOW) / DAY_MS}`),
    },
    provider: {
      async findPayment(id) {
        if (fee instanceof Error) throw fee;
        return {
          id,
          order_id: 'order_1',
          amount: 60_000,
          currency: 'INR',
          status: 'captured',
          method: 'card',
          captured: true,
          amount_refunded: 0,
          fee,
          tax: fee === null ? null : 216,
        };
      },
    },
    onFailure: () => undefined,
    now: () => NOW,
  });
  const hasMore = await readFees(async () => void (permits += 1));
  return { done, permits, hasMore };
}

it('stores the fee that the provider says, with its tax', async () => {
  expect(await read({ fee: 1_416 })).toEqual({ done: ['co_0 pay_0 1416 216'], permits: 1, hasMore: false });
});

it('reads at most ten at once, each with a permit', async () => {
  const { done, permits, hasMore } = await read({ fee: 1_416, due: 25 });
  expect([done.length, permits, hasMore]).toEqual([10, 10, true]);
});

it.each<[string, Case, string]>([
  ['a day later while it is not known', { fee: null, days: 1 }, 'co_0 1'],
  ['never again after a month', { fee: null, days: 31 }, 'co_0 never'],
  [
    'never again where the provider rejects the payment',
    { fee: new ProviderRejectedError('no') },
    'co_0 never',
  ],
])('looks again %s', async (_, one, expected) => {
  expect((await read(one)).done).toEqual([expected]);
});

it('leaves the others while the provider does not respond', async () => {
  const { done, hasMore } = await read({ fee: new ProviderUnavailableError('no answer'), due: 5 });
  expect(done).toHaveLength(1);
  expect(hasMore).toBe(false);
});
