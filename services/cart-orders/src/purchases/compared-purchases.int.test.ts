import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { BUYER, aPurchase } from '../cart-app-builder.ts';
import type { Purchase } from './purchase.ts';
import { mongoPurchaseStore } from './purchase-store.ts';

const database = freshDatabase('compared_purchases');
let connection: Connection;

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const SINCE = new Date('2026-10-02T10:00:00.000Z');
const OLD = new Date(SINCE.getTime() - 1);

it('lists purchases for comparisons, and those that were made since a time or wait for a document', async () => {
  const purchases = mongoPurchaseStore(connection);
  const store = (_id: string, fields: Partial<Purchase>) =>
    purchases.insert({ ...aPurchase(7), _id, paymentId: `pay_${_id}`, checkoutId: `co_${_id}`, ...fields });
  await store('pu_1', { createdAt: OLD });
  await store('pu_2', { createdAt: SINCE });
  await store('pu_3', { createdAt: OLD, documentsDue: true });
  // Two without a payment, of which the provider knows nothing.
  const hand = { channel: 'fair', method: 'cash', reference: null, name: null, email: null } as const;
  for (const _id of ['pu_0', 'pu_4']) {
    const { paymentId: _payment, orderId: _order, ...rest } = aPurchase(7);
    const byHand = { ...hand, fingerprint: _id, by: 11 };
    await purchases.insert({ ...rest, _id, checkoutId: `hand_${_id}`, hand: byHand, purchaseNumber: _id });
  }
  const idsOf = (found: readonly { _id: string }[]) => found.map(({ _id }) => _id);
  expect(idsOf(await purchases.listCompared('', null, 10))).toEqual(['pu_1', 'pu_2', 'pu_3']);
  expect(idsOf(await purchases.listCompared('', SINCE, 10))).toEqual(['pu_2', 'pu_3']);
  expect(idsOf(await purchases.listCompared('pu_2', SINCE, 10))).toEqual(['pu_3']);
  expect(idsOf(await purchases.listCompared('', null, 1))).toEqual(['pu_1']);
  const [found] = await purchases.findCompared(['pu_1', 'pu_9']);
  expect(found).toMatchObject({ checkoutId: 'co_pu_1', createdAt: OLD, status: 'CONFIRMED' });
  expect(found).not.toHaveProperty('lines');
});

it('names the buyers of purchases that have their addresses', async () => {
  const purchases = mongoPurchaseStore(connection);
  const store = (_id: string, billing: Purchase['billing']) =>
    purchases.insert({
      ...aPurchase(7),
      _id,
      paymentId: `pay_${_id}`,
      checkoutId: `co_${_id}`,
      purchaseNumber: _id,
      billing,
    });
  await store('pu_named', { ...BUYER, name: 'Asha Rao' });
  await store('pu_removed', null);
  const buyers = await purchases.findBuyers(['pu_named', 'pu_removed', 'pu_unknown']);
  expect([...buyers]).toEqual([['pu_named', 'Asha Rao']]);
  expect([...(await purchases.findBuyers([]))]).toEqual([]);
});
