import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { errorResponsePlugin } from '@vidhi/service-kit/error-responses.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { createPurchaseEvents } from './purchase-events.ts';
import type { Purchase } from './purchase.ts';
import { staffOrderRoutes } from './staff-order-routes.ts';

/** Cancels a purchase that was confirmed when the request began, and that `meanwhile` has changed since then. */
async function cancel(meanwhile: (purchase: Purchase) => void): Promise<number> {
  const read = aPurchase(7);
  const stored = aPurchase(7);
  meanwhile(stored);
  const app = Fastify();
  await app.register(errorResponsePlugin);
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    request.principal = { userId: 11, role: ROLE.administrator, tokenVersion: 1 };
  });
  let reads = 0;
  await app.register(staffOrderRoutes, {
    purchases: {
      find: async () => stored,
      findByOrder: async () => ((reads += 1) === 1 ? read : stored),
      setDates: async () => false,
      ship: async () => false,
      cancel: async () => false,
    },
    events: createPurchaseEvents(TOPICS.ordersPurchases),
    notify: () => undefined,
    makeDocuments: async () => undefined,
  });
  const { statusCode } = await app.inject({
    method: 'PUT',
    url: '/api/orders/7',
    payload: { data: { status: 'CANCELLED' } },
  });
  await app.close();
  return statusCode;
}

it('responds alike to parallel cancellations of one purchase', async () => {
  expect(await cancel((purchase) => void (purchase.status = 'CANCELLED'))).toBe(200);
});

it('rejects the cancellation of a purchase of which something was shipped meanwhile', async () => {
  const shipped = await cancel(({ lines }) => {
    for (const line of lines) line.shipping_date = '2026-10-03';
  });
  expect(shipped).toBe(409);
});
