import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Issue } from '@vidhi/contracts/newsletter.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import { createTokenMaker, serveKeys, type KeyServer } from '@vidhi/testing/tokens.ts';
import { notifyEnvironment, startFakeAccounts, startInbox } from '../sending/mail-site-builder.ts';

const SERVER = join(import.meta.dirname, '../server.ts');
const FAIL_POINTS = [
  'notify.newsletter-batch-stored',
  'notify.newsletter-advanced',
  'notify.mail-claimed',
  'notify.mail-accepted',
];
const READERS = 40;
const CONTENT = {
  subject: 'News of July',
  sections: [
    { kind: 'text', heading: 'From the editor', text: 'Read https://vidhi.example/about.\n\nThank you.' },
    { kind: 'article', id: 5, title: 'Bail <granted>', text: 'By the High Court', path: '/news-1/bail' },
  ],
};
const addressOf = (n: number): string => `reader-${n}@example.in`;

let accounts: Awaited<ReturnType<typeof startFakeAccounts>>;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let keys: KeyServer;
let folder: string;
let staff: { authorization: string };
let site: ReturnType<typeof notifyEnvironment>;
let service: ServiceProcess;
let connection: Connection;

/** Says whether everybody can read the article of the issue. */
function havePublished(isPublished: boolean): void {
  const query = new URLSearchParams({
    'fields[0]': 'title',
    'pagination[pageSize]': '100',
    'filters[id][$in][0]': '5',
  });
  accounts.documents.set(`/api/posts?${query}`, { data: isPublished ? [{ id: 5, attributes: {} }] : [] });
}

const start = () =>
  startServiceProcess({
    script: SERVER,
    env: {
      ...site.env,
      JWKS_URL: keys.url,
      NEWSLETTER_MAILS_PER_MINUTE: '600',
      MAIL_LEASE_MS: '4000',
      SMTP_DEADLINE_MS: '2000',
      FAIL_POINTS: folder,
    },
  });

