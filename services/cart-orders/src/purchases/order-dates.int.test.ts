import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { mongoPurchaseStore } from './purchase-store.ts';

const database = freshDatabase('order_dates');
let connection: Connection;

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const originOf = (day: number, by: number) => ({ at: new Date(Date.UTC(2026, 10, day, 6)), by });

it('notes who has set which date of an order, and forgets it with the date', async () => {
  const purchases = mongoPurchaseStore(connection);
  const purchase = aPurchase(7);
  await purchases.insert(purchase);
  const line = async () => (await purchases.find(purchase._id))?.lines[0];
  const [shipped, delivered, removed] = [originOf(2, 14), originOf(4, 15), originOf(5, 16)];

  expect(await purchases.ship(7, { shipping_date: '2026-11-02' }, shipped)).toBe(true);
  const both = { shipping_date: '2026-11-02', delivered_date: '2026-11-04' };
  expect(await purchases.setDates(7, both, delivered)).toBe(true);
  expect(await line()).toMatchObject({
    ...both,
    shippedAt: shipped.at,
    shippedBy: 14,
    deliveredAt: delivered.at,
    deliveredBy: 15,
  });

  expect(await purchases.setDates(7, { delivered_date: null }, removed)).toBe(true);
  expect(await line()).toMatchObject({ shippedBy: 14, delivered_date: null, deliveredBy: null });
  expect(await purchases.setDates(8, both, delivered)).toBe(false);
});
