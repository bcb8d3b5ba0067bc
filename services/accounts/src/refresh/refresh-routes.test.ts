import { afterEach, describe, expect, it } from 'vitest';
import { NOW, PUBLIC_URL, anAccountsApp, type TestApp } from '../app-builder.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { aUser } from '../users/user-builder.ts';
import { createUserEvents } from '../users/user-events.ts';
import { changeUser } from '../users/user.ts';

const DAY_MS = 86_400_000;
const NAME = '__Host-vidhi-session';
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL };

/** Not tested here, and slow. */
const hasher: PasswordHasher = {
  hash: async (password) => password,
  verify: async (password, stored) => password === stored,
  isOutdated: () => false,
};
const user = aUser({ passwordHash: 'secret1' });
let made: TestApp;
let time: number;
afterEach(async () => made.app.close());

async function start(publicUrl = PUBLIC_URL, users = [user]): Promise<void> {
  time = NOW.getTime();
  made = await anAccountsApp({ users, hasher, publicUrl, clock: () => new Date(time) });
}

type Headers = Record<string, string>;
const post = (url: string, headers: Headers, payload?: object) =>
  made.app.inject({ method: 'POST', url, headers, ...(payload === undefined ? {} : { payload }) });

const logIn = (headers: Headers = { ...OWN_PAGE, 'x-keep-session': '1' }) =>
  post('/api/auth/local', headers, { identifier: 'Asha1', password: 'secret1' });

type InjectedResponse = Awaited<ReturnType<typeof post>>;
/** Returns `Set-Cookie` of the session; that of the device follows after a login. */
const setCookie = ({ headers }: InjectedResponse): string => [headers['set-cookie'] ?? ''].flat()[0] ?? '';
/** Returns the cookie set by a response. */
const cookieOf = (response: InjectedResponse): string => setCookie(response).split(';', 1)[0] ?? '';

const refresh = (cookie: string, headers: Headers = OWN_PAGE) =>
  post('/api/auth/refresh', { ...headers, ...(cookie === '' ? {} : { cookie }) });
const logout = (cookie: string, headers: Headers = OWN_PAGE) =>
  post('/api/auth/logout', { ...headers, ...(cookie === '' ? {} : { cookie }) });

const DROPPED = `${NAME}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure`;

