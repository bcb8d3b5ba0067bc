import { expect, it } from 'vitest';
import type { Purchase } from '../purchases/purchase.ts';
import { createCleanCarts } from './clean-carts.ts';

it('cleans the other carts when one fails, which is tried again later', async () => {
  const done: string[] = [];
  const clean = createCleanCarts({
    purchases: {
      findUncleaned: async () => ['pu_1', 'pu_2'].map((_id) => ({ _id, lines: [] }) as unknown as Purchase),
      cleaned: async (id) => void done.push(`cleaned ${id}`),
      postpone: async (id, what) => void done.push(`${what} ${id}`),
    },
    async cleanCart({ _id }) {
      if (_id === 'pu_1') throw new Error('no answer');
    },
    onFailure: (_error, id) => void done.push(`failed ${id}`),
  });
  await clean();
  expect(done).toEqual(['failed pu_1', 'cleanupRetryAt pu_1', 'cleaned pu_2']);
});
