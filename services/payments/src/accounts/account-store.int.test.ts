import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { ACCOUNTS, mongoAccountStore } from './account-store.ts';

const database = freshDatabase('accounts-copy');
let connection: Connection;
beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [ACCOUNTS]);
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const META = { topic: 'accounts.users', partition: 0, offset: '0' };
const updated = (data: { id: number; tokenVersion: number; erased?: boolean }) => ({
  id: `user.updated:${data.id}:${data.tokenVersion}`,
  type: 'user.updated',
  v: 1,
  aggregateId: String(data.id),
  occurredAt: '2026-11-20T10:00:00.000Z',
  data,
});

it('keeps the highest token version and an erasure, in whichever order events come', async () => {
  const accounts = mongoAccountStore(connection);
  const isCurrent = (userId: number, tokenVersion: number) =>
    accounts.isCurrent({ userId, role: 4, tokenVersion });
  expect(await isCurrent(7, 1)).toBe(true);
  for (const event of [
    updated({ id: 7, tokenVersion: 3, erased: true }),
    updated({ id: 7, tokenVersion: 2 }),
  ])
    expect(await accounts.handle(event, META)).toBe('applied');
  expect(await isCurrent(7, 2)).toBe(false);
  expect(await isCurrent(7, 3)).toBe(true);
  expect(await accounts.listErased()).toEqual([7]);
});
