import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createReadModel } from '../model/read-model.ts';
import { defineCollection } from '@vidhi/collections/declaration.ts';

const things = defineCollection({
  name: 'thing',
  plural: 'things',
  uid: 'api::thing.thing',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: false,
  attributes: { name: { type: 'string' } },
});
const sortKeyOf = (id: number): string => String((id * 7_919) % 10_007).padStart(5, '0');
const inOrder = (ids: readonly number[]): number[] =>
  ids.toSorted((a, b) => (sortKeyOf(a) === sortKeyOf(b) ? a - b : sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

function aStore(count: number) {
  const model = createReadModel([things]);
  const put = (id: number): void => model.upsert('thing', { id, name: `Thing ${id}` });
  for (const id of range(count)) put(id);
  const orders = model.store('thing').computedOrders;
  const idsOf = (key: string): number[] => orders.get(key, sortKeyOf).documents.map(({ id }) => id);
  return { model, put, orders, idsOf };
}

it('builds an order in steps and does not compute its keys again', async () => {
  const { orders } = aStore(3_000);
  let yields = 0;
  await orders.prepare('a', sortKeyOf, async () => {
    yields += 1;
  });
  expect(yields).toBeGreaterThan(5);
  const fail = (): never => {
    throw new Error('computed again');
  };
  expect(orders.get('a', fail).documents.map(({ id }) => id)).toEqual(inOrder(range(3_000)));
});

it('applies changes that are made while an order is built', async () => {
  const { model, put, orders, idsOf } = aStore(2_000);
  const changes = [
    () => model.remove('thing', 5),
    () => put(9_001),
    () => model.remove('thing', 1_700),
    () => put(5),
    () => model.upsert('thing', { id: 6, name: 'Renamed' }),
  ];
  await orders.prepare('a', sortKeyOf, async () => {
    changes.shift()?.();
    await yieldToOthers();
  });
  expect(changes).toEqual([]);
  expect(idsOf('a')).toEqual(inOrder([...range(2_000).filter((id) => id !== 1_700), 9_001]));
});

it('starts again when too many documents change while an order is built', async () => {
  const { put, orders, idsOf } = aStore(600);
  let grown = false;
  await orders.prepare('a', sortKeyOf, async () => {
    if (!grown) for (const id of range(2_500)) put(id);
    grown = true;
  });
  expect(idsOf('a')).toEqual(inOrder(range(2_500)));
});

it('keeps an order that a query has built in the meantime', async () => {
  const { put, orders, idsOf } = aStore(1_200);
  await orders.prepare('a', sortKeyOf, async () => {
    idsOf('a');
    put(5_000);
  });
  expect(idsOf('a')).toEqual(inOrder([...range(1_200), 5_000]));
});
