import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { SETTINGS } from '../cart-app-builder.ts';
import { SHOP_SETTINGS } from './shop-settings-collection.ts';
import { mongoShopSettings, type ShopSettingsStore } from './shop-settings-store.ts';

const database = freshDatabase('shop-settings');
const ACTOR = { id: 11, role: 11, via: 'console' } as const;
let connection: Connection;
let now: number;
let settings: ShopSettingsStore;
let published: string[];

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
});
beforeEach(async () => {
  await connection.collection(SHOP_SETTINGS.name).deleteMany({});
  published = [];
  now = Date.parse('2026-11-22T10:00:00Z');
  settings = mongoShopSettings(connection, {
    installed: SETTINGS,
    auditTopic: TOPICS.siteAudit,
    publish: (id) => void published.push(id),
    now: () => now,
  });
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const entries = async () =>
  ((await connection.collection(SHOP_SETTINGS.name).findOne({}))?.['outbox'] ?? []) as {
    data: { changes: unknown };
  }[];

it('are those of the installation, until the console has others, and again when it removes them', async () => {
  expect(await settings.read()).toEqual(SETTINGS);
  const changed = await settings.change({ shipping_paise: 0, seller_name: 'Lex House' }, ACTOR);
  expect(changed).toEqual({ ...SETTINGS, shipping_paise: 0, seller_name: 'Lex House' });
  expect(await settings.read()).toEqual(changed);
  await settings.change({ shipping_paise: null }, ACTOR);
  expect(await settings.read()).toEqual({ ...SETTINGS, seller_name: 'Lex House' });
});

it('are read once a second where they may be a second old', async () => {
  expect(await settings.readRecent()).toEqual(SETTINGS);
  const changed = await settings.change({ seller_name: 'Lex House' }, ACTOR);
  now += 999;
  expect(await settings.readRecent()).toEqual(SETTINGS);
  now += 1;
  expect(await settings.readRecent()).toEqual(changed);
});

it('have an entry of the audit log for each write that changes something', async () => {
  await settings.change({ shipping_paise: 5_000, return_days: 7 }, ACTOR);
  await settings.change({ shipping_paise: 5_000 }, ACTOR);
  expect((await entries()).map(({ data }) => data.changes)).toEqual([
    [{ path: 'shipping_paise', from: 10_000, to: 5_000 }],
  ]);
  expect(published).toEqual(['shop', 'shop']);
});

it('have both of two changes that were sent side by side', async () => {
  await Promise.all([
    ...[1, 2, 3].map((days) => settings.change({ return_days: days }, ACTOR)),
    settings.change({ shipping_paise: 1 }, ACTOR),
  ]);
  expect(await settings.read()).toMatchObject({ shipping_paise: 1 });
  expect(await entries()).toHaveLength(4);
});
