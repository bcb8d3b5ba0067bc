import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Grievance, GrievanceRow, RegisterMonth } from '@vidhi/contracts/grievances.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { SERVICE_TOKEN } from '../sending/mail-site-builder.ts';
import { startPeopleDesk, type PeopleDesk } from '../staff/people-desk-builder.ts';
import { GRIEVANCES, type StoredGrievance } from './grievance-collection.ts';
import { mongoGrievanceStore } from './grievance-store.ts';

const STAFF = { id: 10, role: 10, via: 'console' } as const;
const ASHA = 'asha.rao@example.in';
const SITE = 'office@vidhi.example';
const DAY_MS = 86_400_000;
const FORM = {
  name: 'Asha <b>Rao</b>\r\nBcc: everybody@example.in',
  email: ASHA,
  link: 'https://vidhi.example/gst/a-report',
  category: 'privacy',
  text: 'It shows my house. <script>alert(1)</script>',
};

let desk: PeopleDesk;
let mailbox: PeopleDesk['mailbox'];
let connection: Connection;

const stored = () => connection.collection<StoredGrievance>(GRIEVANCES.name);
const setSwitch = (takesGrievances: boolean) =>
  connection
    .collection<{ _id: string }>('site')
    .updateOne(
      { _id: 'site-option' },
      { $set: { rev: 1, takesGrievances, officer: 'Meena Iyer' } },
      { upsert: true },
    );

beforeAll(async () => {
  desk = await startPeopleDesk('grievances');
  ({ mailbox, connection } = desk);
});
afterAll(() => desk.close());

const call: PeopleDesk['call'] = (...request) => desk.call(...request);
const send = (form: object, address: string): Promise<Response> =>
  call('POST', '/api/grievances', form, { 'x-forwarded-for': address });
const dataOf = async <Data>(response: Response): Promise<Data> =>
  ((await response.json()) as { data: Data }).data;
const list = async (query = ''): Promise<GrievanceRow[]> =>
  dataOf(await call('GET', `/api/grievances${query}`));

let grievance: Grievance;

it('takes no grievances before the site has the switch on', async () => {
  expect((await send(FORM, '10.0.0.1')).status).toBe(404);
  await setSwitch(true);
  await expect.poll(async () => (await send({ website: 'x' }, '10.0.0.2')).status).toBe(200);
  expect(await stored().countDocuments()).toBe(0);
});

it('acknowledges a grievance once, with its number, and tells the site', async () => {
  for (const _ of [1, 2]) expect((await send(FORM, '10.0.0.3')).status).toBe(200);
  await expect.poll(() => mailbox.mails(ASHA)).toHaveLength(1);
  await expect.poll(() => mailbox.mails(SITE)).toHaveLength(1);
  const [mail] = await mailbox.mails(ASHA);
  const [notice] = await mailbox.mails(SITE);
  if (mail === undefined || notice === undefined) throw new Error('a mail is missing');
  expect(mail.subject).toBe('Your grievance GR-0001');
  expect(mail.text).toContain('Meena Iyer');
  expect(mail.text).not.toContain('house');
  const headers = await mailbox.headersOf(mail);
  expect(headers).toContain('Auto-Submitted: auto-replied');
  expect(headers).not.toMatch(/^Bcc:/im);
  expect(notice.html).not.toContain('<script>');
  expect(notice.text).toContain(FORM.link);
  expect(await mailbox.mails('everybody@example.in')).toEqual([]);
});

it('lists open ones, those that are due first, with a clock of fifteen days', async () => {
  const rows = await list();
  expect(rows).toMatchObject([{ number: 'GR-0001', category: 'privacy', state: 'open', assignee: null }]);
  const [row] = rows;
  if (row === undefined) throw new Error('there is no grievance');
  expect(Date.parse(row.due_at) - Date.parse(row.received_at)).toBe(15 * DAY_MS);
  expect(row).not.toHaveProperty('text');
  for (const q of ['GR-0001', '1', 'asha', 'a-report', 'my house'])
    expect(await list(`?q=${encodeURIComponent(q)}`)).toHaveLength(1);
  expect(await list('?q=GR-0002')).toEqual([]);
  expect(await list('?overdue=true')).toEqual([]);
  await stored().updateOne({}, { $set: { dueAt: new Date(Date.now() - DAY_MS) } });
  expect(await list('?overdue=true')).toHaveLength(1);
  expect(await list('?assignee=me')).toEqual([]);
  grievance = await dataOf(await call('GET', `/api/grievances/${row.id}`));
  expect(grievance).toMatchObject({ text: FORM.text, decision: null });
  await expect
    .poll(
      async () => (await dataOf<Grievance>(await call('GET', `/api/grievances/${row.id}`))).acknowledgement,
    )
    .toBe('sent');
});

it('has a colleague look after it, and keeps spam apart', async () => {
  const put = (data: object) => call('PUT', `/api/grievances/${grievance.id}`, { data });
  grievance = await dataOf(await put({ rev: grievance.rev, assignee: 10 }));
  expect(await list('?assignee=me')).toHaveLength(1);
  expect((await put({ rev: grievance.rev - 1, state: 'spam' })).status).toBe(409);
  grievance = await dataOf(await put({ rev: grievance.rev, state: 'spam' }));
  expect(await list()).toEqual([]);
  expect(await list('?state=spam')).toHaveLength(1);
  const decided = await call('POST', `/api/grievances/${grievance.id}/decision`, {
    data: { rev: grievance.rev, outcome: 'upheld', reason: 'Yes', measure: 'none' },
  });
  expect(decided.status).toBe(409);
  grievance = await dataOf(await put({ rev: grievance.rev, state: 'open' }));
  expect(await list()).toHaveLength(1);
});

