import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOW, SERVICE_TOKEN, anAccountsApp, type TestApp } from '../app-builder.ts';
import { REGISTRANT, clientOf, mailedToken } from '../account-client-builder.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { aUser } from '../users/user-builder.ts';
import { changeUser } from '../users/user.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const hasher = createPasswordHasher();
let passwordHash: string;
let made: TestApp;
let client: ReturnType<typeof clientOf>;
let now: Date;
let id: number;
beforeAll(async () => {
  passwordHash = await hasher.hash('secret1');
});
beforeEach(async () => {
  now = NOW;
  const blocked = aUser({ id: 9, email: 'b@example.com', username: 'b', confirmed: false, blocked: true });
  made = await anAccountsApp({ users: [aUser({ passwordHash }), blocked], hasher, clock: () => now });
  client = clientOf(made);
  id = (await client.post('/api/users', REGISTRANT)).json().id;
});
afterEach(async () => made.app.close());

const pass = (ms: number): void => void (now = new Date(now.getTime() + ms));
const send = (body: unknown) => client.post('/api/auth/send-email-confirmation', body);
const confirm = (token: string, headers = {}) =>
  client.get(`/api/auth/email-confirmation?confirmation=${token}`, headers);
const tokenOf = async (): Promise<string> => mailedToken(await client.stored(id), 'email-confirmation');
const resolveMail = async (index: number) => {
  const requestId = (await client.stored(id)).mailRequests.at(index)?.requestId ?? 'a'.repeat(26);
  return client.post(`/internal/mail-requests/${requestId}`, {}, { 'x-service-token': SERVICE_TOKEN });
};

