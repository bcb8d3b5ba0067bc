import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { mongoPresence, PRESENT_MS } from './presence.ts';
import { PRESENCE } from './presence-collection.ts';

const database = freshDatabase('presence');
let connection: Connection;
let clock = Date.parse('2026-11-29T08:50:00.000Z');
const now = () => new Date(clock);

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

it('shows the tabs of every process, and stores none that is gone', async () => {
  const [one, other] = [mongoPresence(connection, now), mongoPresence(connection, now)];
  const since = now();
  await one.note(41, { tab: 'a', by: 1 });
  await one.note(42, { tab: 'c', by: 3 });
  clock += 1_000;
  expect(await other.note(41, { tab: 'b', by: 2 })).toEqual([
    { tab: 'a', by: 1, since },
    { tab: 'b', by: 2, since: now() },
  ]);
  clock += PRESENT_MS - 1_000;
  expect(await one.note(41, { tab: 'b', by: 2 })).toHaveLength(1);
  expect(await connection.collection(PRESENCE.name).countDocuments()).toBe(1);
  await one.leave(41, { tab: 'b', by: 9 });
  expect(await connection.collection(PRESENCE.name).countDocuments()).toBe(1);
  await other.leave(41, { tab: 'b', by: 2 });
  expect(await connection.collection(PRESENCE.name).countDocuments()).toBe(0);
});
