import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Desk } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { createOrderLinks } from '@vidhi/service-kit/order-link.ts';
import { LINK } from '../cart-app-builder.ts';
import type { Reading } from '../desk/purchase-readings.ts';
import { purchaseId } from '../purchases/purchase.ts';
import { paymentLinkRoutes, type PaymentLinkRoutesOptions } from './payment-link-routes.ts';

const PAID_ORDER = purchaseId('co_1');
const LINKS = createOrderLinks(['a secret of links to purchases!!']);

/** An app with the routes, whose requests come from staff with these desks; from nobody who is logged in where they are null. */
async function anApp(desks: Desk[] | null, stored = [LINK]) {
  const readings: Reading[] = [];
  const app = Fastify();
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    request.principal = desks === null ? null : { userId: 11, role: ROLE.editor, tokenVersion: 1, desks };
  });
  await app.register(paymentLinkRoutes, {
    links: LINKS,
    purchases: { findBuyers: async () => new Map([[PAID_ORDER, 'Asha Rao']]) },
    store: { find: async () => LINK, list: async () => ({ links: stored, total: stored.length }) },
    settings: { read: async () => ({}) },
    noteReading: async (reading: Reading) => void readings.push(reading),
  } as unknown as PaymentLinkRoutesOptions);
  return { app, readings };
}

it('notes in the audit log who of the staff lists payment links with their buyers', async () => {
  const { app, readings } = await anApp(['shop']);
  expect((await app.inject('/api/payment-links?q=asha')).statusCode).toBe(200);
  expect(readings).toMatchObject([
    { action: 'list', type: 'payment-link', id: 'all', label: null, actor: { id: 11 } },
  ]);
  await app.inject({ method: 'HEAD', url: '/api/payment-links' });
  expect(readings).toHaveLength(1);
  const empty = await anApp(['shop'], []);
  expect((await empty.app.inject('/api/payment-links')).statusCode).toBe(200);
  expect(empty.readings).toEqual([]);
});

it('notes readings of one link by staff, and not those of its buyer', async () => {
  const atDesk = await anApp(['refund']);
  await atDesk.app.inject(`/api/payment-links/${LINK._id}`);
  expect(atDesk.readings).toMatchObject([{ action: 'view', type: 'payment-link', id: LINK._id }]);
  const buyer = await anApp(null);
  await buyer.app.inject(`/api/payment-links/${LINK._id}?key=${LINKS.sign(LINK._id)}`);
  expect(buyer.readings).toEqual([]);
});

it('names the buyer of a paid link, whose addresses are in its order', async () => {
  const paid = { ...LINK, state: 'PAID' as const, checkoutId: 'co_1', billing: null, shipping: null };
  const { app } = await anApp(['shop'], [LINK, paid]);
  const response = await app.inject('/api/payment-links');
  const { data } = response.json<{ data: { name: string | null; purchase_id: string | null }[] }>();
  expect(data.map(({ name, purchase_id }) => [name, purchase_id])).toEqual([
    [LINK.billing?.name, null],
    ['Asha Rao', PAID_ORDER],
  ]);
});