describe('POST /api/auth/send-email-confirmation', () => {
  it('gives one mail together with the registration, and another a minute later', async () => {
    const before = await tokenOf();
    const response = await send({ email: 'Bina@Example.com' });
    expect([response.statusCode, response.json()]).toEqual([200, { email: 'bina@example.com', sent: true }]);
    expect(await tokenOf()).toBe(before);
    pass(MINUTE_MS);
    await send({ email: 'bina@example.com' });
    expect(await tokenOf()).not.toBe(before);
    expect((await confirm(before)).statusCode).toBe(400);
    expect((await confirm(await tokenOf())).statusCode).toBe(302);
  });

  it.each([
    [{ email: 'zz@example.com' }, 200, undefined],
    [{ email: 'asha@example.com' }, 200, undefined],
    [{ email: 'b@example.com' }, 200, undefined],
    [{ email: 'zz' }, 400, 'email must be a valid email'],
    [{}, 400, 'email is a required field'],
  ])('answers %j as the reference does', async (body, status, message) => {
    const response = await send(body);
    expect([response.statusCode, response.json().error?.message]).toEqual([status, message]);
  });

  it('answers alike for unknown, confirmed and blocked accounts (B68), and mails none of them', async () => {
    const before = made.users.events.length;
    const addresses = ['zz@example.com', 'asha@example.com', 'b@example.com'];
    for (const email of addresses) {
      const { statusCode, headers, body } = await send({ email });
      expect([statusCode, JSON.parse(body)]).toEqual([200, { email, sent: true }]);
      expect(headers['x-ratelimit-remaining']).toBeDefined();
    }
    expect(made.users.events).toHaveLength(before);
  });

  it('answers alike while other requests change the account all the time', async () => {
    pass(MINUTE_MS);
    made.users.update = async () => 'changed-meanwhile';
    expect((await send({ email: 'bina@example.com' })).statusCode).toBe(200);
    expect((await client.post('/api/auth/forgot-password', { email: 'bina@example.com' })).statusCode).toBe(
      200,
    );
  });

  it('mails one mailbox at most ten times a day, for all clients and every spelling of its address', async () => {
    const statuses = [];
    for (let turn = 0; turn < 24; turn += 1) {
      pass(30 * MINUTE_MS);
      const response = await made.app.inject({
        method: 'POST',
        url: '/api/auth/send-email-confirmation',
        remoteAddress: `198.51.100.${turn}`,
        payload: { email: turn % 2 === 0 ? 'bina@example.com' : `bina+${turn}@example.com` },
      });
      statuses.push(response.statusCode);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('GET /api/auth/email-confirmation (A20)', () => {
  it('confirms once and leads to the login', async () => {
    const token = await tokenOf();
    const response = await confirm(token);
    expect([response.statusCode, response.headers.location]).toEqual([302, '/login?confirmed=1']);
    expect(await client.stored(id)).toMatchObject({ confirmed: true, tokenVersion: 0 });
    expect((await confirm(token)).json().error.message).toBe('Invalid token');
    expect(made.users.events.at(-1)?.data).toMatchObject({ id, confirmed: true, blocked: false });
  });

  it('confirms once when twenty requests race', async () => {
    const token = await tokenOf();
    const responses = await Promise.all(Array.from({ length: 20 }, () => confirm(token)));
    expect(responses.filter(({ statusCode }) => statusCode === 302)).toHaveLength(1);
  });

  it('accepts a token for a day', async () => {
    const token = await tokenOf();
    pass(DAY_MS);
    expect((await confirm(token)).statusCode).toBe(400);
    expect((await client.stored(id)).confirmed).toBe(false);
  });

  it('lets a lawyer log in from then on', async () => {
    const credentials = { identifier: 'bina@example.com', password: 'secret1' };
    expect((await client.post('/api/auth/local', credentials)).json().error.message).toBe(
      'Your account email is not confirmed',
    );
    await confirm(await tokenOf());
    expect((await client.post('/api/auth/local', credentials)).statusCode).toBe(200);
  });

  it.each([
    ['', 'confirmation is a required field'],
    ['?confirmation=', 'confirmation is a required field'],
    ['?confirmation=bad', 'Invalid token'],
    ['?confirmation', 'confirmation must be a `string` type, but the final value was: `null`.'],
    [
      '?confirmation[$ne]=x',
      'confirmation must be a `string` type, but the final value was: `{\n  "$ne": "\\"x\\""\n}`.',
    ],
    [
      '?confirmation=a&confirmation=b',
      'confirmation must be a `string` type, but the final value was: `[\n  "\\"a\\"",\n  "\\"b\\""\n]`.',
    ],
    [`?confirmation=${'a'.repeat(1_001)}`, 'Invalid token'],
    [`?confirmation=${'a'.repeat(43)}`, 'Invalid token'],
  ])('rejects %s', async (query, message) => {
    const response = await client.get(`/api/auth/email-confirmation${query}`);
    expect([response.statusCode, response.json().error.message]).toEqual([400, message]);
  });

  it.each(['text/html,*/*;q=0.8', 'Text/HTML'])(
    'leads a browser (%s) to the page with the button',
    async (accept) => {
      const token = await tokenOf();
      const response = await confirm(token, { accept });
      expect([response.statusCode, response.headers.location]).toEqual([
        302,
        `/confirm-email?confirmation=${token}`,
      ]);
      expect((await client.stored(id)).confirmed).toBe(false);
    },
  );

  it('has no effect as HEAD', async () => {
    const token = await tokenOf();
    const url = `/api/auth/email-confirmation?confirmation=${token}`;
    expect((await made.app.inject({ method: 'HEAD', url })).statusCode).toBe(302);
    expect((await client.stored(id)).confirmed).toBe(false);
    expect((await confirm(token)).statusCode).toBe(302);
  });
});

describe('POST /api/auth/email-confirmation (B63)', () => {
  const post = (confirmation: unknown) => client.post('/api/auth/email-confirmation', { confirmation });

  it('confirms, and says of a link that was used that the address is confirmed already', async () => {
    const token = await tokenOf();
    expect((await post(token)).json()).toEqual({ done: true, already: false });
    expect((await client.stored(id)).confirmed).toBe(true);
    expect((await post(token)).json()).toEqual({ done: true, already: true });
    pass(DAY_MS);
    expect((await post(token)).json().error.message).toBe('Invalid token');
  });

  it('says so of an earlier link of the same address, too', async () => {
    const earlier = await tokenOf();
    pass(MINUTE_MS);
    await send({ email: 'bina@example.com' });
    expect((await post(earlier)).json().error.message).toBe('Invalid token');
    await post(await tokenOf());
    expect((await post(earlier)).json()).toEqual({ done: true, already: true });
  });

  it('says so after a reset by mail, which confirms the address', async () => {
    const token = await tokenOf();
    await client.post('/api/auth/forgot-password', { email: 'bina@example.com' });
    const code = mailedToken(await client.stored(id), 'password-reset');
    const passwords = { password: 'secret9', passwordConfirmation: 'secret9' };
    await client.post('/api/auth/reset-password', { code, ...passwords });
    expect((await post(token)).json()).toEqual({ done: true, already: true });
  });

  it('confirms after the role was changed in the course of the registration', async () => {
    const token = await tokenOf();
    const user = await client.stored(id);
    await made.users.update(changeUser(user, { role: 6 }, now));
    expect((await post(token)).json()).toEqual({ done: true, already: false });
  });

  it('does not confirm again by a link that was used, once staff withdrew the confirmation', async () => {
    const token = await tokenOf();
    await post(token);
    await made.users.update(changeUser(await client.stored(id), { confirmed: false }, now));
    expect((await post(token)).statusCode).toBe(400);
    expect((await client.stored(id)).confirmed).toBe(false);
  });

  it.each([[undefined], [''], ['bad'], [7], ['a'.repeat(43)]])('rejects %j', async (confirmation) => {
    expect((await post(confirmation)).statusCode).toBe(400);
  });
});

describe('POST /internal/mail-requests/{requestId}', () => {
  it('answers recipient, texts and the same link each time', async () => {
    const [first, second] = [await resolveMail(0), await resolveMail(0)];
    expect([first.statusCode, first.json()]).toEqual([
      200,
      {
        template: 'email-confirmation',
        to: { address: 'bina@example.com', name: 'Bina Rao' },
        values: { first_name: 'Bina', last_name: 'Rao' },
        link: `https://vidhi.example/confirm-email?confirmation=${await tokenOf()}`,
      },
    ]);
    expect(second.json()).toEqual(first.json());
  });

  it('names the profile of a lawyer in the notice to the site, without a link', async () => {
    expect((await resolveMail(1)).json()).toEqual({
      template: 'registration-notice',
      to: null,
      values: {
        id,
        first_name: 'Bina',
        last_name: 'Rao',
        email: 'bina@example.com',
        mobile: '9876543210',
        role: 'Lawyer',
        registeredAt: NOW.toISOString(),
        profile: 'Adv. Bina Rao',
        profileId: 3,
      },
      link: null,
    });
  });

  it('waits for a minute for the profile that the form writes after the account', async () => {
    let profile: { id: number; title: string } | null = null;
    await made.app.close();
    made = await anAccountsApp({ hasher, clock: () => now, findProfileOf: async () => profile });
    client = clientOf(made);
    id = (await client.post('/api/users', REGISTRANT)).json().id;
    const early = await resolveMail(1);
    expect([early.statusCode, early.json().error.name]).toEqual([425, 'TooEarlyError']);
    expect((await resolveMail(0)).statusCode).toBe(200);
    pass(MINUTE_MS);
    expect((await resolveMail(1)).json().values).not.toHaveProperty('profile');
    now = NOW;
    profile = { id: 3, title: 'Adv. Bina Rao' };
    expect((await resolveMail(1)).json().values).toMatchObject({ profile: 'Adv. Bina Rao', profileId: 3 });
  });

  it('responds 410 once the token is spent, expired or replaced, and to unknown requests', async () => {
    const { requestId } = (await client.stored(id)).mailRequests[0] ?? { requestId: '' };
    const request = async () =>
      (await client.post(`/internal/mail-requests/${requestId}`, {}, { 'x-service-token': SERVICE_TOKEN }))
        .statusCode;
    expect(await request()).toBe(200);
    pass(DAY_MS);
    expect(await request()).toBe(410);
    pass(-DAY_MS);
    await confirm(await tokenOf());
    expect(await request()).toBe(410);
    expect((await resolveMail(99)).statusCode).toBe(410);
  });

  it('responds 403 without the service token', async () => {
    expect((await client.post(`/internal/mail-requests/${'a'.repeat(26)}`, {})).statusCode).toBe(403);
  });
});
