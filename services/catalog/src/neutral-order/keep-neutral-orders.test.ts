import { setImmediate as letOthersWork } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { aCatalog, aProfile } from '../catalog-builder.ts';
import { keepNeutralOrders } from './keep-neutral-orders.ts';
import { neutralDate, neutralSeed } from './neutral-order.ts';

const failCompute = (): never => {
  throw new Error('made when it was asked for');
};

it('prepares the orders once the model is ready, and closes without error before that', async () => {
  const { live } = await aCatalog({ lawyer: [aProfile(1), aProfile(2)] });
  const onFailure = vi.fn();
  const orders = live.model.store('lawyer').computedOrders;
  const tomorrow = `neutral:${neutralSeed(neutralDate(live.model.now(), 1))}`;

  const { promise: ready, resolve: sayReady } = Promise.withResolvers<void>();
  const waiting = keepNeutralOrders({ ...live, ready }, onFailure);
  await letOthersWork();
  expect(() => orders.get(tomorrow, failCompute)).toThrow('made when it was asked for');
  sayReady();
  await vi.waitUntil(() => [...orders.values()].length >= 3, 15_000);
  expect(orders.get(tomorrow, failCompute).documents).toHaveLength(2);
  await waiting.close();

  await keepNeutralOrders({ ...live, ready: new Promise<void>(() => undefined) }, onFailure).close();
  expect(onFailure).not.toHaveBeenCalled();
});
