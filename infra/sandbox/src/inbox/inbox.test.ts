import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { openInbox, type Inbox } from './open-inbox.ts';

const MAX_MAILS = 5;
let dataDir: string;
let inbox: Inbox;
let app: FastifyInstance;

async function open(): Promise<void> {
  inbox = await openInbox({
    dataDir,
    smtpPort: 0,
    maxMails: MAX_MAILS,
    onFailure: (error) => {
      throw error;
    },
  });
  app = await createServiceApp({ name: 'sandbox', logLevel: false, metrics: createMetrics('sandbox') });
  await app.register(inbox.routes);
}

async function close(): Promise<void> {
  await app.close();
  await inbox.close();
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vidhi-inbox-'));
  await open();
});
afterEach(async () => {
  await close();
  await rm(dataDir, { recursive: true, force: true });
});

const send = (mail: Record<string, unknown> = {}) =>
  createTransport({ host: '127.0.0.1', port: inbox.smtpPort, secure: false, ignoreTLS: true }).sendMail({
    from: 'Vidhi <no-reply@vidhi.example>',
    to: 'asha@example.in',
    subject: 'Confirm your e-mail',
    text: 'Open https://vidhi.example/confirm?code=abc',
    html: '<p>Open <a href="https://vidhi.example/confirm?code=abc">the link</a><script>alert(1)</script></p>',
    messageId: '<one@vidhi.example>',
    ...mail,
  });

const messages = async (query = ''): Promise<Record<string, string>[]> =>
  (await app.inject(`/messages${query}`)).json();
const fault = (payload: Record<string, unknown>) => app.inject({ method: 'POST', url: '/faults', payload });

describe('the mail inbox', () => {
  it('lists the mails of an address, newest first', async () => {
    await send({ subject: 'First', messageId: '<first@vidhi.example>' });
    await send({ subject: 'Second', messageId: '<second@vidhi.example>' });
    await send({ to: 'somebody@else.example' });
    const found = await messages('?to=Asha@Example.in');
    expect(found.map(({ subject }) => subject)).toEqual(['Second', 'First']);
    expect(found[0]).toEqual({
      attachments: [],
      messageId: '<second@vidhi.example>',
      from: '"Vidhi" <no-reply@vidhi.example>',
      to: 'asha@example.in',
      subject: 'Second',
      text: expect.stringContaining('https://vidhi.example/confirm?code=abc'),
      html: expect.stringContaining('the link'),
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(await messages()).toHaveLength(3);
    expect((await app.inject('/summaries')).json()).toEqual([
      { messageId: expect.any(String), to: 'somebody@else.example', subject: 'Confirm your e-mail' },
      { messageId: '<second@vidhi.example>', to: 'asha@example.in', subject: 'Second' },
      { messageId: '<first@vidhi.example>', to: 'asha@example.in', subject: 'First' },
    ]);
  });

  it('shows text, headers, links and the HTML part, which can run nothing', async () => {
    await send({ subject: '<b>Hello</b>' });
    expect((await app.inject('/')).body).toContain('&lt;b&gt;Hello&lt;/b&gt;');
    const mail = await app.inject('/mails/1');
    expect(mail.headers['content-security-policy']).toContain("default-src 'none'");
    expect(mail.body).toContain('href="https://vidhi.example/confirm?code=abc"');
    expect(mail.body).toContain('<iframe sandbox src="/mails/1/html"');
    expect(mail.body).toContain('&lt;one@vidhi.example&gt;');
    expect(mail.body).not.toContain('<b>Hello');
    const html = await app.inject('/mails/1/html');
    expect(html.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect((await app.inject('/mails/1/source')).body).toContain('Message-ID: <one@vidhi.example>');
    expect((await app.inject('/mails/9')).statusCode).toBe(404);
  });

  it('says how often a mail with a Message-ID was accepted', async () => {
    const lookUp = (id: string) => app.inject(`/messages/${encodeURIComponent(id)}`);
    expect((await lookUp('one@vidhi.example')).statusCode).toBe(404);
    await send();
    await send();
    for (const id of ['one@vidhi.example', '<one@vidhi.example>'])
      expect((await lookUp(id)).json()).toMatchObject({ messageId: '<one@vidhi.example>', count: 2 });
  });

  it('has the mails again after a restart, and only the newest ones', async () => {
    for (let n = 1; n <= MAX_MAILS + 2; n += 1) await send({ subject: `Mail ${n}` });
    await close();
    await open();
    expect((await messages()).map(({ subject }) => subject)).toEqual([
      'Mail 7',
      'Mail 6',
      'Mail 5',
      'Mail 4',
      'Mail 3',
    ]);
    expect((await app.inject('/mails/1')).statusCode).toBe(404);
    await send({ subject: 'Mail 8' });
    expect((await messages())[0]?.['subject']).toBe('Mail 8');
  });

  it('rejects the requested number of mails, and stores none of them', async () => {
    await fault({ kind: 'reject', times: 2, code: 550 });
    await expect(send()).rejects.toMatchObject({ responseCode: 550 });
    await expect(send()).rejects.toMatchObject({ responseCode: 550 });
    expect(await messages()).toEqual([]);
    await send();
    expect(await messages()).toHaveLength(1);
    expect((await app.inject('/faults')).json()).toEqual([]);
  });

  it('accepts a mail and drops the connection before its response, for one address', async () => {
    await fault({ kind: 'drop', to: 'asha@example.in' });
    await send({ to: 'somebody@else.example' });
    await expect(send()).rejects.toMatchObject({ code: expect.any(String) });
    expect(await messages('?to=asha@example.in')).toHaveLength(1);
  });

  it('takes mails only of users while it has some, each with the password of its own', async () => {
    const sendAs = (user: string, pass: string) =>
      createTransport({
        host: '127.0.0.1',
        port: inbox.smtpPort,
        secure: false,
        ignoreTLS: true,
        auth: { user, pass },
      }).sendMail({
        from: 'no-reply@vidhi.example',
        to: 'asha@example.in',
        subject: `Of ${user}`,
        text: '-',
      });
    for (const [name, password] of [
      ['former', 'one'],
      ['next', 'two'],
    ])
      await app.inject({ method: 'PUT', url: `/users/${name}`, payload: { password } });
    await expect(send()).rejects.toMatchObject({ responseCode: 530 });
    await expect(sendAs('next', 'one')).rejects.toMatchObject({ responseCode: 535 });
    await sendAs('former', 'one');
    await sendAs('next', 'two');
    await app.inject({ method: 'DELETE', url: '/users/former' });
    await expect(sendAs('former', 'one')).rejects.toMatchObject({ responseCode: 535 });
    await app.inject({ method: 'DELETE', url: '/users/next' });
    await send({ subject: 'Of nobody' });
    expect((await messages()).map(({ subject }) => subject)).toEqual(['Of nobody', 'Of next', 'Of former']);
  });

  it('responds late on demand', async () => {
    await fault({ kind: 'delay', ms: 600_000 });
    const sending = send().catch(() => 'no response');
    await expect.poll(() => messages()).toHaveLength(1);
    await inbox.close();
    expect(await sending).toBe('no response');
  });

  it('rejects requests under a host name that is not loopback', async () => {
    const response = await app.inject({ url: '/messages', headers: { host: 'inbox.attacker.example' } });
    expect(response.statusCode).toBe(403);
  });
});