beforeAll(async () => {
  accounts = await startFakeAccounts();
  inbox = await startInbox();
  const tokens = await createTokenMaker();
  keys = await serveKeys(tokens.jwks);
  staff = await tokens.bearer({ userId: 10, role: 10, desks: ['people'] });
  folder = await mkdtemp(join(tmpdir(), 'vidhi-newsletter-'));
  site = notifyEnvironment('newsletter-process', { accountsUrl: accounts.url, inbox });
  accounts.documents.set('/internal/users/10/contact', {
    address: 'editor@vidhi.example',
    name: 'Meena Iyer',
    isConfirmed: true,
  });
  havePublished(true);
  connection = await createConnection(site.database.url).asPromise();
  service = await start();
});
afterAll(async () => {
  await service.end();
  await connection.close();
  await site.database.drop();
  await keys.close();
  await inbox.close();
  await accounts.close();
  await rm(folder, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${service.url}${path}`, {
    method,
    headers: { ...staff, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
const issueOf = async (response: Response): Promise<Issue> =>
  ((await response.json()) as { data: Issue }).data;
const post = (path: string, body: unknown = {}) => call('POST', path, body);

let issue: Issue;

it('imports addresses with the proof of consent, and leaves those that have unsubscribed', async () => {
  const addresses = [...Array.from({ length: READERS }, (_, n) => addressOf(n)), 'no address'];
  const consent = 'Signed our list at the seminar in Pune';
  const dry = await post('/api/subscribers/import', { addresses, consent, dry_run: true });
  expect(await dry.json()).toMatchObject({ data: { added: READERS } });
  expect(await connection.collection('subscribers').countDocuments()).toBe(0);
  const done = await post('/api/subscribers/import', { addresses, consent });
  expect(await done.json()).toEqual({
    data: {
      added: READERS,
      unchanged: 0,
      unsubscribed: 0,
      bounced: 0,
      invalid: [{ row: READERS + 1, text: 'no address' }],
    },
  });
  const listed = await call('GET', '/api/subscribers?q=READER-1@&state=confirmed');
  expect(await listed.json()).toMatchObject({
    data: [{ email: addressOf(1), source: 'staff-import', consent: `Imported by staff: ${consent}` }],
    meta: { pagination: { total: 1 } },
  });
  const csv = await (await call('GET', '/api/subscribers.csv')).text();
  expect(csv.split('\r\n')).toHaveLength(READERS + 2);
  const audited = await connection.collection('subscriber_acts').find().sort({ at: 1 }).toArray();
  expect(audited.map(({ kind, count }) => [kind, count])).toEqual([
    ['import', READERS],
    ['export', READERS],
  ]);
});

it('writes a draft, which only the reader of its revision changes, and mails a test to its author', async () => {
  const created = await post('/api/newsletter-issues', { data: { subject: '', sections: [] } });
  issue = await issueOf(created);
  expect([created.status, issue.state, issue.audience]).toEqual([201, 'draft', READERS]);
  expect((await post(`/api/newsletter-issues/${issue.id}/test`)).status).toBe(400);
  const path = `/api/newsletter-issues/${issue.id}`;
  const { rev } = issue;
  issue = await issueOf(await call('PUT', path, { data: { ...CONTENT, rev } }));
  expect((await call('PUT', path, { data: { ...CONTENT, subject: 'Other', rev } })).status).toBe(409);
  expect((await post(`${path}/test`)).status).toBe(202);
  await expect.poll(() => inbox.mails('editor@vidhi.example')).toHaveLength(1);
  const [mail] = await inbox.mails('editor@vidhi.example');
  expect(mail?.subject).toBe('[Test] News of July');
  expect(mail?.html).toContain('<strong>Bail &lt;granted&gt;</strong>');
  expect(mail?.html).toContain('href="https://vidhi.example/about"');
  expect(mail?.text).toContain('Bail <granted>\nBy the High Court\nhttps://vidhi.example/news-1/bail');
});

it('shows the mail by a link that is valid for this issue alone', async () => {
  const preview = await call('GET', `/api/newsletter-issues/${issue.id}/preview`);
  const { html_path: path } = ((await preview.json()) as { data: { html_path: string } }).data;
  const shown = await fetch(`${service.url}${path}`);
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await shown.text()).toContain('From the editor');
  for (const other of [path.replace(/key=...../, 'key=AAAAA'), path.replace(/until=\d/, 'until=9')])
    expect((await fetch(`${service.url}${other}`)).status).toBe(404);
});

it('sends one mail to each reader, killed at every point, and none to one who unsubscribed by one click', async () => {
  const path = `/api/newsletter-issues/${issue.id}`;
  const tooMany = await post(`${path}/send`, { rev: issue.rev, audience: READERS - 1 });
  expect(tooMany.status).toBe(409);
  expect((await post(`${path}/send`, { rev: issue.rev, audience: READERS })).status).toBe(200);
  expect((await call('PUT', path, { data: { ...CONTENT, rev: issue.rev } })).status).toBe(409);
  for (const point of FAIL_POINTS) {
    await writeFile(join(folder, point), '2');
    await expect
      .poll(
        async () =>
          fetch(`${service.url}/livez`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 300_000 },
      )
      .toBe(false);
    service = await start();
  }
  await expect
    .poll(async () => (await issueOf(await call('GET', path))).counts, { timeout: 300_000 })
    .toEqual({ recipients: READERS, sent: READERS, waiting: 0, failed: 0, skipped: 0 });
  const received = (await inbox.mails()).filter(({ subject }) => subject === CONTENT.subject);
  expect(received.map(({ to }) => to).toSorted()).toEqual(
    Array.from({ length: READERS }, (_, n) => addressOf(n)).toSorted(),
  );

  const [mail] = received;
  if (mail === undefined) throw new Error('no mail');
  const headers = await inbox.headersOf(mail);
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const link = new URL(/List-Unsubscribe: <([^>]+)>/i.exec(headers)?.[1] ?? '');
  expect(mail.text).toContain(link.href);
  const click = await fetch(`${service.url}${link.pathname}${link.search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(click.status).toBe(200);
  const list = { addresses: [mail.to], consent: 'Signed our list at the seminar' };
  const again = await post('/api/subscribers/import', list);
  expect(await again.json()).toMatchObject({ data: { added: 0, unsubscribed: 1 } });
  // The mail by which its owner could confirm makes no consent.
  expect((await post('/api/subscribers', { email: mail.to })).status).toBe(202);
  for (const isDryRun of [true, false]) {
    const entered = await post('/api/subscribers/import', { ...list, dry_run: isDryRun });
    expect(await entered.json()).toMatchObject({ data: { added: 0, unsubscribed: 1 } });
  }
  const next = await issueOf(await post('/api/newsletter-issues', { data: CONTENT }));
  expect(next.audience).toBe(READERS - 1);
});

it('shows everybody what was sent, and no draft', async () => {
  const archive = await fetch(`${service.url}/api/newsletter-archive`);
  expect(await archive.json()).toMatchObject({
    data: [{ id: issue.id, subject: CONTENT.subject }],
    meta: { pagination: { total: 1 } },
  });
  const one = await fetch(`${service.url}/api/newsletter-archive/${issue.id}`);
  expect(await one.json()).toMatchObject({ data: { sections: CONTENT.sections } });
  expect((await fetch(`${service.url}/api/newsletter-archive/${issue.id + 1}`)).status).toBe(404);
});

it('shows nobody an article in it that is withheld, and the rest', async () => {
  havePublished(false);
  const path = `${service.url}/api/newsletter-archive/${issue.id}`;
  const one = await fetch(path);
  expect(await one.json()).toMatchObject({ data: { sections: CONTENT.sections.slice(0, 1) } });
  accounts.state.isDown = true;
  expect((await fetch(path)).status).toBe(503);
  accounts.state.isDown = false;
});

it('goes on with no paused issue that has an article which is withheld', async () => {
  await connection
    .collection('newsletter_issues')
    .updateOne({ subject: CONTENT.subject, state: 'draft' }, { $set: { state: 'paused' } });
  const [paused] = (
    (await (await call('GET', '/api/newsletter-issues?state=paused')).json()) as { data: Issue[] }
  ).data;
  const resume = () => post(`/api/newsletter-issues/${paused?.id}/resume`);
  const withheld = await resume();
  expect([withheld.status, await withheld.json()]).toMatchObject([
    400,
    { error: { message: 'Not published: “Bail <granted>”' } },
  ]);
  havePublished(true);
  expect((await resume()).status).toBe(200);
});