describe('login', () => {
  it('sets an HttpOnly cookie for a week for a page of the site that requests it', async () => {
    await start();
    const response = await logIn();
    expect(response.statusCode).toBe(200);
    expect(setCookie(response)).toMatch(
      /^__Host-vidhi-session=[\w-]{22}\.[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('sets no cookie unless requested, with an otherwise equal response', async () => {
    await start();
    const [withSession, withoutSession] = [await logIn(), await logIn({})];
    expect(withoutSession.headers['set-cookie']).toBeUndefined();
    expect(Object.keys(withoutSession.json())).toEqual(['jwt', 'user']);
    expect(withoutSession.json().user).toEqual(withSession.json().user);
    expect(made.sessions.all()).toHaveLength(1);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a neighbour below the same domain', { 'sec-fetch-site': 'same-site', origin: PUBLIC_URL }],
    ['nobody knows where', {}],
  ])('sets none from %s', async (_name, headers) => {
    await start();
    const response = await logIn({ ...headers, 'x-keep-session': '1' });
    expect([response.statusCode, response.headers['set-cookie']]).toEqual([200, undefined]);
    expect(made.sessions.all()).toEqual([]);
  });

  it('sets none for a wrong password', async () => {
    await start();
    const response = await post(
      '/api/auth/local',
      { ...OWN_PAGE, 'x-keep-session': '1' },
      { identifier: 'Asha1', password: 'x' },
    );
    expect([response.statusCode, response.headers['set-cookie']]).toEqual([400, undefined]);
  });

  it('ends the browser’s previous session', async () => {
    await start();
    const before = cookieOf(await logIn());
    const after = cookieOf(await logIn({ ...OWN_PAGE, 'x-keep-session': '1', cookie: before }));
    expect((await refresh(before)).statusCode).toBe(401);
    expect((await refresh(after)).statusCode).toBe(200);
  });
});

describe('an account', () => {
  it('has at most twenty sessions, the most recently used ones', async () => {
    await start();
    const cookies: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      time += 1_000;
      cookies.push(cookieOf(await logIn()));
    }
    time += 1_000;
    const used = cookieOf(await refresh(cookies[0] ?? ''));
    time += 1_000;
    const last = cookieOf(await logIn());
    expect(made.sessions.all()).toHaveLength(20);
    expect((await refresh(cookies[1] ?? '')).statusCode).toBe(401);
    for (const cookie of [used, last, cookies[2] ?? '']) expect((await refresh(cookie)).statusCode).toBe(200);
  });
});

describe('POST /api/auth/refresh', () => {
  it('responds like a login, with a valid token and another cookie', async () => {
    await start();
    const loggedIn = await logIn();
    const response = await refresh(cookieOf(loggedIn));
    expect([response.statusCode, response.json().user]).toEqual([200, loggedIn.json().user]);
    expect(await made.keyRing.verify(response.json().jwt)).toEqual({ userId: 1, role: 4, tokenVersion: 0 });
    expect(cookieOf(response)).toMatch(/^__Host-vidhi-session=[\w-]{22}\.[\w-]{43}$/);
    expect(cookieOf(response)).not.toBe(cookieOf(loggedIn));
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('gives twenty concurrent tabs the same successor, valid for both', async () => {
    await start();
    const cookie = cookieOf(await logIn());
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(cookie)));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const successors = new Set(responses.map(cookieOf));
    expect(successors.size).toBe(1);
    for (const successor of successors) expect((await refresh(successor)).statusCode).toBe(200);
  });

  it('accepts the previous cookie for ten seconds, for a lost response', async () => {
    await start();
    const first = cookieOf(await logIn());
    const second = cookieOf(await refresh(first));
    time += 10_000;
    expect(cookieOf(await refresh(first))).toBe(second);
  });

  it('ends the session when the previous cookie is used later than that', async () => {
    await start();
    const first = cookieOf(await logIn());
    const second = cookieOf(await refresh(first));
    time += 10_001;
    const stolen = await refresh(first);
    expect([stolen.statusCode, stolen.json().error.name]).toEqual([401, 'UnauthorizedError']);
    expect(setCookie(stolen)).toBe(DROPPED);
    expect((await refresh(second)).statusCode).toBe(401);
    expect(made.sessions.all()).toEqual([]);
  });

  it('ends it when any older generation is used, at any time', async () => {
    await start();
    const first = cookieOf(await logIn());
    const third = cookieOf(await refresh(cookieOf(await refresh(first))));
    expect((await refresh(first)).statusCode).toBe(401);
    expect((await refresh(third)).statusCode).toBe(401);
  });

  it('ends it when the secret is forged', async () => {
    await start();
    const cookie = cookieOf(await logIn());
    expect((await refresh(`${cookie.slice(0, -43)}${'A'.repeat(43)}`)).statusCode).toBe(401);
    expect((await refresh(cookie)).statusCode).toBe(401);
  });

  it.each([
    ['a new password', { passwordHash: 'other' }],
    ['another role', { role: 5 }],
    ['a block', { blocked: true }],
  ])('ends the session at %s', async (_name, patch) => {
    await start();
    const cookie = cookieOf(await logIn());
    const changed = changeUser(user, patch, NOW);
    await made.users.update(changed, createUserEvents('t').updated(changed, NOW));
    const response = await refresh(cookie);
    expect([response.statusCode, setCookie(response)]).toEqual([401, DROPPED]);
    expect(made.sessions.all()).toEqual([]);
  });

  it.each([
    ['an advocate', 5, 401],
    ['a customer, who need not', 4, 200],
  ])('checks again whether the e-mail is confirmed, of %s', async (_name, role, status) => {
    const own = aUser({ passwordHash: 'secret1', role });
    await start(PUBLIC_URL, [own]);
    const cookie = cookieOf(await logIn());
    const changed = changeUser(own, { confirmed: false }, NOW);
    await made.users.update(changed, createUserEvents('t').updated(changed, NOW));
    expect((await refresh(cookie)).statusCode).toBe(status);
    expect(made.sessions.all()).toHaveLength(status === 200 ? 1 : 0);
  });

  it('keeps the session of an account of which only the name has changed', async () => {
    await start();
    const cookie = cookieOf(await logIn());
    const renamed = changeUser(user, { first_name: 'Usha' }, NOW);
    await made.users.update(renamed, createUserEvents('t').updated(renamed, NOW));
    expect((await refresh(cookie)).json().user.first_name).toBe('Usha');
  });

  it('rejects after seven days without use', async () => {
    await start();
    const cookie = cookieOf(await logIn());
    time += 7 * DAY_MS;
    expect((await refresh(cookie)).statusCode).toBe(401);
  });

  it('rejects after thirty days regardless of use, and shortens the last cookie', async () => {
    await start();
    let response = await logIn();
    for (let day = 0; day < 29; day += 1) {
      time += DAY_MS;
      response = await refresh(cookieOf(response));
      expect(response.statusCode).toBe(200);
    }
    expect(setCookie(response)).toContain('; Max-Age=86400;');
    time += DAY_MS;
    expect((await refresh(cookieOf(response))).statusCode).toBe(401);
  });

  it.each([
    ['no cookie', ''],
    ['another cookie', 'theme=dark'],
    ['a cookie of no form', `${NAME}=abc`],
    ['a session that nobody has', `${NAME}=${'a'.repeat(22)}.${'b'.repeat(43)}`],
    ['the cookie twice', `${NAME}=${'a'.repeat(22)}.${'b'.repeat(43)}; ${NAME}=x`],
  ])('refuses %s', async (_name, cookie) => {
    await start();
    const response = await refresh(cookie);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([401, 'no-store']);
  });

  it('does not store cookie values', async () => {
    await start();
    const first = await logIn();
    const second = await refresh(cookieOf(first));
    const stored = JSON.stringify(made.sessions.all());
    for (const response of [first, second]) {
      const secret = cookieOf(response).split('.')[1] ?? '';
      expect(secret).toHaveLength(43);
      expect(stored).not.toContain(secret);
    }
  });
});

describe('POST /api/auth/logout', () => {
  it('ends the session and removes the cookie', async () => {
    await start();
    const cookie = cookieOf(await logIn());
    const response = await logout(cookie);
    expect([response.statusCode, response.body, setCookie(response)]).toEqual([204, '', DROPPED]);
    expect(response.headers['cache-control']).toBe('no-store');
    expect((await refresh(cookie)).statusCode).toBe(401);
  });

  it('accepts a request without session', async () => {
    await start();
    expect((await logout('')).statusCode).toBe(204);
  });
});

describe('requests not sent by a page of the site', () => {
  const FOREIGN: [string, Headers][] = [
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a page that says it is ours', { 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL }],
    [
      'a neighbour below the same domain',
      { 'sec-fetch-site': 'same-site', origin: 'https://a.vidhi.example' },
    ],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
    ['an older browser on another site', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['who says nothing', {}],
  ];
  it.each(FOREIGN)('get no token and do not end a session: %s', async (_name, headers) => {
    await start();
    const cookie = cookieOf(await logIn());
    for (const response of [await refresh(cookie, headers), await logout(cookie, headers)]) {
      expect([response.statusCode, response.headers['set-cookie']]).toEqual([403, undefined]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
    expect((await refresh(cookie)).statusCode).toBe(200);
  });

  it('are distinguished by Origin when Sec-Fetch-Site is missing', async () => {
    await start();
    const cookie = cookieOf(await logIn());
    expect((await refresh(cookie, { origin: PUBLIC_URL })).statusCode).toBe(200);
  });
});

describe('the cookie', () => {
  it.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])(
    'has the same attributes at %s as over https',
    async (publicUrl) => {
      await start(publicUrl);
      expect(setCookie(await logIn())).toMatch(/^__Host-.*; Secure$/);
    },
  );

  it('has another name and no `Secure` when a site is served over plain http', async () => {
    await start('http://news.lan:8080');
    const response = await logIn();
    expect(setCookie(response)).toMatch(
      /^vidhi-session=\S+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await refresh(cookieOf(response))).statusCode).toBe(200);
  });
});

describe('other methods', () => {
  it.each(['/api/auth/refresh', '/api/auth/logout'])('are rejected at %s', async (url) => {
    await start();
    expect(await made.app.inject({ method: 'PUT', url })).toMatchObject({
      statusCode: 405,
      headers: { allow: 'POST' },
    });
    expect((await made.app.inject({ url, headers: OWN_PAGE })).statusCode).toBe(404);
  });
});
