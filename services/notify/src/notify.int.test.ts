import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MailRequested } from '@vidhi/contracts/events.ts';
import { anEnvelope as envelope } from './envelope-builder.ts';
import { runMails } from './mails-cli-builder.ts';
import { SERVICE_TOKEN } from './sending/mail-site-builder.ts';
import { startNotify } from './sending/running-notify-builder.ts';

let notify: Awaited<ReturnType<typeof startNotify>>;
let accounts: typeof notify.accounts;
let inbox: typeof notify.inbox;
beforeAll(async () => {
  notify = await startNotify('notify');
  ({ accounts, inbox } = notify);
});
afterAll(() => notify.close());
beforeEach(async () => {
  await fetch(`${inbox.url}/faults`, { method: 'DELETE' });
  accounts.state.isDown = false;
});

let count = 0;
const newRequestId = (): string => {
  count += 1;
  return count.toString(2).padStart(26, 'a').replaceAll('0', 'b').replaceAll('1', 'c');
};
const mailOf = (requestId: string) => notify.mails.findOne({ 'source.id': requestId });
const stateOf = async (requestId: string) => (await mailOf(requestId))?.state;

const request = (requestId: string, template = 'password-reset') =>
  notify.publish(
    'accountsMailRequests',
    envelope(MailRequested.type, requestId, { requestId, userId: 7, template }),
  );
const respond = (requestId: string, address: string | null) =>
  accounts.responses.set(requestId, {
    template: 'password-reset',
    to: address === null ? null : { address, name: 'Asha "<Rao>\r\nBcc: evil@example.com' },
    values: { first_name: 'Asha' },
    link: 'https://vidhi.example/reset-password?code=secret',
  });
