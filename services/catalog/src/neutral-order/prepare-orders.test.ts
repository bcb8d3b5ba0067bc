import { setImmediate as letOthersWork } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { aCatalog, aProfile } from '../catalog-builder.ts';
import { neutralDate, neutralSeed } from './neutral-order.ts';
import { createPrepareOrders } from './prepare-orders.ts';

const failCompute = (): never => {
  throw new Error('made when it was asked for');
};

it('prepares the orders once the model is ready, and ends without error when the process closes before that', async () => {
  const { live } = await aCatalog({ lawyer: [aProfile(1), aProfile(2)] });
  const orders = live.model.store('lawyer').computedOrders;
  const tomorrow = `neutral:${neutralSeed(neutralDate(live.model.now(), 1))}`;
  const { signal } = new AbortController();

  const { promise: ready, resolve: sayReady } = Promise.withResolvers<void>();
  const prepared = createPrepareOrders({ ...live, ready }, signal)();
  await letOthersWork();
  expect(() => orders.get(tomorrow, failCompute)).toThrow('made when it was asked for');
  sayReady();
  await prepared;
  expect([...orders.values()]).toHaveLength(3);
  expect(orders.get(tomorrow, failCompute).documents).toHaveLength(2);

  const closing = new AbortController();
  const ended = createPrepareOrders({ ...live, ready: new Promise<void>(() => undefined) }, closing.signal)();
  closing.abort();
  await expect(ended).resolves.toBeUndefined();
});
