import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { SUBSCRIBERS } from './subscriber-collection.ts';
import { subscriberId } from './subscriber.ts';
import { mongoSubscriberStore, type SubscriberStore } from './subscriber-store.ts';

const AT = new Date('2026-11-20T10:00:00.000Z');
const LATER = new Date('2026-11-21T10:00:00.000Z');
const END = new Date('2026-12-31T10:00:00.000Z');
const ASHA = 'asha.rao@example.in';
const ID = subscriberId(ASHA);
const ACT = { id: 'act', at: LATER };

let database: FreshDatabase;
let connection: Connection;
let subscribers: SubscriberStore;
let later: SubscriberStore;
beforeAll(async () => {
  database = freshDatabase('subscriber-consent');
  connection = await createConnection(database.url).asPromise();
  subscribers = mongoSubscriberStore(connection, () => AT);
  later = mongoSubscriberStore(connection, () => LATER);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** A reader who unsubscribed, and whose address somebody entered again. */
beforeEach(async () => {
  await connection.collection(SUBSCRIBERS.name).deleteMany({});
  await subscribers.addConsented(ASHA, { id: 'first', at: AT });
  await subscribers.erase(ID);
  expect(await later.request(ASHA, 'staff')).toMatchObject({ state: 'PENDING', unsubscribedAt: AT });
});

it('adds nobody by an import who unsubscribed, also after the address was entered again', async () => {
  expect(await later.addConsented(ASHA, ACT)).toBe('unsubscribed');
  expect(await later.find(ID)).toMatchObject({ state: 'PENDING', unsubscribedAt: AT });
  expect(await later.countRecipients(END)).toBe(0);
});

it('has such an entry unsubscribed again, without the address, when nobody confirms it in time', async () => {
  await later.request('bina.roy@example.in', 'register');
  await later.issueKeys(ID);
  await later.removeUnconfirmed(END);
  const entry = await later.find(ID);
  expect(entry).toMatchObject({ state: 'UNSUBSCRIBED', unsubscribedAt: AT });
  expect(entry).not.toHaveProperty('email');
  expect(entry).not.toHaveProperty('mailDue');
  expect(entry).not.toHaveProperty('confirmKeyHashes');
  expect(await later.find(subscriberId('bina.roy@example.in'))).toBeNull();
  expect(await later.addConsented(ASHA, ACT)).toBe('unsubscribed');
});

it('subscribes its owner again by the link in the mail alone', async () => {
  const keys = await later.issueKeys(ID);
  expect(await later.confirm(ID, keys?.confirmKey ?? '')).toBe(true);
  const entry = await later.find(ID);
  expect(entry).toMatchObject({ state: 'CONFIRMED', confirmedAt: LATER });
  expect(entry).not.toHaveProperty('unsubscribedAt');
  expect(await later.addConsented(ASHA, ACT)).toBe('unchanged');
});
