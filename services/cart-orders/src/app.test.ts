import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { openapiProblems } from '@vidhi/testing/openapi-problems.ts';
import { BUYER, aCartApp, asUser, unusedCarts as CARTS } from './cart-app-builder.ts';

let app: FastifyInstance;
beforeEach(async () => {
  app = await aCartApp(CARTS);
});
afterEach(async () => app.close());

describe('cart-orders', () => {
  it('is alive, ready and measured', async () => {
    for (const url of ['/livez', '/readyz']) expect((await app.inject(url)).statusCode).toBe(200);
    expect((await app.inject('/metrics')).body).toContain('service="cart-orders"');
  });

  it('tells which books can be bought', async () => {
    const response = await app.inject('/api/book-availability?ids=2,3');
    expect(response.json()).toEqual({
      data: [
        { id: 2, available: true },
        { id: 3, available: false },
      ],
    });
    for (const ids of ['', 'x', '1,-2', '1.5'])
      expect((await app.inject(`/api/book-availability?ids=${ids}`)).statusCode).toBe(400);
  });

  it.each([
    ['to an editor at the desk shop', 10, ['shop'], { shipping_date: '2026-10-02' }, true],
    ['to an editor at the desk refund', 10, ['refund'], { status: 'CANCELLED' }, false],
    ['to an administrator', 11, [], { shipping_date: '2026-10-02' }, true],
  ] as const)('responds %s with or without payment and buyer', async (_, role, desks, data, hasBuyer) => {
    await app.close();
    app = await aCartApp(CARTS, undefined, async () => ({ userId: role, role, tokenVersion: 1, desks }));
    const { statusCode, body } = await app.inject({
      method: 'PUT',
      url: '/api/orders/4',
      headers: asUser(role),
      payload: { data },
    });
    expect(statusCode).toBe(200);
    for (const text of [...Object.values(BUYER), 'pay_4', 'co_4', 'order_4'])
      expect(body.includes(text)).toBe(hasBuyer);
  });

  it('describes its public calls', async () => {
    const document = (await app.inject('/internal/openapi.json')).json();
    expect(Object.keys(document.paths)).toEqual([
      '/api/carts',
      '/api/carts/{id}',
      '/api/orders',
      '/api/orders/{id}',
      '/api/purchases/{id}/shipments',
      '/api/shipments',
      '/api/purchases/{id}/shipments/{shipment}',
      '/api/purchases/packed',
      '/api/purchases/{id}/address',
      '/api/purchases/{id}/notes',
      '/api/purchases/{id}/mails/{mail}/resend',
      '/api/purchases/{id}/tags',
      '/api/purchases/{id}/refunds',
      '/api/purchases/{id}/refunds/{refund}/settlement',
      '/api/purchases',
      '/api/payment-links',
      '/api/payment-links/{id}',
      '/api/payment-links/{id}/cancel',
      '/api/payment-links/{id}/mail',
      '/api/purchases/{id}/requests/{request}',
      '/api/book-stock',
      '/api/book-stock/{book}',
      '/api/book-stock/{book}/moves',
      '/api/packing-slips',
      '/api/address-labels',
      '/api/purchases.csv',
      '/api/purchases/{id}',
      '/api/order-status',
      '/api/order-status/{id}',
      '/api/order-status/{id}/address',
      '/api/order-status/{id}/requests',
      '/api/order-status/{id}/bill-of-supply',
      '/api/order-status/{id}/credit-note',
      '/api/orders/{id}/bill-of-supply',
      '/api/orders/{id}/credit-note',
      '/api/book-availability',
      '/api/shop-options',
      '/api/shop-settings',
      '/api/orders/reconciliation',
      '/api/orders/reconciliation/repair',
      '/api/orders/reconciliation/dismiss',
      '/api/orders/reconciliation/replay',
      '/api/orders/accounts.csv',
      '/api/orders/fees',
      '/api/orders/sales',
    ]);
    expect(openapiProblems(document)).toEqual([]);
  });
});
