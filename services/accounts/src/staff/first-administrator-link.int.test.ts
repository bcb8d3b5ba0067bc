import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { mongoFirstAdministratorLink } from './first-administrator-link.ts';

const database = freshDatabase('first-administrator');
let connection: Connection;
beforeAll(async () => {
  connection = await connectMongo(database.url);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const AT = new Date('2026-11-29T10:00:00.000Z');
const LATER = new Date('2026-11-29T11:00:00.000Z');

it('stores one link, which one of many calls at the same time uses', async () => {
  const link = mongoFirstAdministratorLink(connection);
  expect(await link.isValid('a', AT)).toBe(false);
  await link.replace({ tokenHash: 'a', expiresAt: LATER });
  await link.replace({ tokenHash: 'b', expiresAt: LATER });
  expect([await link.isValid('a', AT), await link.isValid('b', AT), await link.isValid('b', LATER)]).toEqual([
    false,
    true,
    false,
  ]);
  expect(await link.use('b', LATER)).toBe(false);
  const uses = await Promise.all(Array.from({ length: 8 }, () => link.use('b', AT)));
  expect(uses.filter(Boolean)).toHaveLength(1);
  expect(await link.isValid('b', AT)).toBe(false);
});
