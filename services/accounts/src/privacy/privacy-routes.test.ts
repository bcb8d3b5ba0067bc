import Fastify from 'fastify';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { NOW, anAccountsApp, type TestApp } from '../app-builder.ts';
import { OWN_PAGE, REGISTRANT, clientOf, cookieOf } from '../account-client-builder.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { aUser } from '../users/user-builder.ts';
import { privacyRoutes } from './privacy-routes.ts';

const hasher = createPasswordHasher();
let passwordHash: string;
let made: TestApp;
let client: ReturnType<typeof clientOf>;
let id: number;
beforeAll(async () => {
  passwordHash = await hasher.hash('secret1');
});
beforeEach(async () => {
  const staff = aUser({ role: 10, passwordHash });
  made = await anAccountsApp({ users: [staff], hasher });
  client = clientOf(made);
  id = (await client.post('/api/users', { ...REGISTRANT, role: 4 })).json().id;
});
afterEach(async () => made.app.close());

const bearer = async () => client.bearerOf(await client.stored(id));
const erase = async (currentPassword: unknown, headers?: Record<string, string>) =>
  client.post('/api/users/me/erasure', { currentPassword }, headers ?? (await bearer()));

it('responds to HEAD /api/users/me/export with the headers of the file, and collects nothing', async () => {
  const user = aUser();
  const app = Fastify();
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    request.principal = { userId: user.id, role: user.role, tokenVersion: user.tokenVersion };
  });
  await app.register(privacyRoutes, {
    users: { findById: async () => user },
    exportAccount: () => Promise.reject(new Error('collected')),
    eraseAccount: async () => undefined,
    limits: { admit: async () => undefined, succeeded: async () => undefined },
  });
  const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/api/users/me/export' });
  await app.close();
  expect([statusCode, headers['content-disposition'], headers['content-length'], body]).toEqual([
    200,
    `attachment; filename="account-${user.id}.json"`,
    undefined,
    '',
  ]);
});

describe('GET /api/users/me/export', () => {
  it('is a file with everything that is stored about its owner', async () => {
    await client.post(
      '/api/auth/local',
      { identifier: 'bina@example.com', password: 'secret1' },
      { ...OWN_PAGE, 'x-keep-session': '1' },
    );
    const saved = { path: '/gst/a', title: 'A', date: '2026-11-20T04:30:00.000Z' };
    await made.savedArticles.add(id, [saved], NOW);
    const response = await client.get('/api/users/me/export', await bearer());
    expect([response.statusCode, response.headers['content-disposition']]).toEqual([
      200,
      `attachment; filename="account-${id}.json"`,
    ]);
    expect(response.json()).toEqual({
      exportedAt: NOW.toISOString(),
      account: expect.objectContaining({
        id,
        email: 'bina@example.com',
        mobile: '9876543210',
        first_name: 'Bina',
      }),
      consents: [{ purpose: 'legal-agreement', version: '2026-11', at: NOW.toISOString() }],
      sessions: [{ lastUsedAt: NOW.toISOString(), endsAt: expect.any(String) }],
      knownDevices: [
        { kind: 'address', lastUsedAt: NOW.toISOString() },
        { kind: 'device', lastUsedAt: NOW.toISOString() },
      ],
      mails: [
        { template: 'email-confirmation', to: 'bina@example.com', requestedAt: NOW.toISOString() },
        { template: 'registration-notice', to: null, requestedAt: NOW.toISOString() },
      ],
      savedArticles: [saved],
      profile: { id: 12, users_permissions_user: id },
      profileReview: { decisions: [], approved: null },
      pictures: [],
      profileInvitations: [],
      cart: [],
      orders: [],
      newsletter: { email: 'bina@example.com' },
      contactMessages: [],
      grievances: [],
    });
    expect(response.body).not.toMatch(/argon2|tokenHash|passwordHash|"key"|"current"/);
  });

  it('is for its owner', async () => {
    expect((await client.get('/api/users/me/export')).statusCode).toBe(403);
    const old = await bearer();
    await erase('secret1');
    expect((await client.get('/api/users/me/export', old)).statusCode).toBe(401);
  });
});

