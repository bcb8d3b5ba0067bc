import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NOW, SERVICE_TOKEN, anAccountsApp, type TestApp } from './app-builder.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { aUser } from './users/user-builder.ts';
import { createUserEvents } from './users/user-events.ts';
import { changeUser, type User } from './users/user.ts';

const hasher = createPasswordHasher();
let passwordHash: string;
let made: TestApp;
beforeAll(async () => {
  passwordHash = await hasher.hash('secret1');
});
afterEach(async () => made.app.close());

const start = async (...users: User[]): Promise<TestApp> => (made = await anAccountsApp({ users, hasher }));

const login = (payload: unknown, headers: Record<string, string> = {}) =>
  made.app.inject({
    method: 'POST',
    url: '/api/auth/local',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

const bearerOf = async ({ id: userId, role, tokenVersion }: User) => ({
  authorization: `Bearer ${await made.keyRing.issue({ userId, role, tokenVersion })}`,
});

const ON_THE_WIRE =
  '{"id":1,"username":"Asha1","email":"asha@example.com","provider":"local","confirmed":true,"blocked":false,"first_name":"Asha","last_name":null,"mobile":"9999999999","createdAt":"2026-11-20T13:52:21.600Z","updatedAt":"2026-11-20T13:52:21.600Z"}';

describe('POST /api/auth/local', () => {
  it.each(['asha@example.com', 'ASHA@example.com', 'Asha1'])('logs in as %s', async (identifier) => {
    await start(aUser({ passwordHash }));
    const response = await login({ identifier, password: 'secret1' });
    expect(response.statusCode).toBe(200);
    expect(response.body).toMatch(/^\{"jwt":"[\w-]+\.[\w-]+\.[\w-]+","user":/);
    expect(response.body.endsWith(`"user":${ON_THE_WIRE}}`)).toBe(true);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(Object.keys(response.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  });

  it('accepts a form like JSON', async () => {
    await start(aUser({ passwordHash }));
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await login('identifier=asha%40example.com&password=secret1', type)).statusCode).toBe(200);
  });

  it('issues a token of ten minutes with the claims of the subject and the id', async () => {
    await start(aUser({ passwordHash, role: 4, tokenVersion: 3 }));
    const { jwt } = (await login({ identifier: 'Asha1', password: 'secret1' })).json();
    const [head, payload] = (jwt as string)
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    expect(head).toEqual({ alg: 'Ed25519', typ: 'at+jwt', kid: expect.stringMatching(/^[\w-]{43}$/) });
    expect(payload).toEqual({
      id: 1,
      sub: '1',
      role: 4,
      tv: 3,
      iss: 'vidhi-accounts',
      aud: 'vidhi',
      iat: expect.any(Number),
      exp: payload.iat + 600,
    });
  });

  const required = (name: string) => ({
    path: [name],
    message: `${name} is a required field`,
    name: 'ValidationError',
  });
  it.each([
    [{}, '2 errors occurred', [required('identifier'), required('password')]],
    [{ identifier: '', password: '' }, '2 errors occurred', [required('identifier'), required('password')]],
    [{ identifier: 'a' }, 'password is a required field', [required('password')]],
  ])('rejects %j with every problem', async (body, message, errors) => {
    await start();
    const response = await login(body);
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { data: null, error: { status: 400, name: 'ValidationError', message, details: { errors } } },
    ]);
  });

  it.each([
    ['{"identifier":5,"password":"x"}', 'identifier must be a `string` type, but the final value was: `5`.'],
    [
      '{"identifier":null,"password":"x"}',
      'identifier must be a `string` type, but the final value was: `null`.',
    ],
    [
      '{"identifier":["a"],"password":"x"}',
      'identifier must be a `string` type, but the final value was: `[\n  "\\"a\\""\n]`.',
    ],
    [
      '{"identifier":"x","password":{"$ne":1}}',
      'password must be a `string` type, but the final value was: `{\n  "$ne": "1"\n}`.',
    ],
    ['[]', 'this must be a `object` type, but the final value was: `[]`.'],
  ])('rejects %s with the message of the reference', async (body, message) => {
    await start(aUser({ passwordHash }));
    expect((await login(body)).json().error).toMatchObject({ status: 400, message });
  });

  it('treats a body of unknown type as empty, and reports missing fields', async () => {
    await start(aUser({ passwordHash }));
    const response = await login('<identifier>Asha1</identifier>', { 'content-type': 'application/xml' });
    expect(response.json().error.message).toBe('2 errors occurred');
  });

  it('rejects malformed JSON without details', async () => {
    await start();
    const { error } = (await login('{"identifier":')).json();
    expect([error.status, error.name, 'details' in error]).toEqual([400, 'SyntaxError', false]);
  });

  const INVALID = {
    status: 400,
    name: 'ValidationError',
    message: 'Invalid identifier or password',
    details: {},
  };
  it.each([
    ['a wrong password', aUser(), { identifier: 'Asha1', password: 'nope' }],
    ['a stranger', aUser(), { identifier: 'zzz@example.com', password: 'secret1' }],
    ['a username in other case', aUser(), { identifier: 'asha1', password: 'secret1' }],
    [
      'an account of another provider',
      aUser({ provider: 'google' }),
      { identifier: 'Asha1', password: 'secret1' },
    ],
    ['blanks', aUser(), { identifier: ' ', password: ' ' }],
    ['the password with a blank behind it', aUser(), { identifier: 'Asha1', password: 'secret1 ' }],
  ])('rejects %s with the same message', async (_name, user, body) => {
    await start({ ...user, passwordHash });
    const response = await login(body);
    expect(response.json()).toEqual({ data: null, error: INVALID });
    expect(response.headers['x-ratelimit-remaining']).toBeDefined();
  });

  it('rejects an account without a password for any input', async () => {
    await start(aUser({ passwordHash: null }));
    for (const password of ['', 'null', 'nobody has this password'])
      expect((await login({ identifier: 'Asha1', password })).statusCode).toBe(400);
  });

  it.each([
    ['blocked', aUser({ blocked: true }), 'Your account has been blocked by an administrator'],
    ['an unconfirmed lawyer', aUser({ role: 5, confirmed: false }), 'Your account email is not confirmed'],
    ['an unconfirmed firm', aUser({ role: 6, confirmed: false }), 'Your account email is not confirmed'],
  ])('reports an account that is %s, but only with the right password', async (_name, user, message) => {
    await start({ ...user, passwordHash });
    expect((await login({ identifier: 'Asha1', password: 'nope' })).json().error).toEqual(INVALID);
    expect((await login({ identifier: 'Asha1', password: 'secret1' })).json().error).toEqual({
      status: 400,
      name: 'ApplicationError',
      message,
      details: {},
    });
  });

  it('accepts a reader before the e-mail is confirmed', async () => {
    await start(aUser({ passwordHash, confirmed: false }));
    expect((await login({ identifier: 'Asha1', password: 'secret1' })).statusCode).toBe(200);
  });

  it('trusts the IP address from the gateway, not from clients', async () => {
    await start(aUser({ passwordHash }));
    let strangers = 0;
    const from = async (address: string, sentBy: string) => {
      const response = await made.app.inject({
        method: 'POST',
        url: '/api/auth/local',
        remoteAddress: sentBy,
        headers: { 'x-forwarded-for': address },
        payload: { identifier: `stranger-${(strangers += 1)}`, password: 'x' },
      });
      return response.statusCode;
    };
    for (let i = 0; i < 20; i++) expect(await from('203.0.113.7', '127.0.0.1')).toBe(400);
    expect(await from('203.0.113.7', '127.0.0.1')).toBe(429);
    expect(await from('198.51.100.9', '127.0.0.1')).toBe(400);
    for (let i = 0; i < 20; i++) await from(`10.0.0.${i}`, '192.0.2.1');
    expect(await from('10.0.0.99', '192.0.2.1')).toBe(429);
  });

  it('responds 503 when more logins arrive than can be checked', async () => {
    await start(aUser({ passwordHash }));
    const responses = await Promise.all(
      Array.from({ length: 80 }, (_, i) =>
        login({ identifier: `stranger${i}`, password: 'x' }, { 'x-forwarded-for': `203.0.${i}.1` }),
      ),
    );
    const refused = responses.filter(({ statusCode }) => statusCode === 503);
    // On a slow machine the request may also time out, with another message.
    const overloaded = refused.filter(({ headers }) => headers['retry-after'] === '2');
    expect(overloaded.length).toBeGreaterThan(0);
    expect(overloaded[0]?.json().error.name).toBe('ServiceUnavailableError');
    expect((await login({ identifier: 'Asha1', password: 'secret1' })).statusCode).toBe(200);
  });

  it.each(['PUT', 'PATCH', 'DELETE'] as const)('responds to %s in plain text', async (method) => {
    await start();
    const response = await made.app.inject({ method, url: '/api/auth/local' });
    expect([response.statusCode, response.body]).toEqual([405, 'Method Not Allowed']);
    expect(response.headers.allow).toBe('POST');
  });
});

describe('GET /api/users/me', () => {
  const me = async (user: User, query = '', headers?: Record<string, string>) =>
    made.app.inject({ url: `/api/users/me${query}`, headers: headers ?? (await bearerOf(user)) });

  it('returns the flat user in wire order, without its role', async () => {
    const user = aUser({ passwordHash });
    await start(user);
    const response = await me(user);
    expect([response.statusCode, response.body]).toEqual([200, ON_THE_WIRE]);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it.each([
    '?populate=role',
    '?populate=*',
    '?populate[0]=x&populate[1]=role',
    '?populate[role]=true',
    '?populate%5Brole%5D%5Bfields%5D%5B0%5D=name',
  ])('adds the role for %s', async (query) => {
    const user = aUser({ role: 10 });
    await start(user);
    expect((await me(user, query)).json().role).toEqual({
      id: 10,
      name: 'Editor',
      description: 'Writes and publishes.',
      type: 'editor',
      createdAt: '2026-11-21T00:00:00.000Z',
      updatedAt: '2026-11-21T00:00:00.000Z',
    });
  });

  it('returns only the requested fields, and rejects private ones', async () => {
    const user = aUser({ passwordHash });
    await start(user);
    expect((await me(user, '?fields[0]=email')).json()).toEqual({ id: 1, email: 'asha@example.com' });
    for (const field of ['password', 'passwordHash', 'tokenVersion', 'role']) {
      const reply = await me(user, `?fields=${field}`);
      expect([reply.statusCode, reply.json().error.message]).toEqual([400, `Invalid parameter ${field}`]);
    }
  });

  it.each([
    ['is gone', [], aUser()],
    ['is blocked', [aUser({ blocked: true })], aUser()],
    ['has a new password since', [aUser({ tokenVersion: 2 })], aUser({ tokenVersion: 1 })],
  ])('rejects the token of an account that %s', async (_name, users, bearer) => {
    await start(...users);
    const response = await me(bearer);
    expect([response.statusCode, response.json().error.message]).toEqual([401, 'Invalid credentials']);
  });
});

describe('a token of staff', () => {
  const EDITOR = aUser({ id: 2, email: 'e@example.com', username: 'e', role: 10, tokenVersion: 1 });
  const accountsCalls = async (headers: Record<string, string>) =>
    Promise.all([
      made.app.inject({ url: '/api/users/me', headers }),
      made.app.inject({ url: '/.well-known/jwks.json', headers }),
      made.app.inject({ method: 'POST', url: '/internal/staff', headers, payload: {} }),
    ]);

  it.each([
    ['a new password', { passwordHash: 'another' }],
    ['a new role', { role: 11 }],
    ['a block', { blocked: true }],
  ])('is revoked by %s at the next request', async (_name, change) => {
    await start(EDITOR);
    const headers = await bearerOf(EDITOR);
    expect((await accountsCalls(headers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 403]);
    const changed = changeUser(EDITOR, change, NOW);
    await made.users.update(changed, createUserEvents('accounts.users').updated(changed, NOW));
    for (const response of await accountsCalls(headers))
      expect([response.statusCode, response.json().error]).toEqual([
        401,
        {
          status: 401,
          name: 'UnauthorizedError',
          message: 'Invalid credentials',
          details: {},
        },
      ]);
    expect(made.users.events.at(-1)).toMatchObject({
      type: 'user.updated',
      data: { id: 2, tokenVersion: 2 },
    });
  });
});

describe('permissions', () => {
  const CUSTOMER = aUser();
  const EDITOR = aUser({ id: 2, email: 'e@example.com', username: 'e', role: 10 });
  const callers: Record<string, () => Promise<Record<string, string>>> = {
    nobody: async () => ({}),
    'a forged token': async () => ({ authorization: 'Bearer forged' }),
    'another scheme': async () => ({ authorization: 'Basic eDp5' }),
    'a customer': () => bearerOf(CUSTOMER),
    'an editor': () => bearerOf(EDITOR),
    'the service': async () => ({ 'x-service-token': SERVICE_TOKEN }),
    'a wrong service token': async () => ({ 'x-service-token': 'x'.repeat(33) }),
  };
  const batch = { items: [], origin: { site: 's', demo: false } };
  /** Status by client, in the order above. */
  const guardedRoutes: [string, 'GET' | 'POST' | 'PUT', string, unknown, number[]][] = [
    ['own account', 'GET', '/api/users/me', undefined, [403, 401, 403, 200, 200, 403, 403]],
    ['log in', 'POST', '/api/auth/local', {}, [400, 401, 400, 400, 400, 400, 400]],
    ['another token', 'POST', '/api/auth/refresh', {}, [403, 401, 403, 403, 403, 403, 403]],
    ['log out', 'POST', '/api/auth/logout', {}, [403, 401, 403, 403, 403, 403, 403]],
    ['public keys', 'GET', '/.well-known/jwks.json', undefined, [200, 200, 200, 200, 200, 200, 200]],
    ['staff', 'POST', '/internal/staff', {}, [403, 401, 403, 403, 403, 400, 403]],
    ['import', 'POST', '/internal/import/users', batch, [403, 401, 403, 403, 403, 200, 403]],
    ['status', 'GET', '/internal/import-status', undefined, [403, 403, 403, 403, 403, 200, 403]],
    ['list of users', 'GET', '/api/users', undefined, [403, 403, 403, 403, 403, 403, 403]],
    ['a user by id', 'GET', '/api/users/1', undefined, [403, 401, 403, 200, 403, 403, 403]],
    ['a change of a user', 'PUT', '/api/users/1', { role: 11 }, [403, 401, 403, 200, 403, 403, 403]],
    ['registration', 'POST', '/api/users', {}, [400, 401, 400, 400, 400, 400, 400]],
  ];
  it.each(guardedRoutes)('%s', async (_name, method, url, payload, expected) => {
    await start(CUSTOMER, EDITOR);
    const statuses: number[] = [];
    for (const headers of Object.values(callers)) {
      const response = await made.app.inject({
        method,
        url,
        headers: {
          ...(await headers()),
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
      });
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual(expected);
    expect(made.users.all()).toEqual([CUSTOMER, EDITOR]);
  });
});
