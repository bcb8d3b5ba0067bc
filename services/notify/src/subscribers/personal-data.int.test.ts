import Fastify from 'fastify';
import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outboxOf } from '@vidhi/outbox/outbox-document.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { mongoGrievanceStore } from '../grievances/grievance-store.ts';
import { mongoContactStore } from '../contact/contact-store.ts';
import { personalDataRoutes } from './personal-data-routes.ts';
import { mongoSubscriberStore } from './subscriber-store.ts';

const AT = new Date('2026-11-20T10:00:00.000Z');
const ASHA = 'asha.rao@example.in';

let database: FreshDatabase;
let connection: Connection;
const app = Fastify();
beforeAll(async () => {
  database = freshDatabase('personal-data');
  connection = await createConnection(database.url).asPromise();
  const subscribers = mongoSubscriberStore(connection, () => AT);
  const messages = mongoContactStore(connection);
  const grievances = mongoGrievanceStore(connection, TOPICS.siteAudit, () => undefined);
  await app.register(personalDataRoutes, { subscribers, messages, grievances });
  await grievances.insert({
    _id: '3',
    ...outboxOf([]),
    number: 7,
    name: 'Asha',
    email: 'Asha.Rao@Example.in',
    link: 'https://vidhi.example/gst/a',
    category: 'privacy',
    text: 'My photograph',
    receivedAt: AT,
    dueAt: AT,
    state: 'open',
  });
  await subscribers.request(ASHA, 'register');
  for (const [_id, email] of [
    ['1', 'Asha.Rao@Example.in'],
    ['2', 'ashaXrao@example.in'],
  ] as const)
    await messages.insert({
      _id,
      ...outboxOf([]),
      name: 'Asha',
      email,
      subject: 'Q',
      message: `By ${email}`,
      receivedAt: AT,
      state: 'new',
      replyCount: 0,
    });
});
afterAll(async () => {
  await app.close();
  await connection.close();
  await database.drop();
});

const post = (path: string, email: string) =>
  app.inject({ method: 'POST', url: `/internal/personal-data${path}`, payload: { email } });

it('shows what is stored about the owner of an address, and erases it, and nothing of others', async () => {
  expect((await post('', ASHA)).json()).toEqual({
    newsletter: {
      email: ASHA,
      state: 'PENDING',
      source: 'register',
      createdAt: AT.toISOString(),
      confirmedAt: null,
      categories: [],
      languages: [],
    },
    contactMessages: [
      {
        name: 'Asha',
        email: 'Asha.Rao@Example.in',
        subject: 'Q',
        message: 'By Asha.Rao@Example.in',
        receivedAt: AT.toISOString(),
        replies: [],
      },
    ],
    grievances: [
      {
        number: 'GR-0007',
        name: 'Asha',
        email: 'Asha.Rao@Example.in',
        link: 'https://vidhi.example/gst/a',
        about: 'It invades somebody’s privacy',
        text: 'My photograph',
        receivedAt: AT.toISOString(),
        decision: null,
      },
    ],
  });
  for (let n = 0; n < 2; n += 1) expect((await post('/erasure', ASHA)).statusCode).toBe(204);
  expect((await post('', ASHA)).json()).toEqual({ newsletter: null, contactMessages: [], grievances: [] });
  const left = JSON.stringify([
    await connection.collection('subscribers').find().toArray(),
    await connection.collection('contact_messages').find().toArray(),
    await connection.collection('grievances').find().toArray(),
  ]);
  expect(left).not.toMatch(/asha\.rao/i);
  expect((await post('', 'ashaXrao@example.in')).json().contactMessages).toHaveLength(1);
});
