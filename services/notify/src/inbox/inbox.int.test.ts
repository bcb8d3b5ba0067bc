import { createHash } from 'node:crypto';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message, MessageRow } from '@vidhi/contracts/inbox.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { CONTACT_MESSAGES, type ContactMessage } from '../contact/contact-collection.ts';
import { SERVICE_TOKEN } from '../sending/mail-site-builder.ts';
import { PEOPLE_READINGS } from '../staff/people-readings.ts';
import { startPeopleDesk, type PeopleDesk } from '../staff/people-desk-builder.ts';
import { mongoInboxStore } from './inbox-store.ts';

const STAFF = { id: 10, role: 10, via: 'console' } as const;
const ASHA = 'asha.rao@example.in';
const FORM = { name: 'Asha Rao', email: ASHA, subject: 'A book (of law)', message: 'Is it in print?' };

let desk: PeopleDesk;
let mailbox: PeopleDesk['mailbox'];
let connection: Connection;

beforeAll(async () => {
  desk = await startPeopleDesk('inbox-process', (earlier) =>
    earlier.collection<{ _id: string }>(CONTACT_MESSAGES.name).insertOne({
      _id: createHash('sha1').update('old').digest('hex'),
      name: 'Meena',
      email: 'old@example.in',
      subject: 'Old',
      message: 'Of last year',
      receivedAt: new Date(Date.now() - 86_400_000),
    } as { _id: string }),
  );
  ({ mailbox, connection } = desk);
});
afterAll(() => desk.close());

const call: PeopleDesk['call'] = (...request) => desk.call(...request);
const list = async (query = ''): Promise<MessageRow[]> =>
  ((await (await call('GET', `/api/contact-messages${query}`)).json()) as { data: MessageRow[] }).data;
const messageOf = async (response: Response): Promise<Message> =>
  ((await response.json()) as { data: Message }).data;
const read = async (id: string): Promise<Message> =>
  messageOf(await call('GET', `/api/contact-messages/${id}`));
const subjects = (rows: readonly MessageRow[]): string[] => rows.map(({ subject }) => subject);

let message: Message;

it('lists what came by the form, the newest first, and messages of earlier releases as new', async () => {
  expect((await call('POST', '/api/email', FORM)).status).toBe(200);
  const rows = await list();
  expect(rows).toMatchObject([
    { name: 'Asha Rao', email: ASHA, subject: 'A book (of law)', state: 'new', assignee: null, replies: 0 },
    { subject: 'Old', state: 'new', rev: 0, replies: 0 },
  ]);
  expect(rows[0]).not.toHaveProperty('message');
  for (const q of ['asha', 'RAO@', '(OF LAW)', 'in print?'])
    expect(subjects(await list(`?q=${encodeURIComponent(q)}`))).toContain(FORM.subject);
  expect(await list('?q=(')).toHaveLength(1);
  expect(subjects(await list('?sort=received'))).toEqual(['Old', FORM.subject]);
  message = await read(rows[0]?.id ?? '');
  expect(message).toMatchObject({ message: FORM.message, thread: [], reply_problem: null });
});

it('replies by mails of one thread, and has what comes back go to the address of the site', async () => {
  const reply = (rev: number, text: string, isDone: boolean) =>
    call('POST', `/api/contact-messages/${message.id}/reply`, { data: { rev, text, is_done: isDone } });
  const first = await reply(message.rev, 'Yes, see https://vidhi.example/book.\n\nRegards', false);
  expect(first.status).toBe(201);
  const replied = await messageOf(first);
  expect(replied).toMatchObject({ state: 'open', assignee: 10, replies: 1, thread: [{ number: 1, by: 10 }] });
  // Who has not seen the first reply sends none.
  expect((await reply(message.rev, 'Yes', true)).status).toBe(409);
  expect((await reply(replied.rev, '  \n ', true)).status).toBe(400);
  message = await messageOf(await reply(replied.rev, 'It is out now', true));
  expect(message).toMatchObject({ state: 'done', replies: 2 });
  await expect.poll(() => mailbox.mails(ASHA)).toHaveLength(2);
  await expect.poll(() => mailbox.mails('office@vidhi.example')).toHaveLength(1);
  const [toSite] = await mailbox.mails('office@vidhi.example');
  const mails = await mailbox.mails(ASHA);
  const [one, two] = ['Yes, see', 'It is out now'].map((text) =>
    mails.find((mail) => mail.text.includes(text)),
  );
  if (toSite === undefined || one === undefined || two === undefined) throw new Error('a mail is missing');
  expect([one.subject, two.subject]).toEqual(['Re: A book (of law)', 'Re: A book (of law)']);
  expect(one.html).toContain('href="https://vidhi.example/book"');
  expect(one.text).toContain(FORM.message);
  const headersOfOne = await mailbox.headersOf(one);
  expect(headersOfOne).toContain(`In-Reply-To: ${toSite.messageId}`);
  expect(headersOfOne).toContain(`References: ${toSite.messageId}`);
  expect(headersOfOne).toMatch(/Reply-To: .*<?office@vidhi\.example>?/);
  expect(headersOfOne).toContain('Auto-Submitted: no');
  const headersOfTwo = await mailbox.headersOf(two);
  expect(headersOfTwo).toContain(`In-Reply-To: ${one.messageId}`);
  expect(headersOfTwo).toContain(`References: ${toSite.messageId} ${one.messageId}`);
  await expect
    .poll(async () => (await read(message.id)).thread.map(({ state }) => state))
    .toEqual(['sent', 'sent']);
});

