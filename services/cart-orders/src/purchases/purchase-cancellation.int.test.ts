import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { mongoPurchaseChanges } from '../desk/purchase-changes.ts';
import { aFailedRefund } from '../refund-builder.ts';
import { createPurchaseEvents } from './purchase-events.ts';
import { mongoPurchaseStore } from './purchase-store.ts';

const database = freshDatabase('purchase_cancellation');
let connection: Connection;

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const AT = new Date('2026-11-20T06:00:00Z');
const ORIGIN = { at: AT, by: 11 };

it('cancels no purchase of which something was paid back another way, as the provider would return that again', async () => {
  const purchases = mongoPurchaseStore(connection);
  const events = createPurchaseEvents(TOPICS.ordersPurchases);
  const settled = { at: AT, by: 11, reason: 'By bank transfer' };
  const cancelled: Record<string, boolean> = {};
  for (const [_id, refunds] of [
    ['pu_none', []],
    ['pu_failed', [aFailedRefund()]],
    ['pu_settled', [aFailedRefund(), aFailedRefund({ id: 'settled012', settled })]],
  ] as const) {
    const names = { _id, paymentId: `pay_${_id}`, checkoutId: `co_${_id}`, purchaseNumber: _id };
    await purchases.insert({ ...aPurchase(7), ...names, refunds: [...refunds] });
    cancelled[_id] = await purchases.cancel(_id, ORIGIN, events.cancelled(_id, AT));
  }
  expect(cancelled).toEqual({ pu_none: true, pu_failed: true, pu_settled: false });
  expect((await purchases.find('pu_settled'))?.status).toBe('CONFIRMED');

  // Once the note is taken back, everything that is left is refunded again.
  const unsettled = [{ ...settled, undoneAt: AT, undoneBy: 11 }];
  const lines = [{ id: 7, copies: 2, wasShipped: false, restocked: 1 }];
  const refunds = [aFailedRefund({ id: 'settled012', lines, unsettled })];
  await mongoPurchaseChanges(connection).change('pu_settled', () => ({ set: { refunds } }));
  expect((await purchases.find('pu_settled'))?.refunds).toEqual(refunds);
  expect(await purchases.cancel('pu_settled', ORIGIN, events.cancelled('pu_settled', AT))).toBe(true);
});

it('stores with a cancellation that its copies are to come back, and leaves it due until that is noted', async () => {
  const purchases = mongoPurchaseStore(connection);
  const events = createPurchaseEvents(TOPICS.ordersPurchases);
  const _id = 'pu_back';
  const names = { _id, paymentId: 'pay_back', checkoutId: 'co_back', purchaseNumber: 'BACK' };
  await purchases.insert({ ...aPurchase(7), ...names });
  await purchases.cancel(_id, ORIGIN, events.cancelled(_id, AT));
  const move = { id: 'cancel:pu_back:7', lineId: 7, copies: 1, reason: 'The order was cancelled', ...ORIGIN };
  expect(await purchases.find(_id)).toMatchObject({
    documentsDue: true,
    cancelledBy: 11,
    copyMoves: [move],
  });
  expect(await purchases.documentsMade(_id, 'CANCELLED', undefined)).toBeNull();
  await purchases.noteMoved(_id, [move.id]);
  expect(await purchases.documentsMade(_id, 'CANCELLED', undefined)).toMatchObject({
    copyMoves: [{ ...move, isDone: true }],
  });
  expect((await purchases.find(_id))?.documentsDue).toBeUndefined();
});

it('takes a copy that a failed refund has counted back when its line is shipped', async () => {
  const purchases = mongoPurchaseStore(connection);
  const _id = 'pu_sent';
  const lines = aPurchase(7).lines.map((line) => ({ ...line, id: 8 }));
  const names = { _id, paymentId: 'pay_sent', checkoutId: 'co_sent', purchaseNumber: 'SENT', lines };
  const refunds = [aFailedRefund({ restock: true, lines: [{ id: 8, copies: 1, wasShipped: false }] })];
  await purchases.insert({ ...aPurchase(7), ...names, refunds });
  const ship = () => purchases.ship(8, { shipping_date: '2026-11-20' }, ORIGIN);
  expect([await ship(), await ship()]).toEqual([true, false]);
  expect(await purchases.find(_id)).toMatchObject({
    documentsDue: true,
    lines: [{ shipping_date: '2026-11-20' }],
    copyMoves: [{ id: 'ship:pu_sent:8:1', copies: -1 }],
  });
});
