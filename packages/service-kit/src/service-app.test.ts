import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { forbidden, unavailable } from '@vidhi/contracts/errors.ts';
import { authPlugin, requireDesk, requireRole, requireService } from './auth.ts';
import { createMetrics } from './metrics.ts';
import type { Principal } from './token-verifier.ts';
import { rejectUntilReady, rejectWritesUntilReady } from './ready-guard.ts';
import { createServiceApp } from './service-app.ts';

/** Principals by token. The current token version of user 2 is 3. */
const PRINCIPALS: Readonly<Record<string, Principal>> = {
  good: { userId: 1, role: 10, tokenVersion: 0 },
  current: { userId: 2, role: 10, tokenVersion: 3 },
  'revoked-staff': { userId: 2, role: 10, tokenVersion: 2 },
  shop: { userId: 3, role: 10, tokenVersion: 0, desks: ['shop'] },
  refund: { userId: 3, role: 10, tokenVersion: 0, desks: ['refund'] },
  administrator: { userId: 4, role: 11, tokenVersion: 0 },
  'lawyer-with-desks': { userId: 5, role: 5, tokenVersion: 0, desks: ['shop', 'refund'] },
  'revoked-member': { userId: 2, role: 4, tokenVersion: 2 },
};

/** Routes that need a valid token. */
const WITH_TOKEN = [
  ['POST', '/body'],
  ['GET', '/strict'],
] as const;

let app: FastifyInstance;
afterEach(async () => app.close());

async function anApp(ready = true): Promise<FastifyInstance> {
  app = await createServiceApp({
    name: 'sample',
    logLevel: false,
    metrics: createMetrics('sample'),
    readiness: () => ({ store: { ok: ready } }),
  });
  await app.register(authPlugin, {
    async verifyToken(token) {
      if (token === 'unverifiable') throw unavailable(1);
      return PRINCIPALS[token] ?? null;
    },
    isCurrent: ({ userId, tokenVersion }) => userId !== 2 || tokenVersion >= 3,
  });
  app.get('/open', async ({ principal }) => ({ principal }));
  app.get('/strict', { config: { strictAuth: true } }, async () => ({}));
  app.post('/body', async ({ body }) => ({ body: body ?? null }));
  app.get('/unexpected-error', async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7');
  });
  app.get('/database-unavailable', async () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7'), { name: 'MongoServerSelectionError' });
  });
  app.get('/forbidden', async () => {
    throw forbidden();
  });
  app.get('/staff', { onRequest: requireRole(10, 11) }, async () => 'in');
  app.get('/orders', { onRequest: requireDesk('shop') }, async () => 'in');
  app.post(
    '/internal/endpoint',
    { onRequest: requireService(['s'.repeat(32), 'n'.repeat(32)]) },
    async () => 'in',
  );
  return app;
}

describe('createServiceApp', () => {
  it('responds to an unknown route with 404 and the error body of the API', async () => {
    const response = await (await anApp()).inject('/nowhere');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      data: null,
      error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
    });
  });

  it('does not expose the message of an unexpected error', async () => {
    const response = await (await anApp()).inject('/unexpected-error');
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('10.0.0.7');
    expect(response.json().error).toEqual({
      status: 500,
      name: 'InternalServerError',
      message: 'Internal Server Error',
    });
  });

  it('responds 503 with Retry-After while the database is unavailable, without exposing its address', async () => {
    const response = await (await anApp()).inject('/database-unavailable');
    expect([response.statusCode, response.headers['retry-after'], response.json().error.message]).toEqual([
      503,
      '5',
      'Service Unavailable',
    ]);
  });

  it('responds to a malformed URL with the error body of the API', async () => {
    const response = await (await anApp()).inject('/open/%zz');
    expect([response.statusCode, response.json().data]).toEqual([400, null]);
  });

  it('responds to a WireError with its status and name', async () => {
    const response = await (await anApp()).inject('/forbidden');
    expect([response.statusCode, response.json().error.name]).toEqual([403, 'ForbiddenError']);
  });

  it('responds to malformed JSON with the message of V8 and no details', async () => {
    const response = await (
      await anApp()
    ).inject({ method: 'POST', url: '/body', headers: { 'content-type': 'application/json' }, body: '{bad' });
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toEqual({
      status: 400,
      name: 'SyntaxError',
      message: "Expected property name or '}' in JSON at position 1",
    });
  });

  it('rejects a body that would change a prototype', async () => {
    const response = await (
      await anApp()
    ).inject({
      method: 'POST',
      url: '/body',
      headers: { 'content-type': 'application/json' },
      body: '{"__proto__":{"role":11}}',
    });
    expect(response.statusCode).toBe(400);
  });

  it('treats an empty JSON body as undefined', async () => {
    const response = await (
      await anApp()
    ).inject({ method: 'POST', url: '/body', headers: { 'content-type': 'application/json' }, body: '' });
    expect(response.json()).toEqual({ body: null });
  });

  it('responds to a body over the limit with 413 and no details', async () => {
    const response = await (
      await anApp()
    ).inject({ method: 'POST', url: '/body', payload: { text: 'x'.repeat(1_100_000) } });
    expect([response.statusCode, response.json().error]).toEqual([
      413,
      { status: 413, name: 'PayloadTooLargeError', message: 'request entity too large' },
    ]);
  });

  it('is ready only while every check passes and the app is not draining', async () => {
    expect((await (await anApp(false)).inject('/readyz')).statusCode).toBe(503);
    await app.close();
    await anApp();
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    app.draining = true;
    const draining = await app.inject('/readyz');
    expect([draining.statusCode, draining.headers['connection']]).toEqual([503, 'close']);
    expect((await app.inject('/livez')).statusCode).toBe(200);
  });

  it('labels request durations with the route pattern', async () => {
    await (await anApp()).inject('/open?secret=1');
    const { body } = await app.inject('/metrics');
    expect(body).toMatch(/vidhi_http_request_duration_seconds_count\{[^}]*route="\/open"[^}]*\} 1/);
    expect(body).not.toContain('secret');
  });
});

