import { afterEach, describe, expect, it } from 'vitest';
import { NOW, PUBLIC_URL, anAccountsApp, type TestApp } from '../app-builder.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { aUser } from '../users/user-builder.ts';
import { createUserFacts } from '../users/user-facts.ts';
import { changeUser } from '../users/user.ts';

const DAY_MS = 86_400_000;
const NAME = '__Host-vidhi-session';
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL };

/** Of no interest here, and slow. */
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

const signIn = (headers: Headers = { ...OWN_PAGE, 'x-keep-session': '1' }) =>
  post('/api/auth/local', headers, { identifier: 'Asha1', password: 'secret1' });

type Answer = Awaited<ReturnType<typeof post>>;
const setCookie = ({ headers }: Answer): string => String(headers['set-cookie'] ?? '');
/** What the browser keeps of an answer. */
const kept = (answer: Answer): string => setCookie(answer).split(';', 1)[0] ?? '';

const refresh = (cookie: string, headers: Headers = OWN_PAGE) =>
  post('/api/auth/refresh', { ...headers, ...(cookie === '' ? {} : { cookie }) });
const logout = (cookie: string, headers: Headers = OWN_PAGE) =>
  post('/api/auth/logout', { ...headers, ...(cookie === '' ? {} : { cookie }) });

const DROPPED = `${NAME}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure`;