it('moves and assigns messages, and hides spam', async () => {
  const put = (id: string, data: object) => call('PUT', `/api/contact-messages/${id}`, { data });
  const [old] = await list('?q=Old');
  if (old === undefined) throw new Error('no message');
  const assigned = await messageOf(await put(old.id, { rev: old.rev, assignee: 11 }));
  expect(assigned).toMatchObject({ assignee: 11, state: 'new' });
  expect(subjects(await list('?assignee=11'))).toEqual(['Old']);
  expect(subjects(await list('?assignee=me'))).toEqual([FORM.subject]);
  expect((await put(old.id, { rev: old.rev, state: 'spam' })).status).toBe(409);
  const spam = await messageOf(await put(old.id, { rev: assigned.rev, state: 'spam', assignee: null }));
  expect(spam).toMatchObject({ state: 'spam', assignee: null });
  expect(subjects(await list())).toEqual([FORM.subject]);
  expect(subjects(await list('?state=spam'))).toEqual(['Old']);
  expect(await list('?assignee=none')).toEqual([]);
  for (const data of [{ rev: spam.rev, state: 'new' }, { rev: spam.rev, assignee: 0 }, { state: 'done' }])
    expect((await put(old.id, data)).status).toBe(400);
});

it('writes templates of replies, each changed by who has read it', async () => {
  const path = '/api/reply-templates';
  const created = await call('POST', path, {
    data: { title: ' Returns ', text: 'Dear {name},\n\nplease …' },
  });
  const { data: template } = (await created.json()) as { data: { id: number; rev: number } };
  expect([created.status, template]).toMatchObject([201, { title: 'Returns', rev: 1 }]);
  const put = (data: object) => call('PUT', `${path}/${template.id}`, { data });
  expect(await (await put({ text: 'Dear {name}' })).json()).toMatchObject({
    data: { title: 'Returns', text: 'Dear {name}', rev: 2 },
  });
  expect((await put({ text: 'Other', rev: 1 })).status).toBe(409);
  expect((await put({ title: ' ' })).status).toBe(400);
  expect((await call('DELETE', `${path}/${template.id}`)).status).toBe(204);
  expect((await call('GET', `${path}/${template.id}`)).status).toBe(404);
  expect(await (await call('GET', path)).json()).toMatchObject({ data: [] });
});

/** Entries of the audit log that a store adds to a message. */
const entriesOf = async (id: string) => {
  const stored = await connection.collection<ContactMessage>(CONTACT_MESSAGES.name).findOne({ _id: id });
  return (stored?.outbox ?? []).map(({ data }) => JSON.stringify(data));
};

it('has every act in the audit log, without a word of the message', async () => {
  const inbox = mongoInboxStore(connection, TOPICS.siteAudit, () => undefined);
  const found = await inbox.find(message.id);
  if (found === null) throw new Error('no message');
  await connection
    .collection<ContactMessage>(CONTACT_MESSAGES.name)
    .updateOne({ _id: message.id }, { $set: { outbox: [] } });
  const reopened = await inbox.change(found, { state: 'open' }, STAFF);
  await inbox.reply(reopened, { text: 'A secret reply', isDone: true }, STAFF);
  await inbox.change(reopened, { state: 'spam' }, STAFF).then(
    () => expect.unreachable(),
    (error: unknown) => expect(error).toMatchObject({ status: 409 }),
  );
  const entries = await entriesOf(message.id);
  expect(entries.map((text) => (JSON.parse(text) as { action: string }).action)).toEqual(['reopen', 'reply']);
  for (const word of ['secret', 'Asha', ASHA, 'law', 'print']) expect(entries.join()).not.toContain(word);
  const readings = await connection.collection<{ _id: string }>(PEOPLE_READINGS.name).find().toArray();
  const read = (what: string): unknown => expect.stringContaining(`:${what}:`);
  expect(readings.map(({ _id }) => _id)).toEqual(
    expect.arrayContaining([read('list:contact-message:all'), read(`view:contact-message:${message.id}`)]),
  );
  // Nothing planned its mail, as when a process dies: the sweep does.
  await expect.poll(async () => (await mailbox.mails(ASHA)).length).toBe(3);
});

it('shows its owner the replies, and erases them with the message, at once and for good', async () => {
  const headers = { 'x-service-token': SERVICE_TOKEN };
  const exported = await call('POST', '/internal/personal-data', { email: ASHA }, headers);
  expect(await exported.json()).toMatchObject({
    contactMessages: [{ subject: FORM.subject, replies: [{}, {}, { text: 'A secret reply' }] }],
  });
  expect((await call('POST', '/internal/personal-data/erasure', { email: ASHA }, headers)).status).toBe(204);
  expect((await call('GET', `/api/contact-messages/${message.id}`)).status).toBe(404);
  expect(await list()).toEqual([]);
  const stored = await connection.collection(CONTACT_MESSAGES.name).find().toArray();
  expect(JSON.stringify(stored)).not.toMatch(/asha|secret|print\?/i);
});