describe('authPlugin', () => {
  it('serves a read with an invalid token as anonymous, with a header', async () => {
    const response = await (
      await anApp()
    ).inject({ url: '/open', headers: { authorization: 'Bearer forged' } });
    expect([response.statusCode, response.json(), response.headers['x-token-ignored']]).toEqual([
      200,
      { principal: null },
      '1',
    ]);
  });

  it('serves a read as anonymous while the key of its token cannot be fetched', async () => {
    const response = await (
      await anApp()
    ).inject({ url: '/open', headers: { authorization: 'Bearer unverifiable' } });
    expect([response.statusCode, response.json()]).toEqual([200, { principal: null }]);
  });

  it.each(WITH_TOKEN)(
    'responds 503 to %s %s while the key of its token cannot be fetched',
    async (method, url) => {
      const response = await (
        await anApp()
      ).inject({ method, url, headers: { authorization: 'Bearer unverifiable' } });
      expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1']);
    },
  );

  it.each(WITH_TOKEN)('rejects an invalid token on %s %s', async (method, url) => {
    const response = await (
      await anApp()
    ).inject({ method, url, headers: { authorization: 'Bearer forged' } });
    expect([response.statusCode, response.json().error.message]).toEqual([
      401,
      'Missing or invalid credentials',
    ]);
  });

  it.each([
    ['GET', '/open'],
    ['HEAD', '/open'],
    ['GET', '/strict'],
    ['GET', '/staff'],
    ['GET', '/nowhere'],
    ['POST', '/body'],
  ] as const)('rejects a revoked token of staff on %s %s', async (method, url) => {
    const response = await (
      await anApp()
    ).inject({ method, url, headers: { authorization: 'Bearer revoked-staff' } });
    expect(response.statusCode).toBe(401);
    if (method === 'HEAD') return;
    expect(response.json()).toEqual({
      data: null,
      error: {
        status: 401,
        name: 'UnauthorizedError',
        message: 'Invalid credentials',
        details: {},
      },
    });
  });

  it('treats the revoked token of a member like an invalid one', async () => {
    await anApp();
    const headers = { authorization: 'Bearer revoked-member' };
    const read = await app.inject({ url: '/open', headers });
    expect([read.json(), read.headers['x-token-ignored']]).toEqual([{ principal: null }, '1']);
    expect((await app.inject({ method: 'POST', url: '/body', headers })).statusCode).toBe(401);
  });

  it('accepts a token of the current version', async () => {
    const response = await (
      await anApp()
    ).inject({ url: '/open', headers: { authorization: 'Bearer current' } });
    expect(response.json()).toEqual({ principal: PRINCIPALS['current'] });
  });

  it('ignores other authorization schemes', async () => {
    const response = await (
      await anApp()
    ).inject({ url: '/strict', headers: { authorization: 'Basic eDp5' } });
    expect(response.statusCode).toBe(200);
  });

  it('responds 403 to other roles than the required ones', async () => {
    await anApp();
    expect((await app.inject('/staff')).statusCode).toBe(403);
    const staff = await app.inject({ url: '/staff', headers: { authorization: 'bearer good' } });
    expect(staff.statusCode).toBe(200);
  });

  it('responds 403 to everybody but staff with the required desk', async () => {
    await anApp();
    const statusOf = async (token: string): Promise<number> =>
      (await app.inject({ url: '/orders', headers: { authorization: `Bearer ${token}` } })).statusCode;
    expect((await app.inject('/orders')).statusCode).toBe(403);
    const tokens = ['shop', 'administrator', 'refund', 'good', 'lawyer-with-desks'];
    expect(await Promise.all(tokens.map(statusOf))).toEqual([200, 200, 403, 403, 403]);
  });

  it('responds 403 on an internal endpoint without the service token', async () => {
    await anApp();
    const post = (token: string) =>
      app.inject({ method: 'POST', url: '/internal/endpoint', headers: { 'x-service-token': token } });
    expect((await post('x'.repeat(32))).statusCode).toBe(403);
    expect((await post('')).statusCode).toBe(403);
    expect((await post('s'.repeat(32))).statusCode).toBe(200);
  });

  it('accepts two service tokens on an internal endpoint while the token is changed', async () => {
    await anApp();
    const statuses = ['s', 'n', 'x'].map(async (letter) => {
      const headers = { 'x-service-token': letter.repeat(32) };
      return (await app.inject({ method: 'POST', url: '/internal/endpoint', headers })).statusCode;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 403]);
  });
});

