import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { errorResponsePlugin } from '@vidhi/service-kit/error-responses.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { createPurchaseEvents } from './purchase-events.ts';
import type { Purchase } from './purchase.ts';
import { staffOrderRoutes } from './staff-order-routes.ts';

interface Change {
  read: Purchase;
  stored?: Purchase;
  data: Record<string, string>;
}

/** Changes the order of a purchase that is `read` when the request begins and `stored` afterwards, as an administrator. */
async function change({ read, stored = read, data }: Change): Promise<number> {
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
      setDates: async () => true,
      ship: async () => true,
      cancel: async () => false,
    },
    events: createPurchaseEvents(TOPICS.ordersPurchases),
    notify: () => undefined,
    makeDocuments: async () => undefined,
    refresh: async () => undefined,
  });
  const { statusCode } = await app.inject({ method: 'PUT', url: '/api/orders/7', payload: { data } });
  await app.close();
  return statusCode;
}

/** Cancels a purchase that was confirmed when the request began, and that `meanwhile` has changed since then. */
function cancel(meanwhile: (purchase: Purchase) => void): Promise<number> {
  const stored = aPurchase(7);
  meanwhile(stored);
  return change({ read: aPurchase(7), stored, data: { status: 'CANCELLED' } });
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

it.each(['shipping_date', 'delivered_date'])('does not cancel an order that gets a %s, too', async (name) => {
  const data = { status: 'CANCELLED', [name]: '2026-10-03' };
  expect(await change({ read: aPurchase(7), data })).toBe(400);
});

it.each(['shipping_date', 'delivered_date'])('gets no %s of the future', async (name) => {
  const ahead = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const read = aPurchase(7);
  for (const line of read.lines) line.shipping_date = '2026-10-02';
  expect(await change({ read, data: { [name]: ahead } })).toBe(400);
});

describe('an order without an address', () => {
  const SHIPPED = { shipping_date: '2026-10-03' };
  const withoutAddress = (): Purchase => ({ ...aPurchase(7), billing: null, shipping: null });

  it('is not shipped', async () => {
    expect(await change({ read: withoutAddress(), data: SHIPPED })).toBe(409);
    expect(await change({ read: aPurchase(7), data: SHIPPED })).toBe(200);
  });

  it('of an older release, which was shipped, gets its dates corrected', async () => {
    const read = withoutAddress();
    for (const line of read.lines) line.shipping_date = '2026-10-02';
    expect(await change({ read, data: SHIPPED })).toBe(200);
    expect(await change({ read, data: { delivered_date: '2026-10-05' } })).toBe(200);
  });
});
