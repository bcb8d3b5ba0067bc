import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '@vidhi/service-kit/migrations.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { LINK } from '../cart-app-builder.ts';
import { mongoPaymentLinkStore } from '../links/payment-link-store.ts';
import { MIGRATIONS } from './migrations.ts';

const database = freshDatabase('link-keys');
let connection: Connection;
beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

it('lets the desk find payment links that were written down before they had search keys', async () => {
  const store = mongoPaymentLinkStore(connection);
  const { keys: _none, ...old } = LINK;
  await store.insert({ ...old, _id: 'link_old' });
  await store.insert({ ...old, _id: 'link_present', keys: ['another'] });
  await store.insert({ ...old, _id: 'link_ended', billing: null, shipping: null });
  const find = async () => {
    const { links } = await store.list({ q: LINK.billing?.email }, { skip: 0, limit: 25 });
    return links.map(({ _id }) => _id);
  };
  expect(await find()).toEqual([]);
  expect(await migrate(connection, MIGRATIONS, { isDryRun: true })).toMatchObject([{ documents: 1 }]);
  expect(await migrate(connection, MIGRATIONS, { isDryRun: false })).toMatchObject([{ documents: 1 }]);
  expect(await find()).toEqual(['link_old']);
  expect((await store.find('link_present'))?.keys).toEqual(['another']);
  expect((await store.find('link_ended'))?.keys).toBeUndefined();
  expect(await migrate(connection, MIGRATIONS, { isDryRun: false })).toEqual([]);
});
