import { afterEach, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { EDITOR_DESKS } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
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

it('gives editors of before the desks of what they could do, and changes nobody else', async () => {
  database = freshDatabase('accounts');
  const at = (connection = await connectMongo(database.url));
  const users = mongoUserRepository(at);
  const named = (id: number, role: number) =>
    aUser({ id, role, email: `a${id}@example.in`, username: `a${id}` });
  await users.insert(named(1, ROLE.editor));
  await users.insert({ ...named(2, ROLE.editor), desks: ['news'] });
  await users.insert(named(3, ROLE.customer));
  await users.insert(named(4, ROLE.administrator));
  const stored = at.collection<{ _id: number }>('users');
  await stored.updateOne({ _id: 1 }, { $unset: { desks: '' } });
  expect((await users.findById(1))?.desks).toEqual(EDITOR_DESKS);

  const run = () => migrate(at, MIGRATIONS, { isDryRun: false });
  expect((await run()).at(-1)).toMatchObject({ documents: 1 });
  expect(await stored.findOne({ _id: 1 })).toMatchObject({ desks: EDITOR_DESKS, tokenVersion: 0, rev: 1 });
  expect((await users.findById(2))?.desks).toEqual(['news']);
  expect(await stored.countDocuments({ desks: { $exists: true } })).toBe(2);
  expect(await run()).toEqual([]);
});
