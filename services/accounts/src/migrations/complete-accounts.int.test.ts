import { afterEach, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { migrate } from '@vidhi/service-kit/migrations.ts';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { mongoUserRepository } from '../users/mongo-user-repository.ts';
import { aUser } from '../users/user-builder.ts';
import { MIGRATIONS } from './migrations.ts';

let database: FreshDatabase | undefined;
let connection: Connection | undefined;

afterEach(async () => {
  await connection?.close();
  await database?.drop();
});

it('stores what an absent attribute of an account meant, and keeps the others as they are', async () => {
  database = freshDatabase('accounts');
  const at = (connection = await connectMongo(database.url));
  const users = mongoUserRepository(at);
  const [old, present] = [
    aUser({ id: 1, email: 'old@example.in', username: 'old' }),
    aUser({
      id: 2,
      email: 'present@example.in',
      username: 'present',
      consents: [{ purpose: 'adult', version: '3', at: '2026-11-20T10:00:00.000Z' }],
    }),
  ];
  await users.insert(old);
  await users.insert(present);
  const stored = at.collection<{ _id: number }>('users');
  await stored.updateOne({ _id: 1 }, { $unset: { mailRequests: '', registration: '', consents: '' } });
  const readBefore = [await users.findById(1), await users.findById(2)];

  expect(await migrate(at, MIGRATIONS, { isDryRun: true })).toMatchObject([
    { documents: 1 },
    { documents: 0 },
  ]);
  expect(await migrate(at, MIGRATIONS, { isDryRun: false })).toMatchObject([
    { documents: 1 },
    { documents: 0 },
  ]);

  expect(await stored.findOne({ _id: 1 })).toMatchObject({
    mailRequests: [],
    registration: null,
    consents: [],
    rev: old.rev,
  });
  expect([await users.findById(1), await users.findById(2)]).toEqual(readBefore);
  expect(await migrate(at, MIGRATIONS, { isDryRun: false })).toEqual([]);
});