describe('a mail that accounts requests', () => {
  it('is sent to the recipient and with the link that accounts names at that moment', async () => {
    const id = newRequestId();
    respond(id, 'asha@example.in');
    await request(id);
    await expect.poll(() => inbox.mails('asha@example.in')).toHaveLength(1);
    const [mail] = await inbox.mails('asha@example.in');
    const row = await mailOf(id);
    expect(mail).toMatchObject({
      messageId: row?.messageId,
      subject: 'Set a new password for Vidhi',
      text: expect.stringContaining('https://vidhi.example/reset-password?code=secret'),
      html: expect.stringContaining('https://vidhi.example/reset-password?code=secret'),
    });
    expect(await inbox.mails('evil@example.com')).toEqual([]);
    await expect.poll(() => stateOf(id)).toBe('SENT');
    // The ledger knows neither the address nor the link.
    expect(JSON.stringify(await mailOf(id))).not.toMatch(/asha@example\.in|secret|Asha/);
  });

  it('is not sent when its request is void', async () => {
    const id = newRequestId();
    await request(id);
    await expect.poll(() => stateOf(id)).toBe('CANCELLED');
  });

  it('waits while accounts does not respond, and fails no attempt by that', async () => {
    const id = newRequestId();
    respond(id, 'waiting@example.in');
    accounts.state.isDown = true;
    await request(id);
    await expect.poll(async () => (await mailOf(id))?.lastFailure).toBe('source-unavailable');
    accounts.state.isDown = false;
    await expect.poll(() => stateOf(id)).toBe('SENT');
    expect(await mailOf(id)).toMatchObject({ attempts: 0 });
  });

  it('is sent again after a temporary rejection', async () => {
    const id = newRequestId();
    respond(id, 'later@example.in');
    await inbox.fail({ kind: 'reject', to: 'later@example.in', times: 2 });
    await request(id);
    await expect.poll(() => stateOf(id)).toBe('SENT');
    expect(await mailOf(id)).toMatchObject({ attempts: 2 });
    expect(await inbox.mails('later@example.in')).toHaveLength(1);
  });

  it('is not sent again when it was accepted and the connection broke before the response', async () => {
    const id = newRequestId();
    respond(id, 'broken@example.in');
    await inbox.fail({ kind: 'drop', to: 'broken@example.in' });
    await request(id);
    await expect.poll(() => stateOf(id)).toBe('SENT');
    expect(await inbox.mails('broken@example.in')).toHaveLength(1);
  });

  it('is dead after eight failures, and a metric says so', async () => {
    const id = newRequestId();
    respond(id, 'never@example.in');
    await inbox.fail({ kind: 'reject', to: 'never@example.in', times: 100, code: 554 });
    await request(id);
    await expect.poll(() => stateOf(id)).toBe('DEAD');
    expect(await mailOf(id)).toMatchObject({ attempts: 8, lastFailure: '554' });
    await expect
      .poll(async () => (await fetch(`${notify.service.url}/metrics`)).text())
      .toMatch(/vidhi_notify_mails_dead\{[^}]*\} 1\n/);
  });

  it('is dead at once when its mailbox does not exist', async () => {
    const id = newRequestId();
    respond(id, 'nobody@example.in');
    await inbox.fail({ kind: 'reject', to: 'nobody@example.in', times: 100, code: 550 });
    await request(id);
    await expect.poll(() => stateOf(id)).toBe('DEAD');
    expect(await mailOf(id)).toMatchObject({ attempts: 1, lastFailure: '550' });
  });

  it('is sent when an operator requeues it after the cause of its failures is removed', async () => {
    const [id, other] = [newRequestId(), newRequestId()];
    for (const each of [id, other]) {
      respond(each, 'repaired@example.in');
      await inbox.fail({ kind: 'reject', to: 'repaired@example.in', times: 100, code: 550 });
      await request(each);
      await expect.poll(() => stateOf(each)).toBe('DEAD');
    }
    await fetch(`${inbox.url}/faults`, { method: 'DELETE' });
    const mailsCommand = (...words: string[]) => runMails(notify.service.url, SERVICE_TOKEN, words);

    const [_id = '', otherId = ''] = [(await mailOf(id))?._id, (await mailOf(other))?._id];
    const dead = await mailsCommand('dead');
    expect(dead).toMatch(new RegExp(`^${otherId}  \\S+  \\S+  550  `, 'm'));
    expect(dead).toMatch(new RegExp(`^${_id} `, 'm'));
    expect(await mailsCommand('requeue', _id)).toBe('1 mail is sent again.\n');
    await expect.poll(() => stateOf(id)).toBe('SENT');
    expect(await stateOf(other)).toBe('DEAD');
    await mailsCommand('requeue', '--all');
    await expect.poll(() => stateOf(other)).toBe('SENT');
    expect(await inbox.mails('repaired@example.in')).toHaveLength(2);
    await expect(mailsCommand('requeue')).rejects.toThrow('Usage');
  });

  it('is never sent to a text that is more than one address', async () => {
    const id = newRequestId();
    respond(id, 'one@example.in, two@example.in');
    await request(id);
    await expect.poll(() => stateOf(id)).toBe('DEAD');
    expect(await mailOf(id)).toMatchObject({ lastFailure: 'invalid-address' });
    expect(await inbox.mails('two@example.in')).toEqual([]);
  });

  it('is known by its event', async () => {
    const id = newRequestId();
    await request(id);
    const sendRequest = async () => {
      const response = await notify.post(
        '/internal/mails/known',
        { eventIds: [`mail.requested:${id}`, 'mail.requested:unknown'] },
        { 'x-service-token': SERVICE_TOKEN },
      );
      return response.json();
    };
    await expect.poll(sendRequest).toEqual({ known: [`mail.requested:${id}`] });
  });
});