describe('rejectUntilReady', () => {
  async function anUnreadyApp(): Promise<FastifyInstance> {
    app = await createServiceApp({
      name: 'sample',
      logLevel: false,
      metrics: createMetrics('sample'),
      readiness: () => ({ data: { ok: false }, writes: { ok: false, isAdvisory: true } }),
    });
    await app.register(async (content) => {
      rejectUntilReady(content, () => false);
      content.get('/posts/:id', async () => 'read');
    });
    await app.register(async (content) => {
      rejectWritesUntilReady(content, () => false);
      content.get('/books', async () => 'read');
      content.post('/books', async () => 'written');
    });
    return app;
  }

  it('responds 503 with Retry-After and the error body, never 404, while /livez responds', async () => {
    await anUnreadyApp();
    const response = await app.inject('/posts/1');
    expect([response.statusCode, response.headers['retry-after'], response.json().error.name]).toEqual([
      503,
      '1',
      'ServiceUnavailableError',
    ]);
    expect((await app.inject('/livez')).statusCode).toBe(200);
    expect((await app.inject('/readyz')).statusCode).toBe(503);
  });

  it('serves reads while only writes are not ready', async () => {
    await anUnreadyApp();
    expect((await app.inject('/books')).statusCode).toBe(200);
    const write = await app.inject({ method: 'POST', url: '/books', payload: {} });
    expect([write.statusCode, write.headers['retry-after']]).toEqual([503, '1']);
  });

  it('reports a failing advisory check and stays ready', async () => {
    app = await createServiceApp({
      name: 'sample',
      logLevel: false,
      metrics: createMetrics('sample'),
      readiness: () => ({ writes: { ok: false, detail: 'no database', isAdvisory: true } }),
    });
    const response = await app.inject('/readyz');
    expect([response.statusCode, response.json().checks.writes.detail]).toEqual([200, 'no database']);
  });
});

it('has the default time-outs with an empty HANDLER_TIMEOUT_MS', async () => {
  vi.stubEnv('HANDLER_TIMEOUT_MS', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const app = await createServiceApp({ name: 'things', logLevel: false, metrics: createMetrics('things') });
  expect(app.initialConfig).toMatchObject({ connectionTimeout: 20_000, handlerTimeout: 10_000 });
  await app.close();
});

it('responds 503 when a handler takes longer than HANDLER_TIMEOUT_MS', async () => {
  vi.stubEnv('HANDLER_TIMEOUT_MS', '20');
  onTestFinished(() => void vi.unstubAllEnvs());
  const app = await createServiceApp({ name: 'things', logLevel: false, metrics: createMetrics('things') });
  app.get('/never', () => new Promise(() => undefined));
  const response = await app.inject('/never');
  expect([response.statusCode, response.json()]).toMatchObject([503, { data: null, error: { status: 503 } }]);
  await app.close();
});

it('takes the longest URL that the gateway passes on, beside its headers', async () => {
  await anApp();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `${address}/open?filter=`.padEnd(address.length + 16_384, 'x');
  expect((await fetch(url, { headers: { 'x-request-id': 'a'.repeat(64) } })).status).toBe(200);
});
