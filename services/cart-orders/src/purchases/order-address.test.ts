import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { errorResponsePlugin } from '@vidhi/service-kit/error-responses.ts';
import { BUYER, ORDER_LINKS, SETTINGS, aPurchase } from '../cart-app-builder.ts';
import { createPurchaseEvents } from './purchase-events.ts';
import { orderStatusRoutes } from './order-status-routes.ts';
import { needsAddress, type Purchase } from './purchase.ts';

const ADDRESS = { ...BUYER, landmark: 'near the museum', city: 'Pune', state: 'Maharashtra' };

/** An order that was made without an address, and the calls of its buyer, who has the link. */
async function anOrder(fields: Partial<Purchase> = {}) {
  const purchase: Purchase = { ...aPurchase(7), billing: null, shipping: null, ...fields };
  const stored: string[] = [];
  const notified: string[] = [];
  const app = Fastify();
  await app.register(errorResponsePlugin);
  app.decorateRequest('principal', null);
  await app.register(orderStatusRoutes, {
    purchases: {
      find: async () => purchase,
      async setAddresses(_id, addresses, _at, event) {
        if (!needsAddress(purchase)) return false;
        Object.assign(purchase, addresses);
        stored.push(event.id);
        return true;
      },
    },
    links: ORDER_LINKS,
    guestOrders: { isOf: async () => false },
    documents: {
      bill: { exists: () => false, render: async () => null },
      creditNote: { exists: () => false, render: async () => null },
    },
    findOrder: async () => ({ data: { checkout_id: '', key: '' } }),
    events: createPurchaseEvents(TOPICS.ordersPurchases),
    notify: (id) => void notified.push(id),
    settings: { installed: SETTINGS, read: async () => SETTINGS },
    changes: { change: async () => purchase },
    refresh: async () => undefined,
  });
  const url = `/api/order-status/${purchase.checkoutId}`;
  const key = ORDER_LINKS.sign(purchase.checkoutId);
  return {
    purchase,
    stored,
    notified,
    read: async () => (await app.inject({ url: `${url}?key=${key}` })).json().data,
    give: async (payload: object, token = key) => {
      const response = await app.inject({ method: 'PUT', url: `${url}/address?key=${token}`, payload });
      return { status: response.statusCode, body: response.json() };
    },
  };
}

describe('an order without an address', () => {
  it('gets one by its link, and needs none afterwards', async () => {
    const { purchase, read, give } = await anOrder();
    expect(await read()).toMatchObject({ needs_address: true, billing: null, shipping: null });
    const { status, body } = await give({ billingAddress: ADDRESS, sameAddress: 'Yes' });
    expect([status, body.data]).toMatchObject([
      200,
      { needs_address: false, billing: ADDRESS, shipping: ADDRESS },
    ]);
    expect(purchase.shipping).toEqual(ADDRESS);
  });

  it('gets it once: a repeated request is the same, another address is a conflict', async () => {
    const { purchase, give, stored, notified } = await anOrder();
    const body = { billingAddress: ADDRESS, shippingAddress: { ...ADDRESS, name: 'Ravi Rao' } };
    expect((await give(body)).status).toBe(200);
    expect((await give(body)).status).toBe(200);
    expect(await give({ billingAddress: BUYER, sameAddress: 'Yes' })).toMatchObject({
      status: 409,
      body: { error: { message: 'The order has an address' } },
    });
    expect(purchase.shipping?.name).toBe('Ravi Rao');
    // The seller gets one mail.
    expect([stored, notified]).toEqual([[`order.addressed:${purchase._id}`], [purchase._id]]);
  });

  it('rejects an address that a courier cannot use, with every wrong field', async () => {
    const { purchase, give } = await anOrder();
    const { status, body } = await give({
      billingAddress: { ...ADDRESS, pincode: '12', phone: '98', name: ' ' },
      sameAddress: 'Yes',
    });
    expect(status).toBe(400);
    expect(body.error.details.errors.map(({ path }: { path: string[] }) => path.join('.'))).toEqual([
      'billingAddress.name',
      'billingAddress.phone',
      'billingAddress.pincode',
    ]);
    expect((await give({})).status).toBe(400);
    expect(purchase.shipping).toBeNull();
  });

  it('is not found with another key', async () => {
    const { purchase, give } = await anOrder();
    const body = { billingAddress: ADDRESS, sameAddress: 'Yes' };
    expect((await give(body, '')).status).toBe(404);
    expect((await give(body, ORDER_LINKS.sign('co_8'))).status).toBe(404);
    expect(purchase.shipping).toBeNull();
  });

  it.each([
    ['was cancelled', { status: 'CANCELLED' }],
    [
      'was shipped before',
      { lines: aPurchase(7).lines.map((line) => ({ ...line, shipping_date: '2026-10-02' })) },
    ],
  ] as const)('needs none when it %s', async (_case, fields) => {
    const { read, give } = await anOrder(fields as Partial<Purchase>);
    expect(await read()).toMatchObject({ needs_address: false });
    expect(await give({ billingAddress: ADDRESS, sameAddress: 'Yes' })).toMatchObject({
      status: 409,
      body: { error: { message: 'The order needs no address' } },
    });
  });
});