describe('POST /api/users/me/erasure', () => {
  it('leaves an id and nothing about the person', async () => {
    const old = await bearer();
    const page = { ...OWN_PAGE, 'x-keep-session': '1' };
    const credentials = { identifier: 'bina@example.com', password: 'secret1' };
    await made.savedArticles.add(id, [{ path: '/gst/a', title: 'A', date: NOW.toISOString() }], NOW);
    // Of the time when the person was of the staff.
    const view = { list: 'posts', query: '?q=bina', owner: id, rev: 1, createdAt: NOW };
    for (const shared of [true, false])
      await made.consoleViews.insert({ ...view, _id: `shared-${shared}`, name: 'Mine', shared }, []);
    await made.consoleViews.saveArrangement('posts', id, { pinned: ['shared-false'], first: null });
    const cookie = cookieOf(await client.post('/api/auth/local', credentials, page));
    expect((await erase('secret1')).statusCode).toBe(204);
    const left = JSON.stringify(await client.stored(id));
    expect(left).not.toMatch(/bina|rao|9876|argon2|legal-agreement/i);
    expect(await client.stored(id)).toMatchObject({ id, blocked: true, erasedAt: NOW.toISOString() });
    expect((await client.get('/api/users/me', old)).statusCode).toBe(401);
    expect((await client.post('/api/auth/refresh', {}, { ...OWN_PAGE, cookie })).statusCode).toBe(401);
    expect((await client.post('/api/auth/local', credentials)).statusCode).toBe(400);
    expect(made.sessions.all()).toEqual([]);
    expect(made.erasedAddresses).toEqual(['bina@example.com']);
    expect(await made.savedArticles.listOf(id)).toEqual([]);
    expect(await made.knownClients.listOf(id)).toEqual([]);
    expect((await made.consoleViews.list('posts', id)).map(({ _id }) => _id)).toEqual(['shared-true']);
    expect(await made.consoleViews.findArrangement('posts', id)).toBeNull();
  });

  it('leaves the account as it is while what is stored elsewhere cannot be erased', async () => {
    await made.app.close();
    made = await anAccountsApp({ hasher, eraseByAddress: () => Promise.reject(unavailable()) });
    client = clientOf(made);
    id = (await client.post('/api/users', { ...REGISTRANT, role: 4 })).json().id;
    expect((await erase('secret1')).statusCode).toBe(503);
    expect((await client.stored(id)).email).toBe('bina@example.com');
  });

  it('replaces the events of the account by one without the person, which tells of the erasure', async () => {
    await erase('secret1');
    expect(made.users.events.at(-1)).toMatchObject({
      type: 'user.updated',
      key: String(id),
      data: { id, first_name: null, last_name: null, erased: true, blocked: true, tokenVersion: 1 },
    });
  });

  it('voids mails and links, and frees the e-mail address and the username', async () => {
    const { mailRequests } = await client.stored(id);
    await erase('secret1');
    for (const { requestId } of mailRequests)
      expect(await made.users.findByMailRequest(requestId)).toBeNull();
    expect((await client.post('/api/users', REGISTRANT)).statusCode).toBe(201);
  });

  it('needs the password, and is not for staff', async () => {
    expect((await erase('wrong')).json().error.message).toBe('The provided current password is invalid');
    expect((await erase(undefined)).json().error.message).toBe('currentPassword is a required field');
    expect((await erase('secret1', {})).statusCode).toBe(403);
    const staff = await client.bearerOf(await client.stored(1));
    expect((await erase('secret1', staff)).statusCode).toBe(403);
    expect((await client.stored(id)).email).toBe('bina@example.com');
  });
});
