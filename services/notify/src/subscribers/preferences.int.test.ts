import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { COLLECTIONS } from '../collections.ts';
import { mongoListKeys, unsubscribePurpose } from '../newsletter/list-keys.ts';
import { subscriberId } from './subscriber.ts';
import { mongoSubscriberStore, type SubscriberStore } from './subscriber-store.ts';

const GST = { categories: ['gst', 'customs'], languages: ['en' as const] };

let database: FreshDatabase;
let connection: Connection;
let subscribers: SubscriberStore;

beforeAll(async () => {
  database = freshDatabase('preferences');
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, COLLECTIONS);
  subscribers = mongoSubscriberStore(connection);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** Subscribes an address. Returns its id and the keys of its mail. */
async function subscribe(address: string) {
  await subscribers.request(address, 'coming-soon');
  const id = subscriberId(address);
  const issued = await subscribers.issueKeys(id);
  if (issued === null) throw new Error('no keys');
  return { id, ...issued };
}
const count = (categories: string[], languages: 'en'[] | 'hi'[] = []) =>
  subscribers.countRecipients(new Date(Date.now() + 1_000), { categories, languages });

it('takes the choice of a reader who has confirmed, with a key of our mails alone', async () => {
  const { id, confirmKey, unsubscribeKey } = await subscribe('asha@example.in');
  expect(await subscribers.choose(id, confirmKey, GST)).toBe(false);
  await subscribers.confirm(id, confirmKey);
  expect(await subscribers.readPreferences(id, confirmKey)).toEqual({ categories: [], languages: [] });
  expect(await subscribers.choose(id, confirmKey, GST)).toBe(true);
  expect(await subscribers.readPreferences(id, unsubscribeKey)).toEqual(GST);
  const ofIssue = await mongoListKeys(connection).sign(unsubscribePurpose(id));
  expect(await subscribers.readPreferences(id, ofIssue)).toEqual(GST);
  const ofAnother = await mongoListKeys(connection).sign(unsubscribePurpose(subscriberId('b@example.in')));
  for (const key of [ofAnother, 'x'.repeat(32)]) {
    expect(await subscribers.readPreferences(id, key)).toBeNull();
    expect(await subscribers.choose(id, key, { categories: [], languages: [] })).toBe(false);
  }
  expect(await subscribers.readPreferences(id, confirmKey)).toEqual(GST);
});

it('counts and lists those who have chosen one of these, or nothing', async () => {
  const { id, confirmKey } = await subscribe('ravi@example.in');
  await subscribers.confirm(id, confirmKey);
  const asha = subscriberId('asha@example.in');
  expect(await count([])).toBe(2);
  expect(await count(['gst'])).toBe(2);
  expect(await count(['bail'])).toBe(1);
  expect(await count([], ['hi'])).toBe(1);
  expect(await count(['customs', 'bail'], ['en'])).toBe(2);
  const listed = await subscribers.listRecipients(new Date(Date.now() + 1_000), '', 10, {
    categories: ['bail'],
    languages: [],
  });
  expect(listed).toEqual([id]);
  expect(listed).not.toContain(asha);
});

it('has all again for a reader who chooses nothing, and forgets the choice with the address', async () => {
  const { id, confirmKey } = await subscribe('meena@example.in');
  await subscribers.confirm(id, confirmKey);
  await subscribers.choose(id, confirmKey, GST);
  await subscribers.choose(id, confirmKey, { categories: [], languages: ['hi'] });
  expect(await subscribers.readPreferences(id, confirmKey)).toEqual({ categories: [], languages: ['hi'] });
  await subscribers.erase(id);
  const stored = await subscribers.find(id);
  expect(stored).not.toHaveProperty('languages');
  expect(await subscribers.readPreferences(id, confirmKey)).toBeNull();
});
