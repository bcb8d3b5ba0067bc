import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { COLLECTIONS } from '../collections.ts';
import { WEBHOOKS } from './webhook-collections.ts';
import { mongoWebhookStore, type WebhookStore } from './webhook-store.ts';

const STAFF = { id: 11, role: 11, via: 'console' } as const;

let database: FreshDatabase;
let connection: Connection;
let webhooks: WebhookStore;
const published: number[] = [];

beforeAll(async () => {
  database = freshDatabase('webhooks');
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, COLLECTIONS);
  webhooks = mongoWebhookStore(connection, TOPICS.siteAudit, (id) => void published.push(id));
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

it('records what staff send to a webhook by hand, without another revision', async () => {
  const created = await webhooks.create({ url: 'https://a.example/key-1', events: ['order.created'] }, STAFF);
  await webhooks.recordSending(created, 'test', STAFF);
  await webhooks.recordSending(created, 'retry', STAFF);
  await webhooks.recordSending(created, 'retry', STAFF);
  const stored = await connection
    .collection<{ _id: number; rev: number; outbox: { id: string }[] }>(WEBHOOKS.name)
    .findOne({ _id: created._id });
  const entries = stored?.outbox ?? [];
  const facts = JSON.stringify(entries);
  expect(entries).toHaveLength(4);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(4);
  expect(facts.match(/"action":"retry"/g)).toHaveLength(2);
  expect(facts.match(/"action":"test"/g)).toHaveLength(1);
  expect(facts).not.toContain('key-1');
  expect(stored?.rev).toBe(created.rev);
  expect(published).toEqual(Array.from({ length: 4 }, () => created._id));
  // A form that was open meanwhile can be saved.
  await webhooks.change(created, { url: created.url, events: created.events, active: false }, STAFF);
});

it('records nothing for a webhook that was removed meanwhile', async () => {
  const created = await webhooks.create({ url: 'https://b.example/', events: ['order.created'] }, STAFF);
  await webhooks.remove(created, STAFF);
  await expect(webhooks.recordSending(created, 'retry', STAFF)).rejects.toMatchObject({ status: 404 });
});