describe('signing in', () => {
  it('gives a page of the site that asks for it a cookie of a week that no script reads', async () => {
    await start();
    const answer = await signIn();
    expect(answer.statusCode).toBe(200);
    expect(setCookie(answer)).toMatch(
      /^__Host-vidhi-session=[\w-]{22}\.[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('sets no cookie for who does not ask, and answers both the same', async () => {
    await start();
    const [asked, unasked] = [await signIn(), await signIn({})];
    expect(unasked.headers['set-cookie']).toBeUndefined();
    expect(Object.keys(unasked.json())).toEqual(['jwt', 'user']);
    expect(unasked.json().user).toEqual(asked.json().user);
    expect(made.sessions.all()).toHaveLength(1);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a neighbour below the same domain', { 'sec-fetch-site': 'same-site', origin: PUBLIC_URL }],
    ['nobody knows where', {}],
  ])('sets none from %s', async (_name, headers) => {
    await start();
    const answer = await signIn({ ...headers, 'x-keep-session': '1' });
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined]);
    expect(made.sessions.all()).toEqual([]);
  });

  it('sets none for a wrong password', async () => {
    await start();
    const answer = await post(
      '/api/auth/local',
      { ...OWN_PAGE, 'x-keep-session': '1' },
      { identifier: 'Asha1', password: 'x' },
    );
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([400, undefined]);
  });

  it('ends the session that the browser had', async () => {
    await start();
    const before = kept(await signIn());
    const after = kept(await signIn({ ...OWN_PAGE, 'x-keep-session': '1', cookie: before }));
    expect((await refresh(before)).statusCode).toBe(401);
    expect((await refresh(after)).statusCode).toBe(200);
  });
});

describe('an account', () => {
  it('is signed in with twenty browsers at the most, those that were used last', async () => {
    await start();
    const cookies: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      time += 1_000;
      cookies.push(kept(await signIn()));
    }
    time += 1_000;
    const used = kept(await refresh(cookies[0] ?? ''));
    time += 1_000;
    const last = kept(await signIn());
    expect(made.sessions.all()).toHaveLength(20);
    expect((await refresh(cookies[1] ?? '')).statusCode).toBe(401);
    for (const cookie of [used, last, cookies[2] ?? '']) expect((await refresh(cookie)).statusCode).toBe(200);
  });
});

describe('POST /api/auth/refresh', () => {
  it('answers as a login does, with a token that works and another cookie', async () => {
    await start();
    const signedIn = await signIn();
    const answer = await refresh(kept(signedIn));
    expect([answer.statusCode, answer.json().user]).toEqual([200, signedIn.json().user]);
    expect(await made.keyRing.verify(answer.json().jwt)).toEqual({ userId: 1, role: 4, tokenVersion: 0 });
    expect(kept(answer)).toMatch(/^__Host-vidhi-session=[\w-]{22}\.[\w-]{43}$/);
    expect(kept(answer)).not.toBe(kept(signedIn));
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('gives two tabs that ask at once the same successor, and both go on', async () => {
    await start();
    const cookie = kept(await signIn());
    const answers = await Promise.all([refresh(cookie), refresh(cookie), refresh(cookie)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const successors = new Set(answers.map(kept));
    expect(successors.size).toBe(1);
    for (const successor of successors) expect((await refresh(successor)).statusCode).toBe(200);
  });

  it('takes the direct predecessor for ten seconds, for an answer that was lost', async () => {
    await start();
    const first = kept(await signIn());
    const second = kept(await refresh(first));
    time += 10_000;
    expect(kept(await refresh(first))).toBe(second);
  });

  it('ends the session for everybody when an old cookie comes later than that', async () => {
    await start();
    const first = kept(await signIn());
    const second = kept(await refresh(first));
    time += 10_001;
    const stolen = await refresh(first);
    expect([stolen.statusCode, stolen.json().error.name]).toEqual([401, 'UnauthorizedError']);
    expect(setCookie(stolen)).toBe(DROPPED);
    expect((await refresh(second)).statusCode).toBe(401);
    expect(made.sessions.all()).toEqual([]);
  });

  it('ends it when any older generation comes, however soon', async () => {
    await start();
    const first = kept(await signIn());
    const third = kept(await refresh(kept(await refresh(first))));
    expect((await refresh(first)).statusCode).toBe(401);
    expect((await refresh(third)).statusCode).toBe(401);
  });

  it('ends it when the secret is made up', async () => {
    await start();
    const cookie = kept(await signIn());
    expect((await refresh(`${cookie.slice(0, -43)}${'A'.repeat(43)}`)).statusCode).toBe(401);
    expect((await refresh(cookie)).statusCode).toBe(401);
  });

  it.each([
    ['a new password', { passwordHash: 'other' }],
    ['another role', { role: 5 }],
    ['a block', { blocked: true }],
  ])('ends the session at %s', async (_name, patch) => {
    await start();
    const cookie = kept(await signIn());
    const changed = changeUser(user, patch, NOW);
    await made.users.update(changed, createUserFacts('t').updated(changed, NOW));
    const answer = await refresh(cookie);
    expect([answer.statusCode, setCookie(answer)]).toEqual([401, DROPPED]);
    expect(made.sessions.all()).toEqual([]);
  });

  it.each([
    ['an advocate', 5, 401],
    ['a customer, who need not', 4, 200],
  ])('asks again whether the e-mail is confirmed, of %s', async (_name, role, status) => {
    const own = aUser({ passwordHash: 'secret1', role });
    await start(PUBLIC_URL, [own]);
    const cookie = kept(await signIn());
    const changed = changeUser(own, { confirmed: false }, NOW);
    await made.users.update(changed, createUserFacts('t').updated(changed, NOW));
    expect((await refresh(cookie)).statusCode).toBe(status);
    expect(made.sessions.all()).toHaveLength(status === 200 ? 1 : 0);
  });

  it('keeps the session of an account whose name alone has changed', async () => {
    await start();
    const cookie = kept(await signIn());
    const renamed = changeUser(user, { first_name: 'Usha' }, NOW);
    await made.users.update(renamed, createUserFacts('t').updated(renamed, NOW));
    expect((await refresh(cookie)).json().user.first_name).toBe('Usha');
  });

  it('refuses after seven days without use', async () => {
    await start();
    const cookie = kept(await signIn());
    time += 7 * DAY_MS;
    expect((await refresh(cookie)).statusCode).toBe(401);
  });

  it('refuses after thirty days however often it was used, and shortens the last cookie', async () => {
    await start();
    let answer = await signIn();
    for (let day = 0; day < 29; day += 1) {
      time += DAY_MS;
      answer = await refresh(kept(answer));
      expect(answer.statusCode).toBe(200);
    }
    expect(setCookie(answer)).toContain('; Max-Age=86400;');
    time += DAY_MS;
    expect((await refresh(kept(answer))).statusCode).toBe(401);
  });

  it.each([
    ['no cookie', ''],
    ['another cookie', 'theme=dark'],
    ['a cookie of no form', `${NAME}=abc`],
    ['a session that nobody has', `${NAME}=${'a'.repeat(22)}.${'b'.repeat(43)}`],
    ['the cookie twice', `${NAME}=${'a'.repeat(22)}.${'b'.repeat(43)}; ${NAME}=x`],
  ])('refuses %s', async (_name, cookie) => {
    await start();
    const answer = await refresh(cookie);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([401, 'no-store']);
  });

  it('stores nothing that could be sent as a cookie', async () => {
    await start();
    const first = await signIn();
    const second = await refresh(kept(first));
    const stored = JSON.stringify(made.sessions.all());
    for (const answer of [first, second]) {
      const secret = kept(answer).split('.')[1] ?? '';
      expect(secret).toHaveLength(43);
      expect(stored).not.toContain(secret);
    }
  });
});

describe('POST /api/auth/logout', () => {
  it('ends the session and removes the cookie', async () => {
    await start();
    const cookie = kept(await signIn());
    const answer = await logout(cookie);
    expect([answer.statusCode, answer.body, setCookie(answer)]).toEqual([204, '', DROPPED]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await refresh(cookie)).statusCode).toBe(401);
  });

  it('is content with nobody', async () => {
    await start();
    expect((await logout('')).statusCode).toBe(204);
  });
});

describe('requests that no page of the site made', () => {
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
  it.each(FOREIGN)('get no token and end no session: %s', async (_name, headers) => {
    await start();
    const cookie = kept(await signIn());
    for (const answer of [await refresh(cookie, headers), await logout(cookie, headers)]) {
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect((await refresh(cookie)).statusCode).toBe(200);
  });

  it('are told from ours by their origin where a browser says no more', async () => {
    await start();
    const cookie = kept(await signIn());
    expect((await refresh(cookie, { origin: PUBLIC_URL })).statusCode).toBe(200);
  });
});

describe('the cookie', () => {
  it.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])(
    'is as strict at %s as over https',
    async (publicUrl) => {
      await start(publicUrl);
      expect(setCookie(await signIn())).toMatch(/^__Host-.*; Secure$/);
    },
  );

  it('has another name and no `Secure` where a site is served over plain http, which would refuse it', async () => {
    await start('http://news.lan:8080');
    const answer = await signIn();
    expect(setCookie(answer)).toMatch(
      /^vidhi-session=\S+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await refresh(kept(answer))).statusCode).toBe(200);
  });
});

describe('other methods', () => {
  it.each(['/api/auth/refresh', '/api/auth/logout'])('are not taken at %s', async (url) => {
    await start();
    expect(await made.app.inject({ method: 'PUT', url })).toMatchObject({
      statusCode: 405,
      headers: { allow: 'POST' },
    });
    expect((await made.app.inject({ url, headers: OWN_PAGE })).statusCode).toBe(404);
  });
});