it('mails the decision into the thread of the acknowledgement, once', async () => {
  const decide = (data: object) => call('POST', `/api/grievances/${grievance.id}/decision`, { data });
  const decision = {
    outcome: 'upheld',
    reason: 'You are right.\n\nSorry.',
    measure: 'corrected',
    post_id: 41,
  };
  for (const wrong of [{ reason: ' ' }, { outcome: 'maybe' }, { measure: '' }, { post_id: 0 }])
    expect((await decide({ rev: grievance.rev, ...decision, ...wrong })).status).toBe(400);
  const { rev } = grievance;
  const responses = await Promise.all([1, 2].map(() => decide({ rev, ...decision })));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const [acknowledged] = await mailbox.mails(ASHA);
  await expect.poll(() => mailbox.mails(ASHA)).toHaveLength(2);
  const mail = (await mailbox.mails(ASHA)).find(({ subject }) => subject.startsWith('Re:'));
  if (mail === undefined || acknowledged === undefined) throw new Error('a mail is missing');
  expect(mail.text).toContain('You are right.');
  expect(mail.text).toContain('The page has been corrected.');
  const headers = await mailbox.headersOf(mail);
  expect(headers).toContain(`In-Reply-To: ${acknowledged.messageId}`);
  expect(headers).toMatch(/Reply-To: .*<?office@vidhi\.example>?/);
  grievance = await dataOf(await call('GET', `/api/grievances/${grievance.id}`));
  expect(grievance).toMatchObject({
    state: 'decided',
    outcome: 'upheld',
    decision: { by: 10, measure: 'corrected', post_id: 41 },
  });
  expect((await decide({ rev: grievance.rev, ...decision })).status).toBe(409);
});

it('has every act in the audit log, without words of people', async () => {
  const document = await stored().findOne({ _id: grievance.id });
  const entries = JSON.stringify(document?.outbox ?? []);
  for (const action of ['assign', 'spam', 'reopen', 'decide']) expect(entries).toContain(`"${action}"`);
  for (const word of ['Asha', 'house', 'right', ASHA]) expect(entries).not.toContain(word);
});

it('counts it in the register, whose file has nothing personal', async () => {
  const [month] = await dataOf<RegisterMonth[]>(await call('GET', '/api/grievances/register'));
  expect(month).toMatchObject({ received: 1, disposed: 1, upheld: 1, late: 1, pending: 0 });
  const response = await call('GET', `/api/grievances/register.csv?month=${month?.month ?? ''}`);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const text = await response.text();
  expect(text.trimEnd().split('\r\n')).toHaveLength(2);
  expect(text).toContain('GR-0001,');
  for (const word of ['Asha', ASHA, 'house', 'You are right']) expect(text).not.toContain(word);
  expect((await call('GET', '/api/grievances/register.csv?month=2026-13')).status).toBe(400);
});

it('limits what one address sends, and what one mailbox is sent', async () => {
  const statuses = [];
  for (let index = 0; index < 4; index += 1)
    statuses.push(
      (await send({ ...FORM, email: `a${index}@example.in`, text: `${index}` }, '10.0.1.1')).status,
    );
  expect(statuses).toEqual([200, 200, 200, 429]);
  const mailed = [];
  for (let index = 0; index < 11; index += 1)
    mailed.push(
      (await send({ ...FORM, email: 'victim@example.in', text: `${index}` }, `10.0.2.${index}`)).status,
    );
  expect(mailed.at(-1)).toBe(429);
});

it('forgets who complained with the erasure of an account or after the retention, and goes on counting', async () => {
  const headers = { 'x-service-token': SERVICE_TOKEN };
  await call('POST', '/internal/personal-data/erasure', { email: ASHA.toUpperCase() }, headers);
  expect((await call('GET', `/api/grievances/${grievance.id}`)).status).toBe(404);
  expect(await stored().findOne({ _id: grievance.id })).toMatchObject({
    name: '',
    email: '',
    link: '',
    text: '',
    state: 'decided',
    decision: { outcome: 'upheld', reason: '' },
  });
  const store = mongoGrievanceStore(connection, TOPICS.siteAudit, () => undefined);
  const reason = { outcome: 'rejected', reason: 'No', measure: 'none', postId: null } as const;
  // One that was not decided yet, and that somebody reads before and decides in the middle of the erasure.
  const [row] = await list('?q=a0@example.in');
  const readBefore = await store.find(row?.id ?? '');
  if (readBefore === null) throw new Error('there is no such grievance');
  await call('POST', '/internal/personal-data/erasure', { email: 'a0@example.in' }, headers);
  expect(await stored().findOne({ state: 'withdrawn' })).toMatchObject({ name: '', text: '' });
  await stored().updateOne({ _id: readBefore._id }, { $unset: { erasedAt: '' } });
  await expect(store.decide(readBefore, reason, STAFF)).rejects.toMatchObject({ status: 409 });

  const [open] = await list();
  const read = await store.find(open?.id ?? '');
  if (read === null) throw new Error('there is no open grievance');
  await store.decide(read, reason, STAFF);
  await stored().updateOne({ _id: read._id }, { $unset: { mailDue: '' } });
  await store.removeClosedBefore(new Date(Date.now() + DAY_MS));
  expect(await store.find(read._id)).toBeNull();
  expect(await store.listForRegister()).toContainEqual(expect.objectContaining({ number: read.number }));
});