describe('the contact form', () => {
  const FORM = {
    name: 'Asha Rao',
    email: 'asha.rao@example.in',
    subject: '<Question>',
    message: 'Line 1\nLine 2',
  };

  it('reaches the contact address of the site, to be answered to the sender, once however often it is sent', async () => {
    await notify.publish(
      'newsSite',
      envelope('settings.changed', 'site-setting', {
        rev: 3,
        collection: 'site-setting',
        doc: { id: 1, contact_email: 'editor@vidhi.example' },
      }),
    );
    await expect
      .poll(async () => (await notify.connection.collection('site').findOne({}))?.['contactEmail'])
      .toBe('editor@vidhi.example');
    for (let n = 0; n < 2; n += 1) {
      const response = await notify.post('/api/email', FORM);
      expect([response.status, await response.json()]).toEqual([200, {}]);
    }
    await expect.poll(() => inbox.mails('editor@vidhi.example')).toHaveLength(1);
    const [mail] = await inbox.mails('editor@vidhi.example');
    expect(mail).toMatchObject({
      subject: 'Vidhi, contact: <Question>',
      text: expect.stringContaining('Line 1\nLine 2'),
      html: expect.stringContaining('&lt;Question&gt;'),
    });
    if (mail === undefined) throw new Error('no mail');
    expect(await inbox.headersOf(mail)).toMatch(/Reply-To: .*asha\.rao@example\.in/);
    await expect
      .poll(() => notify.mails.countDocuments({ template: 'contact-message', state: 'SENT' }))
      .toBe(1);
  });
});

describe('a subscription', () => {
  const linkIn = (text: string, path: string): URL => {
    const link = text.match(new RegExp(`https://vidhi\\.example/api/subscriptions/${path}\\S+`))?.[0] ?? '';
    return new URL(link);
  };
  const follow = (link: URL, body = '') =>
    fetch(`${notify.service.url}${link.pathname}${link.search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
  const subscriber = (filter: object) => notify.connection.collection('subscribers').findOne(filter);

  it('is confirmed by a link and ended by one click, which deletes the address', async () => {
    const email = 'reader@example.in';
    expect((await notify.post('/api/coming-soon-users', { data: { email } })).status).toBe(200);
    expect((await notify.post('/api/coming-soon-users', { data: { email } })).status).toBe(200);
    await expect.poll(() => inbox.mails(email)).toHaveLength(1);
    const [mail] = await inbox.mails(email);
    if (mail === undefined) throw new Error('no mail');

    expect((await subscriber({ email }))?.['state']).toBe('PENDING');
    const confirm = linkIn(mail.text, 'confirm');
    const shown = await fetch(`${notify.service.url}${confirm.pathname}${confirm.search}`, {
      redirect: 'manual',
    });
    expect([shown.status, shown.headers.get('location')]).toEqual([303, `/confirm${confirm.search}`]);
    expect((await subscriber({ email }))?.['state']).toBe('PENDING');
    expect((await follow(confirm)).status).toBe(200);
    expect((await subscriber({ email }))?.['state']).toBe('CONFIRMED');

    const headers = await inbox.headersOf(mail);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const unsubscribe = new URL(/List-Unsubscribe: <([^>]+)>/.exec(headers)?.[1] ?? '');
    expect(unsubscribe.href).toBe(linkIn(mail.text, 'unsubscribe').href);
    expect((await follow(unsubscribe, 'List-Unsubscribe=One-Click')).status).toBe(200);
    expect(await subscriber({ email })).toBeNull();
    expect((await subscriber({ state: 'UNSUBSCRIBED' }))?.['email']).toBeUndefined();
    expect((await follow(confirm)).status).toBe(404);
  });

  it('of an imported site is stored, and nobody is mailed', async () => {
    const response = await notify.post(
      '/internal/import/coming-soon-users',
      {
        items: [{ id: 4, email: 'old@example.in', createdAt: '2024-01-01T00:00:00.000Z' }],
        origin: { site: 'old', demo: false },
      },
      { 'x-service-token': SERVICE_TOKEN },
    );
    expect(await response.json()).toEqual({ imported: 1, unchanged: 0, skipped: [] });
    expect(await subscriber({ email: 'old@example.in' })).toMatchObject({ state: 'IMPORTED', importedId: 4 });
    // A mail that is requested later is sent: by then one to the imported address would have been, too.
    await notify.post(
      '/internal/subscribers',
      { email: 'new@example.in', source: 'register' },
      { 'x-service-token': SERVICE_TOKEN },
    );
    await expect.poll(() => inbox.mails('new@example.in')).toHaveLength(1);
    expect(await inbox.mails('old@example.in')).toEqual([]);
  });
});
