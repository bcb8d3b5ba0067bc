import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { BUYER, LINK } from '../cart-app-builder.ts';
import { paymentLinkKeys } from '../desk/search-keys.ts';
import { PAYMENT_LINKS } from './payment-link-collection.ts';
import { mongoPaymentLinkStore, type PaymentLinkStore } from './payment-link-store.ts';

const database = freshDatabase('payment-links');
let connection: Connection;
let store: PaymentLinkStore;

const idOf = (n: number): string => `link_${String(n).repeat(32)}`;
const PEOPLE = [
  { ...BUYER, name: 'Asha Rao', phone: '9000000001', email: 'asha@rao.example', city: 'Pune' },
  { ...BUYER, name: 'Ravi (O’Neil) Kumar', phone: '9000000002', email: 'ravi@kumar.example', city: 'Kochi' },
  { ...BUYER, name: 'Meera Rao', phone: '9000000003', email: 'meera@rao.example', city: 'Pune' },
];

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [PAYMENT_LINKS]);
  store = mongoPaymentLinkStore(connection);
  for (const [n, billing] of PEOPLE.entries())
    await store.insert({
      ...LINK,
      _id: idOf(n),
      billing,
      shipping: billing,
      keys: paymentLinkKeys(billing, billing),
      createdAt: new Date(Date.UTC(2026, 9, 1 + n)),
    });
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const found = async (q: string, state?: 'open' | 'paid'): Promise<number[]> => {
  const { links, total } = await store.list({ q, state }, { skip: 0, limit: 25 });
  expect(total).toBe(links.length);
  return links.map(({ _id }) => Number(_id.at(-1)));
};

it.each<[string, number[]]>([
  ['', [2, 1, 0]],
  ['rao', [2, 0]],
  ['Asha R', [0]],
  ['+91 90000 00002', [1]],
  ['ravi@', [1]],
  ['(O’Neil', [1]],
  ['pune', [2, 0]],
  [`https://shop.example/payment/link/${idOf(1)}?key=abc`, [1]],
  [`https://shop.example/payment/link/${idOf(9)}?key=abc`, []],
  ['nobody', []],
  ['.*', []],
])('finds links by %j: %j, the latest first', async (q, expected) => {
  expect(await found(q)).toEqual(expected);
});

it('finds a link of a state, and a paid one by the link alone, as it has no addresses any more', async () => {
  expect(await store.claim(idOf(2), 'co_1', new Date())).toBe('claimed');
  expect(await found('rao')).toEqual([0]);
  expect(await found('rao', 'paid')).toEqual([]);
  expect(await found(idOf(2), 'paid')).toEqual([2]);
  expect(await found(idOf(2), 'open')).toEqual([]);
});

it('forgets by what people were found when their addresses are removed', async () => {
  await connection.collection('payment_links').updateMany({}, { $set: { expiresAt: new Date(0) } });
  await store.removeContactsBefore(new Date(1));
  expect(await found('asha')).toEqual([]);
  expect(await connection.collection('payment_links').countDocuments({ keys: { $exists: true } })).toBe(0);
});
