import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMMON_PASSWORD, NOW, anAccountsApp, type TestApp } from '../app-builder.ts';
import { OWN_PAGE, clientOf, cookieOf, mailedToken } from '../account-client-builder.ts';
import { aUser } from '../users/user-builder.ts';
import { createPasswordHasher } from './password-hasher.ts';

const ID = 1;
const MINUTE_MS = 60_000;

const hasher = createPasswordHasher();
let passwordHash: string;
let made: TestApp;
let client: ReturnType<typeof clientOf>;
let now: Date;
beforeAll(async () => {
  passwordHash = await hasher.hash('secret1');
});
beforeEach(async () => {
  now = NOW;
  const staff = aUser({ id: 2, email: 'editor@example.com', username: 'ed', role: 10, passwordHash });
  made = await anAccountsApp({ users: [aUser({ passwordHash }), staff], hasher, clock: () => now });
  client = clientOf(made);
});
afterEach(async () => made.app.close());

const pass = (ms: number): void => void (now = new Date(now.getTime() + ms));
const problem = (message: string, path?: string) => ({
  data: null,
  error: {
    status: 400,
    name: 'ValidationError',
    message,
    details: path === undefined ? {} : { errors: [{ path: [path], message, name: 'ValidationError' }] },
  },
});
const names = (...fields: string[]) => ({
  data: null,
  error: {
    status: 400,
    name: 'ValidationError',
    message: `${fields.length} errors occurred`,
    details: {
      errors: fields.map((name) => ({
        path: [name],
        message: `${name} is a required field`,
        name: 'ValidationError',
      })),
    },
  },
});
const login = async (password: string): Promise<number> =>
  (await client.post('/api/auth/local', { identifier: 'asha@example.com', password })).statusCode;

describe('POST /api/auth/change-password', () => {
  const passwords = (currentPassword: string, password: string, passwordConfirmation = password) => ({
    currentPassword,
    password,
    passwordConfirmation,
  });
  const change = async (body: unknown, headers: Record<string, string> = {}, id = ID) =>
    client.post('/api/auth/change-password', body, {
      ...(await client.bearerOf(await client.stored(id))),
      ...headers,
    });

  it('changes it, answers a new token, and revokes the old ones (A19)', async () => {
    const old = await client.bearerOf(await client.stored(ID));
    const response = await change(passwords('secret1', 'secret2'));
    expect([response.statusCode, Object.keys(response.json())]).toEqual([200, ['jwt', 'user']]);
    expect((await client.get('/api/users/me', old)).statusCode).toBe(401);
    expect(
      (await client.post('/api/auth/change-password', passwords('secret2', 'secret3'), old)).statusCode,
    ).toBe(401);
    const renewed = { authorization: `Bearer ${response.json().jwt}` };
    expect((await client.get('/api/users/me', renewed)).statusCode).toBe(200);
    expect([await login('secret1'), await login('secret2')]).toEqual([400, 200]);
  });

  it('ends the sessions of other browsers and keeps that of the page that changed it', async () => {
    const body = { identifier: 'asha@example.com', password: 'secret1' };
    const page = { ...OWN_PAGE, 'x-keep-session': '1' };
    const [first, second] = [
      cookieOf(await client.post('/api/auth/local', body, page)),
      cookieOf(await client.post('/api/auth/local', body, page)),
    ];
    const changed = await change(passwords('secret1', 'secret2'), { ...page, cookie: first });
    const refresh = async (cookie: string) =>
      (await client.post('/api/auth/refresh', {}, { ...OWN_PAGE, cookie })).statusCode;
    expect([await refresh(cookieOf(changed)), await refresh(second), await refresh(first)]).toEqual([
      200, 401, 401,
    ]);
  });

  it('tells the owner by mail', async () => {
    await change(passwords('secret1', 'secret2'));
    expect((await client.stored(ID)).mailRequests).toMatchObject([
      { template: 'password-changed-notice', email: 'asha@example.com', tokenHash: null },
    ]);
  });

  it.each([
    [passwords('bad', 'secret2'), problem('The provided current password is invalid')],
    [passwords('secret1', 'secret2', 'secret3'), problem('Passwords do not match', 'passwordConfirmation')],
    [
      passwords('secret1', 'secret1'),
      problem('Your new password must be different than your current password'),
    ],
    [passwords('secret1', 'x'), problem('password must be at least 6 characters', 'password')],
    [
      passwords('secret1', COMMON_PASSWORD),
      problem('password is among the most common ones, please choose another', 'password'),
    ],
    [{}, names('passwordConfirmation', 'password', 'currentPassword')],
    [
      { ...passwords('secret1', 'secret2'), foo: 1 },
      {
        ...problem('this field has unspecified keys: foo'),
        error: expect.objectContaining({ message: 'this field has unspecified keys: foo' }),
      },
    ],
  ])('answers %j with the error of the reference', async (body, expected) => {
    const response = await change(body);
    expect([response.statusCode, response.json()]).toEqual([400, expected]);
    expect(await client.stored(ID)).toMatchObject({ passwordHash, tokenVersion: 0 });
  });

  it('responds 403 to anonymous clients', async () => {
    const response = await client.post('/api/auth/change-password', passwords('secret1', 'secret2'));
    expect(response.statusCode).toBe(403);
  });

  it('asks more of staff', async () => {
    const response = await change(passwords('secret1', 'secret23'), {}, 2);
    expect(response.json()).toEqual(problem('password must be at least 10 characters', 'password'));
  });

  it('responds 429 to the sixth wrong password', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await change(passwords(`bad-${i}`, 'secret2'))).statusCode);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('changes it once when the same change is sent twenty times at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => change(passwords('secret1', 'secret2'))),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await client.stored(ID)).tokenVersion).toBe(1);
  });
});

