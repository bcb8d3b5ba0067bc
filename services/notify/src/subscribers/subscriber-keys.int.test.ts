import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { subscriberId } from './subscriber.ts';
import { hashPlainKeys, mongoSubscriberStore, type SubscriberStore } from './subscriber-store.ts';

const AT = new Date('2026-11-20T10:00:00.000Z');
const ASHA = 'asha.rao@example.in';
const BINA = 'bina.roy@example.in';

let database: FreshDatabase;
let connection: Connection;
let subscribers: SubscriberStore;
beforeAll(async () => {
  database = freshDatabase('subscriber-keys');
  connection = await createConnection(database.url).asPromise();
  subscribers = mongoSubscriberStore(connection, () => AT);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const stored = async (): Promise<string> =>
  JSON.stringify(await connection.collection('subscribers').find().toArray());

it.each([
  ['the erasure', () => subscribers.erase(subscriberId('usha@example.in'))],
  [
    'an unsubscription',
    async (unsubscribeKey: string) => {
      await subscribers.unsubscribe(subscriberId('usha@example.in'), unsubscribeKey);
    },
  ],
])('confirms by no link from before %s, also when the address is entered again', async (_end, end) => {
  const id = subscriberId('usha@example.in');
  const later = mongoSubscriberStore(connection, () => new Date(AT.getTime() + 3_600_000));
  await connection.collection<{ _id: string }>('subscribers').deleteOne({ _id: id });
  await subscribers.request('usha@example.in', 'register');
  const former = await subscribers.issueKeys(id);
  await end(former?.unsubscribeKey ?? '');
  await later.request('usha@example.in', 'coming-soon');
  const next = await later.issueKeys(id);
  expect(await later.confirm(id, former?.confirmKey ?? '')).toBe(false);
  expect(await later.confirm(id, next?.confirmKey ?? '')).toBe(true);
});

it('stores hashes of the keys, of which those of each mail confirm and unsubscribe', async () => {
  const id = subscriberId(ASHA);
  await subscribers.request(ASHA, 'register');
  const first = await subscribers.issueKeys(id);
  const second = await subscribers.issueKeys(id);
  if (first === null || second === null) throw new Error('no keys');
  expect(first).toMatchObject({
    email: ASHA,
    confirmKey: expect.stringMatching(/^[\w-]{32}$/),
    unsubscribeKey: expect.stringMatching(/^[\w-]{32}$/),
  });
  const text = await stored();
  for (const { confirmKey, unsubscribeKey } of [first, second]) {
    expect(text).not.toContain(confirmKey);
    expect(text).not.toContain(unsubscribeKey);
    expect(await subscribers.confirm(id, unsubscribeKey)).toBe(false);
    expect(await subscribers.confirm(id, confirmKey)).toBe(true);
    expect(await subscribers.unsubscribe(id, confirmKey)).toBe(false);
  }
  expect(await subscribers.issueKeys(id)).toBeNull();
  expect(await subscribers.unsubscribe(id, first.unsubscribeKey)).toBe(true);
  expect(await subscribers.unsubscribe(id, second.unsubscribeKey)).toBe(true);
});

it('accepts what is stored as the hash of a key, and not the hash itself', async () => {
  const id = subscriberId(BINA);
  await subscribers.request(BINA, 'register');
  await subscribers.issueKeys(id);
  const [hash] = (await subscribers.find(id))?.confirmKeyHashes ?? [];
  expect(await subscribers.confirm(id, String(hash))).toBe(false);
});

it('accepts keys that were stored in plain text, and stores them in plain text no longer', async () => {
  const [confirmKey, unsubscribeKey] = ['c'.repeat(32), 'u'.repeat(32)];
  const _id = subscriberId('chandra@example.in');
  await connection.collection<{ _id: string }>('subscribers').insertOne({
    _id,
    email: 'chandra@example.in',
    state: 'PENDING',
    source: 'register',
    confirmKey,
    unsubscribeKey,
    requests: 1,
    requestedAt: AT,
    createdAt: AT,
  } as { _id: string });
  for (let n = 0; n < 2; n += 1) await hashPlainKeys(connection);
  expect(await stored()).not.toMatch(/c{32}|u{32}/);
  expect(await subscribers.confirm(_id, confirmKey)).toBe(true);
  expect(await subscribers.unsubscribe(_id, unsubscribeKey)).toBe(true);
});
