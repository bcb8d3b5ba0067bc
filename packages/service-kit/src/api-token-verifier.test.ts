import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VerifiedApiToken } from '@vidhi/contracts/api-tokens.ts';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { actorOf } from './actor.ts';
import { MAX_TOKEN_REQUESTS, createApiTokenVerifier } from './api-token-verifier.ts';
import { authPlugin, requireDesk, requireRole } from './auth.ts';
import { createMetrics } from './metrics.ts';
import { createServiceApp } from './service-app.ts';
import { createTokenVerifier } from './token-verifier.ts';

const TOKEN = `vidhi_${'a'.repeat(43)}`;
const verified = (...scopes: string[]): VerifiedApiToken => ({
  id: 't1',
  name: 'Stock sync',
  scopes,
  userId: 11,
  tokenVersion: 3,
});

let found: VerifiedApiToken | Error;
let lookUps: number;
let clock: number;
let isCurrent: boolean;
let app: FastifyInstance;

beforeEach(async () => {
  found = verified('stock:read', 'articles:write');
  lookUps = 0;
  clock = 0;
  isCurrent = true;
  const verifyApiToken = createApiTokenVerifier({
    async find() {
      lookUps += 1;
      if (found instanceof Error) throw found;
      return found;
    },
    now: () => clock,
  });
  app = await createServiceApp({ name: 'test', logLevel: false, metrics: createMetrics('test') });
  await app.register(authPlugin, {
    verifyToken: createTokenVerifier({ url: 'http://127.0.0.1:1/keys' }, verifyApiToken),
    isCurrent: () => isCurrent,
  });
  const actor = async (request: Parameters<typeof actorOf>[0]) => actorOf(request);
  app.get('/api/book-stock', actor);
  app.get('/api/book-stock/:book', actor);
  app.post('/api/book-stock/:book/moves', actor);
  app.post('/api/posts/:id/publish', { onRequest: requireDesk('publish') }, actor);
  app.get('/api/posts', actor);
  app.post('/api/posts/:id/takedown', { onRequest: requireRole(11) }, actor);
  app.get('/api/staff', actor);
});
afterEach(() => app.close());

const send = (method: 'GET' | 'POST', url: string, token = TOKEN) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' } });
const statusOf = async (...request: Parameters<typeof send>) => (await send(...request)).statusCode;

describe('an API token', () => {
  it('is the actor by its name, as software and never as an administrator', async () => {
    const response = await send('GET', '/api/book-stock/7');
    expect(response.json()).toEqual({ id: 11, role: 10, via: 'api', token: 'Stock sync' });
  });

  it.each([
    ['GET', '/api/book-stock', 200],
    ['GET', '/api/book-stock/7', 200],
    ['GET', '/api/book-stock/', 200],
    ['POST', '/api/posts/1/publish', 200],
    // No scope for it.
    ['POST', '/api/book-stock/7/moves', 403],
    ['GET', '/api/posts', 403],
    ['GET', '/api/staff', 403],
    // Other spellings of a path are other routes, or none.
    ['GET', '/api/book-stock/../staff', 403],
    ['GET', '/api/book-stock/%2e%2e/staff', 403],
    ['GET', '/api//book-stock', 403],
    ['GET', '/api/nowhere', 403],
    // The route is in the scope, and for administrators.
    ['POST', '/api/posts/1/takedown', 403],
  ] as const)('%s %s: %d', async (method, url, status) => {
    expect(await statusOf(method, url)).toBe(status);
  });

  it('has no scope that it invents, or that a later release has taken away', async () => {
    found = verified('staff:write', '__proto__', 'constructor', 'toString');
    expect(await statusOf('GET', '/api/staff')).toBe(403);
  });

  it('is 401 on reads too where it is not valid, as software must not take the public view for its own', async () => {
    found = null;
    expect(await statusOf('GET', '/api/book-stock')).toBe(401);
  });

  it('is 401 once the account behind it has lost its rights at this service', async () => {
    isCurrent = false;
    expect(await statusOf('GET', '/api/book-stock')).toBe(401);
  });

  it('is rejected within half a second of its revocation', async () => {
    expect(await statusOf('GET', '/api/book-stock')).toBe(200);
    found = null;
    clock = 499;
    expect([await statusOf('GET', '/api/book-stock'), lookUps]).toEqual([200, 1]);
    clock = 500;
    expect([await statusOf('GET', '/api/book-stock'), lookUps]).toEqual([401, 2]);
  });

  it('is 503 while accounts is away, and valid again as soon as it is back', async () => {
    found = unavailable();
    expect(await statusOf('GET', '/api/book-stock')).toBe(503);
    found = verified('stock:read');
    expect(await statusOf('GET', '/api/book-stock')).toBe(200);
  });

  it('makes a number of requests in a minute, counted for each token', async () => {
    for (let made = 0; made < MAX_TOKEN_REQUESTS; made += 1) await statusOf('GET', '/api/book-stock');
    expect(await statusOf('GET', '/api/book-stock')).toBe(429);
    clock = 60_000;
    expect(await statusOf('GET', '/api/book-stock')).toBe(200);
  });

  it('is looked up in its own form alone', async () => {
    await send('GET', '/api/book-stock', `${TOKEN}a`);
    await send('GET', '/api/book-stock', TOKEN.toUpperCase());
    expect(lookUps).toBe(0);
  });
});
