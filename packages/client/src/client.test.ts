import { describe, expect, it } from 'vitest';
import type { VidhiClientOptions } from './client.ts';
import { VidhiError, createVidhi, type StoredSession } from './index.ts';
import { queryString } from './query-string.ts';

const BASE_URL = 'https://vidhi.example';
const TEN_MINUTES_MS = 600_000;

interface Paths {
  '/api/users/me': {
    get: { responses: { 200: { content: { 'application/json': { id: number } } } } };
  };
  '/api/posts': {
    get: { responses: { 200: { content: { 'application/json': { token: string | null } } } } };
  };
  '/api/carts': {
    post: {
      requestBody: { content: { 'application/json': { data: { quantity: number } } } };
      responses: { 200: { content: { 'application/json': { id: number } } } };
    };
  };
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (serial: number): string =>
  `${base64url({ alg: 'EdDSA' })}.${base64url({ iat: 1_000, exp: 1_600, jti: serial, name: 'Āśā ÿ' })}.s`;

/** A site with one account; it accepts the newest token and the newest cookie, until it revokes them. */
function aSite({ session }: Pick<VidhiClientOptions, 'session'> = {}) {
  let serial = 0;
  let validToken = '';
  let validCookie = '__Host-vidhi-session=saved';
  let now = 0;
  let isRefreshing = true;
  const requests: Request[] = [];
  const bodies: string[] = [];
  const sessions: (StoredSession | null)[] = [];
  const issue = (): Response => {
    serial += 1;
    validToken = `Bearer ${tokenOf(serial)}`;
    validCookie = `__Host-vidhi-session=c${serial}`;
    const headers = { 'set-cookie': `${validCookie}; Path=/; HttpOnly` };
    return Response.json({ jwt: tokenOf(serial), user: { id: 7 } }, { headers });
  };
  const unauthorized = (): Response =>
    Response.json(
      { data: null, error: { status: 401, name: 'UnauthorizedError', message: 'Missing', details: {} } },
      { status: 401 },
    );
  const secondStepError = (): Response => {
    const details = { second_step: 'challenge', enrolment: false };
    const error = { status: 401, name: 'SecondStepError', message: 'Enter a code', details };
    return Response.json({ data: null, error }, { status: 401 });
  };
  const respond = ({ url, headers }: Request, body: string): Response => {
    const { pathname } = new URL(url);
    if (body.includes('two steps')) return secondStepError();
    if (pathname === '/api/auth/second-step')
      return body === '{"token":"challenge","code":"123456"}' ? issue() : unauthorized();
    if (pathname === '/api/auth/local') return body.includes('right') ? issue() : unauthorized();
    if (pathname.startsWith('/api/auth/')) {
      if (headers.get('origin') !== BASE_URL) return new Response(null, { status: 403 });
      if (pathname === '/api/auth/logout') return new Response(null, { status: 204 });
      if (isRefreshing) return headers.get('cookie') === validCookie ? issue() : unauthorized();
      const error = { status: 503, name: 'ServiceUnavailableError', message: 'Try again', details: {} };
      return Response.json({ data: null, error }, { status: 503 });
    }
    if (pathname === '/api/posts') return Response.json({ token: headers.get('authorization') });
    return headers.get('authorization') === validToken ? Response.json({ id: 7 }) : unauthorized();
  };
  const client = createVidhi<Paths>({
    baseUrl: BASE_URL,
    clock: () => now,
    onSession: (changed) => sessions.push(changed),
    fetch: async (request) => {
      const body = await request.text();
      requests.push(request);
      bodies.push(body);
      return respond(request, body);
    },
    ...(session === undefined ? {} : { session }),
  });
  return {
    ...client,
    requests,
    bodies,
    sessions,
    pathsSent: () => requests.map(({ url }) => new URL(url).pathname),
    pass: (ms: number) => {
      now += ms;
    },
    failRefreshes: () => {
      isRefreshing = false;
    },
    revokeToken: () => {
      validToken = 'none';
    },
    endSession: () => {
      validToken = 'none';
      validCookie = 'none';
    },
  };
}

const RIGHT = { identifier: 'asha', password: 'right' };

describe('createVidhi', () => {
  it('sends no token before a login, and the token after it', async () => {
    const site = aSite();
    expect((await site.api.GET('/api/users/me')).response.status).toBe(401);
    expect(await site.logIn(RIGHT)).toEqual({ id: 7 });
    expect((await site.api.GET('/api/users/me')).data).toEqual({ id: 7 });
    expect(site.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      null,
      null,
      `Bearer ${tokenOf(1)}`,
    ]);
    expect(site.sessions).toEqual([{ token: tokenOf(1), cookie: '__Host-vidhi-session=c1' }]);
  });

  it('rejects a wrong password with the error of the site', async () => {
    const site = aSite();
    await expect(site.logIn({ ...RIGHT, password: 'wrong' })).rejects.toThrow(VidhiError);
    await expect(site.logIn({ ...RIGHT, password: 'wrong' })).rejects.toMatchObject({
      status: 401,
      name: 'UnauthorizedError',
      message: 'Missing',
      details: {},
    });
    expect(site.sessions).toEqual([]);
  });

  it('enters the code of a second step, and rejects without one', async () => {
    const site = aSite();
    const twoSteps = { ...RIGHT, password: 'two steps' };
    await expect(site.logIn(twoSteps)).rejects.toMatchObject({ name: 'SecondStepError', status: 401 });
    await expect(site.logIn({ ...twoSteps, secondStep: () => '000000' })).rejects.toThrow(VidhiError);
    expect(site.sessions).toEqual([]);
    expect(await site.logIn({ ...twoSteps, secondStep: async () => '123456' })).toEqual({ id: 7 });
    expect((await site.api.GET('/api/users/me')).data).toEqual({ id: 7 });
    expect(site.requests.at(-2)?.headers.get('x-keep-session')).toBe('1');
  });

  it('renews the token before it expires, once for all requests that wait', async () => {
    const site = aSite();
    await site.logIn(RIGHT);
    site.pass(TEN_MINUTES_MS - 30_001);
    await site.api.GET('/api/users/me');
    expect(site.pathsSent()).toEqual(['/api/auth/local', '/api/users/me']);
    site.pass(1);
    const all = await Promise.all(Array.from({ length: 20 }, () => site.api.GET('/api/users/me')));
    expect(all.map(({ response }) => response.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(site.pathsSent().filter((path) => path === '/api/auth/refresh')).toHaveLength(1);
    expect(site.sessions.at(-1)).toEqual({ token: tokenOf(2), cookie: '__Host-vidhi-session=c2' });
  });

  it('renews a token that is rejected, and sends the request again with its body', async () => {
    const site = aSite();
    await site.logIn(RIGHT);
    site.revokeToken();
    const { response } = await site.api.POST('/api/carts', { body: { data: { quantity: 2 } } });
    expect(response.status).toBe(200);
    expect(site.pathsSent()).toEqual(['/api/auth/local', '/api/carts', '/api/auth/refresh', '/api/carts']);
    expect(site.bodies.at(-1)).toBe('{"data":{"quantity":2}}');
    expect(site.requests.at(-1)?.headers.get('authorization')).toBe(`Bearer ${tokenOf(2)}`);
  });

  it('continues the session of an earlier process with a new token', async () => {
    const site = aSite({ session: { token: tokenOf(99), cookie: '__Host-vidhi-session=saved' } });
    expect((await site.api.GET('/api/users/me')).data).toEqual({ id: 7 });
    expect(site.pathsSent()).toEqual(['/api/auth/refresh', '/api/users/me']);
  });

  it('continues as a visitor when the session has ended', async () => {
    const site = aSite();
    await site.logIn(RIGHT);
    site.endSession();
    expect((await site.api.GET('/api/users/me')).response.status).toBe(401);
    expect(site.sessions.at(-1)).toBeNull();
    await site.api.GET('/api/users/me');
    expect(site.requests.at(-1)?.headers.get('authorization')).toBeNull();
  });

  it('ends the session at the site', async () => {
    const site = aSite();
    await site.logIn(RIGHT);
    await site.logOut();
    expect(site.requests.at(-1)?.headers.get('cookie')).toBe('__Host-vidhi-session=c1');
    expect(site.sessions.at(-1)).toBeNull();
    await site.api.GET('/api/users/me');
    expect(site.requests.at(-1)?.headers.get('authorization')).toBeNull();
  });
});

describe('a site that cannot refresh', () => {
  const unavailable = { status: 503, name: 'ServiceUnavailableError', message: 'Try again', details: {} };
  const aFailingSite = async () => {
    const site = aSite();
    await site.logIn(RIGHT);
    site.failRefreshes();
    return site;
  };

  it('is sent the token as long as it is valid', async () => {
    const site = await aFailingSite();
    site.pass(TEN_MINUTES_MS - 25_000);
    expect((await site.api.GET('/api/posts')).data).toEqual({ token: `Bearer ${tokenOf(1)}` });
    expect((await site.api.GET('/api/users/me')).data).toEqual({ id: 7 });
    const written = await site.api.POST('/api/carts', { body: { data: { quantity: 2 } } });
    expect(written.response.status).toBe(200);
    expect(site.sessions.at(-1)).toEqual({ token: tokenOf(1), cookie: '__Host-vidhi-session=c1' });
  });

  it('is read as a visitor reads it after that, and responds with its error where that is not allowed', async () => {
    const site = await aFailingSite();
    site.pass(TEN_MINUTES_MS);
    expect((await site.api.GET('/api/posts')).data).toEqual({ token: null });
    expect((await site.api.GET('/api/users/me')).error).toEqual({ data: null, error: unavailable });
    const written = await site.api.POST('/api/carts', { body: { data: { quantity: 2 } } });
    expect(written.error).toEqual({ data: null, error: unavailable });
    expect(site.pathsSent().filter((path) => path === '/api/carts')).toEqual([]);
  });

  it('responds with its error where it rejects the token', async () => {
    const site = await aFailingSite();
    site.revokeToken();
    expect((await site.api.GET('/api/users/me')).error).toEqual({ data: null, error: unavailable });
    expect((await site.api.GET('/api/posts')).response.status).toBe(200);
  });

  it('is sent the token of an earlier process until it ends, and none when that was long ago', async () => {
    const site = aSite({ session: { token: tokenOf(99), cookie: '__Host-vidhi-session=saved' } });
    site.failRefreshes();
    site.pass(1_599_000);
    expect((await site.api.GET('/api/posts')).data).toEqual({ token: `Bearer ${tokenOf(99)}` });
    site.pass(1_000);
    expect((await site.api.GET('/api/posts')).data).toEqual({ token: null });
  });
});

describe('a refresh that is under way', () => {
  /** A site whose refreshes wait until they are let through; its logins and logouts respond at once. */
  function aSlowSite() {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const sessions: (StoredSession | null)[] = [];
    const client = createVidhi<Paths>({
      baseUrl: BASE_URL,
      clock: () => 0,
      onSession: (changed) => sessions.push(changed),
      async fetch(request) {
        const { pathname } = new URL(request.url);
        const user = pathname === '/api/auth/refresh' ? 1 : 2;
        if (user === 1) await isReleased;
        if (pathname === '/api/auth/logout') return new Response(null, { status: 204 });
        if (!pathname.startsWith('/api/auth/')) return Response.json({ id: 7 });
        return Response.json({ jwt: tokenOf(user), user: { id: user } });
      },
      session: { token: tokenOf(1), cookie: '__Host-vidhi-session=c1' },
    });
    return { ...client, sessions, release };
  }

  it('brings no session back that has been ended meanwhile', async () => {
    const { api, logOut, sessions, release } = aSlowSite();
    const call = api.GET('/api/users/me');
    await logOut();
    release();
    await call;
    expect(sessions).toEqual([null]);
  });

  it('replaces no session of another account that has logged in meanwhile', async () => {
    const { api, logIn, sessions, release } = aSlowSite();
    const call = api.GET('/api/users/me');
    await logIn({ identifier: 'bina', password: 'right' });
    release();
    await call;
    expect(sessions.map((session) => session?.token)).toEqual([tokenOf(2)]);
  });
});

describe('queryString', () => {
  it('writes nested values as Strapi 4 reads them', () => {
    expect(
      decodeURIComponent(
        queryString({
          filters: { title: { $contains: 'a & b' }, id: { $in: [3, 5] } },
          fields: ['title'],
          'pagination[page]': 2,
          sort: undefined,
        }),
      ),
    ).toBe(
      'filters[title][$contains]=a & b&filters[id][$in][0]=3&filters[id][$in][1]=5&fields[0]=title&pagination[page]=2',
    );
  });
});
