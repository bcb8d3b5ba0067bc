import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { errorResponsePlugin } from '@vidhi/service-kit/error-responses.ts';
import { ORDER_LINKS, SETTINGS, aPurchase } from '../cart-app-builder.ts';
import { createPurchaseEvents } from '../purchases/purchase-events.ts';
import { orderRoutes } from '../purchases/order-routes.ts';
import { orderStatusRoutes } from '../purchases/order-status-routes.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { userDataRoutes } from '../purchases/user-data-routes.ts';
import { billRoutes, internalBillRoutes } from './bill-routes.ts';
import { createPurchaseDocuments } from './purchase-documents.ts';

/** Sends HEAD for a purchase; rejects when anything is rendered, claimed or numbered. */
async function head(purchase: Purchase, url: string) {
  const effects: string[] = [];
  const effect = (name: string) => async (): Promise<never> => {
    effects.push(name);
    throw new Error(name);
  };
  const documents = createPurchaseDocuments({
    purchases: {
      find: async () => purchase,
      findWithDocumentsDue: async () => [],
      documentsMade: effect('documents made'),
      postpone: effect('postponed'),
      noteMoved: effect('moves noted'),
    },
    series: { issue: effect('number claimed'), finishClaims: effect('claims finished') },
    refund: effect('refunded'),
    stock: { sell: effect('sold'), release: effect('released'), take: effect('taken') },
    move: effect('moved'),
    render: effect('rendered'),
    onFailure: () => undefined,
  });
  const purchases = {
    find: async () => purchase,
    findByOrder: async () => purchase,
    findByPayment: async () => purchase,
    listOf: async () => [purchase],
    setAddresses: effect('addresses set'),
  };
  const guestOrders = { claim: effect('claimed'), isOf: async () => true };
  const app = Fastify();
  await app.register(errorResponsePlugin);
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    request.principal = { userId: 7, role: ROLE.customer, tokenVersion: 1 };
  });
  await app.register(billRoutes, { purchases, documents, guestOrders });
  await app.register(internalBillRoutes, { purchases, documents });
  await app.register(userDataRoutes, { carts: { listStored: async () => [] }, purchases, guestOrders });
  await app.register(orderRoutes, {
    purchases,
    guestOrders,
    payments: { findByPayment: async () => null },
    createPurchase: effect('purchase created'),
  });
  await app.register(orderStatusRoutes, {
    purchases,
    documents,
    guestOrders,
    links: ORDER_LINKS,
    findOrder: async () => ({ data: { checkout_id: '', key: '' } }),
    events: createPurchaseEvents(TOPICS.ordersPurchases),
    notify: () => void effects.push('published'),
    settings: { installed: SETTINGS, read: async () => SETTINGS },
    changes: { change: async () => purchase },
    refresh: effect('indexed'),
  });
  const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url });
  await app.close();
  expect([effects, body]).toEqual([[], '']);
  return { statusCode, headers };
}

const CREDITED: Partial<Purchase> = {
  bill: {
    number: 'BS/26-27/000001',
    date: '2026-10-01',
    seller: { name: 'A', address: 'B', email: 'c@d.example', phone: '1', grievanceOfficer: '', gstin: '' },
  } as never,
  creditNotes: [{ number: 'CN/26-27/000001', date: '2026-10-02', amountPaise: 100 }],
};
const BILLS = [
  '/api/orders/7/bill-of-supply',
  '/api/order-status/co_7/bill-of-supply',
  '/internal/purchases/pu_7/bill-of-supply',
];
const NOTES = BILLS.map((url) => url.replace('bill-of-supply', 'credit-note'));

it.each(BILLS)('HEAD %s has the headers of a bill that has no number yet, and no effect', async (url) => {
  const { statusCode, headers } = await head(aPurchase(7), url);
  expect([statusCode, headers['content-type'], headers['cache-control'], headers['content-length']]).toEqual([
    200,
    'application/pdf',
    'no-store',
    undefined,
  ]);
});

it.each(BILLS)('HEAD %s is 404 for a purchase that was never supplied', async (url) => {
  expect((await head({ ...aPurchase(7), status: 'CANCELLED' }, url)).statusCode).toBe(404);
});

it.each(NOTES)('HEAD %s tells whether there is a credit note', async (url) => {
  expect((await head({ ...aPurchase(7), ...CREDITED }, url)).statusCode).toBe(200);
  expect((await head(aPurchase(7), url)).statusCode).toBe(404);
});

it('HEAD of a credit note by its number tells whether there is this one', async () => {
  const purchase = { ...aPurchase(7), ...CREDITED };
  for (const [number, status] of [
    ['CN/26-27/000001', 200],
    ['CN/26-27/000002', 404],
  ] as const)
    expect((await head(purchase, `/api/orders/7/credit-note?number=${number}`)).statusCode).toBe(status);
});

it.each(['/api/orders', '/internal/users/7/data', '/api/order-status/co_7'])(
  'HEAD %s claims no order of a guest',
  async (url) => {
    expect((await head(aPurchase(7), url)).statusCode).toBe(200);
  },
);
