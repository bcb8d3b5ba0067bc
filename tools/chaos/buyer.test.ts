import { expect, it } from 'vitest';
import { createBuyer } from './buyer.ts';
import type { ChaosProduct } from './chaos-product.ts';
import { planOf } from './plans.ts';

it('reports an order that staff wrote down and that never appears', async () => {
  const ending = new AbortController();
  const site = {
    asAdministrator: async () => ({}),
    site: async () => ({ status: 200, error: null, body: '{"data":{"id":"P7"}}' }),
    databases: {
      async read() {
        ending.abort();
        return [];
      },
    },
  } as unknown as ChaosProduct;
  const buyer = createBuyer({ site, plan: planOf('by-hand', 1), number: 1, run: 'r', ended: ending.signal });
  expect(await buyer.run()).toBe('the order P7 that was written down is not stored');
});
