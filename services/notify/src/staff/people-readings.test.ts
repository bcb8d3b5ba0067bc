import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { grievanceDeskRoutes, type GrievanceDeskOptions } from '../grievances/grievance-routes.ts';
import type { StoredGrievance } from '../grievances/grievance-collection.ts';
import { inboxRoutes, type InboxRoutesOptions } from '../inbox/inbox-routes.ts';
import type { ContactMessage } from '../contact/contact-collection.ts';
import { subscriberDeskRoutes, type SubscriberDeskOptions } from '../subscribers/subscriber-desk-routes.ts';
import type { NoteReading } from './people-readings.ts';

const ID = 'a'.repeat(40);
const AT = new Date('2026-11-20T10:00:00Z');
const MESSAGE = {
  _id: ID,
  rev: 1,
  name: 'Asha Rao',
  email: '',
  subject: 'A book',
  message: 'Is it in print?',
  state: 'new',
  receivedAt: AT,
  replyCount: 0,
} as unknown as ContactMessage;
const GRIEVANCE = {
  _id: ID,
  number: 7,
  rev: 1,
  name: 'Asha Rao',
  email: 'asha@example.in',
  category: 'privacy',
  link: 'https://vidhi.example/gst',
  text: 'It shows my house.',
  state: 'open',
  receivedAt: AT,
  dueAt: AT,
} as unknown as StoredGrievance;
const SUBSCRIBER = {
  id: ID,
  email: 'asha@example.in',
  state: 'confirmed',
  source: 'form',
  created_at: AT.toISOString(),
  confirmed_at: null,
  unsubscribed_at: null,
  consent: null,
  bounces: null,
};

/** The routes for a member of staff; they find one record of each kind, or none. */
async function anApp(isEmpty = false, note?: NoteReading) {
  const readings: Parameters<NoteReading>[0][] = [];
  const noteReading = note ?? (async (reading) => void readings.push(reading));
  const pageOf = (row: unknown) => async () => (isEmpty ? { rows: [], total: 0 } : { rows: [row], total: 1 });
  const find = (row: unknown) => async () => (isEmpty ? null : row);
  const ledger = { findStates: async () => new Map() };
  const app = Fastify();
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    request.principal = { userId: 11, role: ROLE.editor, tokenVersion: 1, desks: ['people'] };
  });
  await app.register(inboxRoutes, {
    inbox: { list: pageOf(MESSAGE), find: find(MESSAGE) },
    ledger,
    noteReading,
  } as unknown as InboxRoutesOptions);
  await app.register(grievanceDeskRoutes, {
    grievances: { list: pageOf(GRIEVANCE), find: find(GRIEVANCE), listForRegister: async () => [] },
    ledger,
    noteReading,
  } as unknown as GrievanceDeskOptions);
  await app.register(subscriberDeskRoutes, {
    list: { list: pageOf(SUBSCRIBER) },
    noteReading,
  } as unknown as SubscriberDeskOptions);
  return { app, readings };
}

it.each([
  ['/api/contact-messages?q=asha', { action: 'list', type: 'contact-message', id: 'all', label: null }],
  [`/api/contact-messages/${ID}`, { action: 'view', type: 'contact-message', id: ID, label: null }],
  ['/api/grievances', { action: 'list', type: 'grievance', id: 'all', label: null }],
  [`/api/grievances/${ID}`, { action: 'view', type: 'grievance', id: ID, label: 'GR-0007' }],
  ['/api/subscribers?q=asha', { action: 'list', type: 'subscriber', id: 'all', label: null }],
])('notes in the audit log who of the staff reads %s, without a word of it', async (url, reading) => {
  const { app, readings } = await anApp();
  expect((await app.inject(url)).statusCode).toBe(200);
  expect(readings).toMatchObject([{ ...reading, actor: { id: 11 } }]);
  expect(JSON.stringify(readings)).not.toMatch(/asha|print|house/i);
  await app.inject({ method: 'HEAD', url });
  expect(readings).toHaveLength(1);
});

it('notes nothing where nothing was found, or nothing personal was read', async () => {
  const { app, readings } = await anApp(true);
  for (const path of ['contact-messages', 'grievances', 'subscribers'])
    expect((await app.inject(`/api/${path}`)).statusCode).toBe(200);
  for (const path of ['contact-messages', 'grievances'])
    expect((await app.inject(`/api/${path}/${ID}`)).statusCode).toBe(404);
  expect((await app.inject('/api/grievances/register')).statusCode).toBe(200);
  expect(readings).toEqual([]);
});

it('shows nothing that could not be noted', async () => {
  const { app } = await anApp(false, async () => Promise.reject(new Error('the database is away')));
  const response = await app.inject(`/api/contact-messages/${ID}`);
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toContain('print');
});