describe('POST /api/auth/forgot-password and reset-password (A20)', () => {
  const forgot = (body: unknown) => client.post('/api/auth/forgot-password', body);
  const reset = (code: unknown, password = 'secret2', passwordConfirmation = password) =>
    client.post('/api/auth/reset-password', { code, password, passwordConfirmation });
  const requestReset = async (): Promise<string> => {
    await forgot({ email: 'ASHA@example.com' });
    return mailedToken(await client.stored(ID), 'password-reset');
  };

  it('answers alike for known, unknown and blocked accounts, and mails the known one', async () => {
    const blocked = aUser({ id: 3, email: 'blocked@example.com', username: 'blocked', blocked: true });
    await made.app.close();
    made = await anAccountsApp({ users: [aUser({ passwordHash }), blocked], hasher });
    client = clientOf(made);
    for (const email of ['asha@example.com', 'zzz@example.com', 'blocked@example.com']) {
      const response = await forgot({ email });
      expect([response.statusCode, response.json()]).toEqual([200, { ok: true }]);
    }
    expect(made.users.events.map(({ type, key }) => [type, key])).toEqual([['mail.requested', '1']]);
  });

  it.each([
    [{}, 'email is a required field'],
    [{ email: 'zzz' }, 'email must be a valid email'],
    [
      { email: { $ne: null } },
      'email must be a `string` type, but the final value was: `{\n  "$ne": "null"\n}`.',
    ],
    [{ email: 'a@b.in', url: 'https://evil.example' }, 'this field has unspecified keys: url'],
  ])('answers %j with the error of the reference', async (body, message) => {
    const response = await forgot(body);
    expect([response.statusCode, response.json().error.message]).toEqual([400, message]);
  });

  it('sets the password once, logs in, and revokes what was issued before', async () => {
    const old = await client.bearerOf(await client.stored(ID));
    const code = await requestReset();
    expect(code).toMatch(/^[\w-]{43}$/);
    const response = await reset(code);
    expect([response.statusCode, Object.keys(response.json())]).toEqual([200, ['jwt', 'user']]);
    expect((await client.get('/api/users/me', old)).statusCode).toBe(401);
    expect((await reset(code, 'secret3')).json()).toEqual(problem('Incorrect code provided'));
    expect([await login('secret1'), await login('secret2')]).toEqual([400, 200]);
  });

  it('stores no token, only its hash', async () => {
    const code = await requestReset();
    expect(JSON.stringify(await client.stored(ID))).not.toContain(code);
    expect(JSON.stringify(made.users.events)).not.toContain(code);
  });

  it('accepts a code for thirty minutes', async () => {
    const code = await requestReset();
    pass(30 * MINUTE_MS);
    expect((await reset(code)).json()).toEqual(problem('Incorrect code provided'));
    expect(await client.stored(ID)).toMatchObject({ passwordHash });
  });

  it('accepts the last code only', async () => {
    const first = await requestReset();
    const second = await requestReset();
    expect((await reset(first)).statusCode).toBe(400);
    expect((await reset(second)).statusCode).toBe(200);
  });

  it('is void after the password was changed otherwise', async () => {
    const code = await requestReset();
    await client.post(
      '/api/auth/change-password',
      { currentPassword: 'secret1', password: 'secret5', passwordConfirmation: 'secret5' },
      await client.bearerOf(await client.stored(ID)),
    );
    expect((await reset(code)).statusCode).toBe(400);
  });

  it('spends a code once when twenty requests race', async () => {
    const code = await requestReset();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reset(code, `password-${index}`)),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await client.stored(ID)).tokenVersion).toBe(1);
  });

  it.each([['x'], ['a'.repeat(43)], ['a'.repeat(44)]])('rejects the code %s', async (code) => {
    await requestReset();
    expect((await reset(code)).json()).toEqual(problem('Incorrect code provided'));
  });

  it.each([[{ $ne: null }], [['x']], [5], [true]])('rejects the code %j, which is no text', async (code) => {
    const response = await reset(code);
    expect([response.statusCode, response.json().error.message]).toEqual([
      400,
      expect.stringMatching(/^code must be a `string` type/),
    ]);
  });

  it('compares the passwords before the code', async () => {
    expect((await reset('x', 'secret3', 'secret4')).json()).toEqual(problem('Passwords do not match'));
    const empty = await client.post('/api/auth/reset-password', {});
    expect(empty.json()).toEqual(names('passwordConfirmation', 'password', 'code'));
  });

  it('keeps the code when the new password is rejected', async () => {
    const code = await requestReset();
    expect((await reset(code, 'short')).json()).toEqual(
      problem('password must be at least 6 characters', 'password'),
    );
    expect((await reset(code)).statusCode).toBe(200);
  });

  it('responds 429 to the sixth link for an address within an hour, whether or not it has an account', async () => {
    for (const email of ['asha@example.com', 'nobody@example.com']) {
      const statuses: number[] = [];
      for (let i = 0; i < 6; i += 1) statuses.push((await forgot({ email })).statusCode);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  describe('of an owner without a known device, whose limits strangers use up all day', () => {
    const HOUR_MS = 60 * MINUTE_MS;
    const EMAIL = 'asha@example.com';
    const spell = (at: number) => ['asha@example.com', 'asha+x@example.com', 'ASHA@example.com'][at % 3];
    let strangers = 0;
    async function flood(requests = 6): Promise<void> {
      for (let at = 0; at < requests; at += 1) {
        strangers += 1;
        const headers = { 'x-forwarded-for': `203.0.${strangers % 250}.${Math.floor(strangers / 250)}` };
        const payload = { email: spell(at) };
        await made.app.inject({ method: 'POST', url: '/api/auth/forgot-password', headers, payload });
      }
    }

    it('mails a link every two hours, and not more', async () => {
      let day = 0;
      for (let half = 0; half < 2 * 24; half += 1) {
        const before = made.users.events.length;
        // Strangers send their requests first in each half hour. The link is mailed to the owner in any case.
        await flood();
        await forgot({ email: EMAIL });
        day += made.users.events.length - before;
        pass(HOUR_MS / 2);
      }
      expect(day).toBeGreaterThanOrEqual(12);
      expect(day).toBeLessThanOrEqual(32);
      const before = made.users.events.length;
      for (let quarter = 0; quarter < 8; quarter += 1) {
        pass(HOUR_MS / 4);
        await flood(3);
      }
      expect(made.users.events.length).toBeGreaterThan(before);
    });

    it('answers alike for an address without an account, and mails none that is not confirmed', async () => {
      await made.app.close();
      const unconfirmed = aUser({ id: 3, email: 'un@example.com', username: 'un', confirmed: false });
      made = await anAccountsApp({ users: [unconfirmed], hasher, clock: () => now });
      client = clientOf(made);
      const statusesOf = async (email: string): Promise<number[]> => {
        const statuses: number[] = [];
        for (let hour = 0; hour < 8; hour += 1) {
          for (let at = 0; at < 7; at += 1) {
            const headers = { 'x-forwarded-for': `203.0.${hour}.${at}` };
            const url = '/api/auth/forgot-password';
            statuses.push(
              (await made.app.inject({ method: 'POST', url, headers, payload: { email } })).statusCode,
            );
          }
          pass(HOUR_MS);
        }
        return statuses;
      };
      const start = now;
      const known = await statusesOf('un@example.com');
      now = start;
      expect(await statusesOf('nobody@example.org')).toEqual(known);
      expect(made.users.events.length).toBeLessThanOrEqual(20);
      expect(known.slice(5 * 7).filter((status) => status === 200)).not.toEqual([]);
    });
  });
});
