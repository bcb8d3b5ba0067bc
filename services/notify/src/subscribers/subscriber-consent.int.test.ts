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
const NOBODY = { added: 0, unchanged: 0, unsubscribed: 0, bounced: 0 };

let database: FreshDatabase;
let connection: Connection;
let subscribers: SubscriberStore;
let later: SubscriberStore;
let nextDay: SubscriberStore;
beforeAll(async () => {
  database = freshDatabase('subscriber-consent');
  connection = await createConnection(database.url).asPromise();
  subscribers = mongoSubscriberStore(connection, () => AT);
  later = mongoSubscriberStore(connection, () => LATER);
  nextDay = mongoSubscriberStore(connection, () => new Date('2026-11-22T10:00:00.000Z'));
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** A reader who unsubscribed, and whose address somebody entered again. */
beforeEach(async () => {
  await connection.collection(SUBSCRIBERS.name).deleteMany({});
  await subscribers.addConsented([ASHA], { id: 'first', at: AT });
  await subscribers.erase(ID);
  await later.request(ASHA, 'staff');
});

it('adds nobody by an import who unsubscribed, also after the address was entered again', async () => {
  expect(await later.addConsented([ASHA], ACT)).toEqual({ ...NOBODY, unsubscribed: 1 });
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
  expect(await later.addConsented([ASHA], ACT)).toEqual({ ...NOBODY, unsubscribed: 1 });
});

it('subscribes its owner again by the link in the mail alone', async () => {
  const keys = await later.issueKeys(ID);
  expect(await later.confirm(ID, keys?.confirmKey ?? '')).toBe(true);
  const entry = await later.find(ID);
  expect(entry).toMatchObject({ state: 'CONFIRMED', confirmedAt: LATER });
  expect(entry).not.toHaveProperty('unsubscribedAt');
  expect(await later.addConsented([ASHA], ACT)).toEqual({ ...NOBODY, unchanged: 1 });
});

const AWAY = {
  'unsubscribed by the link in a mail': async () => {
    const keys = await later.issueKeys(ID);
    expect(await later.unsubscribe(ID, keys?.unsubscribeKey ?? '')).toBe(true);
  },
  'erased by staff or with the account': () => later.erase(ID),
  'came with an imported site again': async () => {
    await later.erase(ID);
    expect(await later.import({ id: 7, address: ASHA, createdAt: AT })).toBe('unchanged');
    await later.removeImported();
  },
  'requested by others as often as is allowed': async () => {
    for (let hour = 1; hour < 9; hour += 1)
      await mongoSubscriberStore(connection, () => new Date(LATER.getTime() + hour * 3_600_000)).request(
        ASHA,
        'home',
      );
  },
};

it.each(Object.entries(AWAY))('adds nobody by an import who has left: %s', async (_name, leave) => {
  await leave();
  // The mail to confirm may be sent again, and changes nothing by itself.
  for (const isRequested of [false, true]) {
    if (isRequested) await nextDay.request(ASHA, 'staff');
    expect(await later.countConsented([ASHA])).toEqual({ ...NOBODY, unsubscribed: 1 });
    expect(await later.addConsented([ASHA], ACT)).toEqual({ ...NOBODY, unsubscribed: 1 });
    expect(await later.countRecipients(END)).toBe(0);
  }
});

it('adds many at once, the same by a repetition, and counts before as after', async () => {
  const many = Array.from({ length: 1_050 }, (_, n) => `reader-${n}@example.in`);
  await later.request('reader-1@example.in', 'home');
  await later.import({ id: 7, address: 'reader-2@example.in', createdAt: AT });
  await later.addConsented(['reader-3@example.in'], { id: 'first', at: AT });
  const counts = { added: many.length - 1, unchanged: 1, unsubscribed: 1, bounced: 0 };
  expect(await later.countConsented([...many, ASHA])).toEqual(counts);
  expect(await later.countRecipients(END)).toBe(1);
  expect(await later.addConsented([...many, ASHA], ACT)).toEqual(counts);
  expect(await later.addConsented([...many, ASHA], ACT)).toEqual(counts);
  expect(await later.countRecipients(END)).toBe(many.length);
  const confirmed = await later.find(subscriberId('reader-1@example.in'));
  expect(confirmed).toMatchObject({ state: 'CONFIRMED', source: 'home', consentAct: 'act', requests: 1 });
  expect(confirmed).not.toHaveProperty('mailDue');
  expect(await later.find(subscriberId('reader-3@example.in'))).toMatchObject({ consentAct: 'first' });
});

it('adds an address once that two imports have at the same time', async () => {
  const many = Array.from({ length: 30 }, (_, n) => `reader-${n}@example.in`);
  const both = await Promise.all([
    subscribers.addConsented(many, ACT),
    subscribers.addConsented(many, { id: 'other', at: LATER }),
  ]);
  expect(both.reduce((sum, { added, unchanged }) => sum + added + unchanged, 0)).toBe(2 * many.length);
  expect(await later.countRecipients(END)).toBe(many.length);
});
