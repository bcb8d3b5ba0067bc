import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOW, SERVICE_TOKEN, anAccountsApp, type TestApp } from '../app-builder.ts';
import { REGISTRANT, clientOf, mailedToken } from '../account-client-builder.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { aUser } from '../users/user-builder.ts';

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
    [{ email: 'asha@example.com' }, 400, 'Already confirmed'],
    [{ email: 'b@example.com' }, 400, 'User blocked'],
    [{ email: 'zz' }, 400, 'email must be a valid email'],
    [{}, 400, 'email is a required field'],
  ])('answers %j as the reference does', async (body, status, message) => {
    const response = await send(body);
    expect([response.statusCode, response.json().error?.message]).toEqual([status, message]);
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

  it('leads a person with a spent link to a page', async () => {
    const response = await confirm('bad', { accept: 'text/html,*/*;q=0.8' });
    expect([response.statusCode, response.headers.location]).toEqual([302, '/login?confirmation=invalid']);
  });
});

describe('POST /api/auth/change-email (A33)', () => {
  const change = async (body: unknown) =>
    client.post('/api/auth/change-email', body, await client.bearerOf(await client.stored(1)));
  const confirmChange = (token: string) =>
    client.get(`/api/auth/email-change-confirmation?confirmation=${token}`);
  const changeToken = async (): Promise<string> =>
    mailedToken(await client.stored(1), 'email-change-confirmation');
  const requested = { email: 'Asha.New@example.com', currentPassword: 'secret1' };

  it('changes it when the link that was mailed to the new address is used, and tells the former one', async () => {
    const response = await change(requested);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { email: 'asha.new@example.com', sent: true },
    ]);
    expect((await client.stored(1)).email).toBe('asha@example.com');
    const token = await changeToken();
    expect((await confirmChange(token)).statusCode).toBe(302);
    const user = await client.stored(1);
    expect(user).toMatchObject({ email: 'asha.new@example.com', confirmed: true });
    expect(user.mailRequests).toMatchObject([
      { template: 'email-changed-notice', email: 'asha@example.com' },
    ]);
    expect((await confirmChange(token)).statusCode).toBe(400);
  });

  it('voids a reset that was mailed to the former address', async () => {
    await client.post('/api/auth/forgot-password', { email: 'asha@example.com' });
    const code = mailedToken(await client.stored(1), 'password-reset');
    await change(requested);
    await confirmChange(await changeToken());
    const response = await client.post('/api/auth/reset-password', {
      code,
      password: 'secret9',
      passwordConfirmation: 'secret9',
    });
    expect(response.json().error.message).toBe('Incorrect code provided');
  });

  it('answers alike for an address of somebody else, who gets no mail', async () => {
    const response = await change({ ...requested, email: 'bina@example.com' });
    expect([response.statusCode, response.json()]).toEqual([200, { email: 'bina@example.com', sent: true }]);
    expect(await changeToken()).toBe(mailedToken(aUser(), 'email-change-confirmation'));
  });

  it('rejects the link when the address was taken meanwhile', async () => {
    await change({ ...requested, email: 'late@example.com' });
    await client.post('/api/users', { ...REGISTRANT, username: 'late', email: 'late@example.com' });
    expect((await confirmChange(await changeToken())).json().error.message).toBe('Email already taken');
    expect((await client.stored(1)).email).toBe('asha@example.com');
  });

  it('needs the password and a token', async () => {
    expect((await change({ ...requested, currentPassword: 'bad' })).json().error.message).toBe(
      'The provided current password is invalid',
    );
    expect((await client.post('/api/auth/change-email', requested)).statusCode).toBe(403);
    expect(await changeToken()).toBe('');
  });

  it('takes no token of another kind', async () => {
    expect((await confirmChange(await tokenOf())).statusCode).toBe(400);
    await change(requested);
    expect((await confirm(await changeToken())).statusCode).toBe(400);
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
        link: `https://vidhi.example/api/auth/email-confirmation?confirmation=${await tokenOf()}`,
      },
    ]);
    expect(second.json()).toEqual(first.json());
  });

  it('answers the notice to the site without link', async () => {
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
      },
      link: null,
    });
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
