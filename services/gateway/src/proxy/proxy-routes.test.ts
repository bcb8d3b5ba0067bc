import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aGateway, tokenOf, type FakeService, type GatewayUnderTest } from '../gateway-builder.ts';

let gateway: GatewayUnderTest;
afterEach(async () => gateway.close());

const UNAVAILABLE = {
  data: null,
  error: { status: 503, name: 'ServiceUnavailableError', message: 'Service Unavailable', details: {} },
};

const allUpstreams = (): [string, FakeService][] => [
  ...gateway.readers.map((reader, index): [string, FakeService] => [`reader-${index}`, reader]),
  ...Object.entries(gateway.services),
];
const requestedUpstreams = () =>
  allUpstreams()
    .filter(([, { received }]) => received.length > 0)
    .map(([name]) => name);
const lastOf = ({ received }: FakeService) => received.at(-1);

describe('routing', () => {
  it.each([
    ['GET', '/api/posts', null, 'reader-0'],
    ['HEAD', '/api/posts', null, 'reader-0'],
    ['GET', '/api/posts', 4, 'reader-0'],
    ['GET', '/api/posts', 10, 'news'],
    ['GET', '/api/posts', 11, 'news'],
    ['PUT', '/api/posts/1', null, 'news'],
    ['POST', '/api/categories', 10, 'news'],
    ['DELETE', '/api/tags/1', 10, 'news'],
    ['GET', '/feed.xml', null, 'reader-0'],
    ['GET', '/news/tax/feed.json', null, 'reader-0'],
    ['GET', '/robots.txt', null, 'reader-0'],
    ['GET', '/api/slugs/a', null, 'reader-0'],
    ['GET', '/api/books', null, 'catalog'],
    ['GET', '/api/books', 10, 'catalog'],
    ['POST', '/api/firms', 6, 'catalog'],
    ['GET', '/uploads/a.png', null, 'catalog'],
    ['POST', '/api/upload/', 5, 'catalog'],
    ['POST', '/api/auth/local', null, 'accounts'],
    ['GET', '/.well-known/jwks.json', null, 'accounts'],
    ['GET', '/api/carts', null, 'cart-orders'],
    ['POST', '/api/payment/verify', 4, 'payments'],
    ['POST', '/api/email', null, 'notify'],
    ['GET', '/tax/article', null, 'web'],
    ['GET', '/console', null, 'web'],
  ] as const)('%s %s with role %s goes to %s', async (method, path, role, name) => {
    gateway = await aGateway();
    const headers: Record<string, string> = role === null ? {} : { authorization: `Bearer ${tokenOf(role)}` };
    const response = await gateway.get(path, { method, headers });
    expect(response.status).toBe(200);
    expect(requestedUpstreams()).toEqual([name]);
    const [, service] = allUpstreams().find(([own]) => own === name) ?? [];
    expect(service && lastOf(service)).toMatchObject({
      method: method === 'HEAD' ? 'GET' : method,
      url: path,
    });
  });

  it('responds 404 in the envelope when a service has no URL', async () => {
    gateway = await aGateway();
    const response = await gateway.get('/api/nothing');
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { error: { name: 'NotFoundError' } },
    ]);
    expect(requestedUpstreams()).toEqual([]);
  });

  it("forwards a service's own 404", async () => {
    gateway = await aGateway();
    gateway.services.accounts.respond = (_request, response) => response.writeHead(404).end('its own');
    const reply = await gateway.get('/api/users/x');
    expect([reply.status, await reply.text()]).toEqual([404, 'its own']);
  });

  it('distributes reads round-robin', async () => {
    gateway = await aGateway({ readers: 3 });
    for (let index = 0; index < 9; index += 1) await gateway.get(`/api/posts/${index}`);
    expect(gateway.readers.map(({ received }) => received.length)).toEqual([3, 3, 3]);
  });
});

describe('internal headers sent by a client', () => {
  const FORGEABLE_HEADERS = {
    'x-user-id': '1',
    'X-User-Role': '11',
    x_user_id: '1',
    'x-internal-call': '1',
    x_internal_call: '1',
    'x-service-token': 's'.repeat(32),
    x_service_token: 's'.repeat(32),
    'x-forwarded-for': '9.9.9.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-prefix': '/evil',
    x_forwarded_for: '9.9.9.9',
    forwarded: 'for=9.9.9.9',
    via: '1.1 evil',
    'x-real-ip': '9.9.9.9',
    x_real_ip: '9.9.9.9',
    'x-data-position': 'news.posts=9',
    'x-request-id': 'forged-request-id',
    te: 'trailers',
    'proxy-authorization': 'Basic x',
  };
  const GATEWAY_PATH = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id'];

  it.each(['GET', 'POST'])('are replaced by the gateway’s own: %s', async (method) => {
    gateway = await aGateway({ publicUrl: 'https://vidhi.example' });
    await gateway.get('/api/users/1', { method, headers: FORGEABLE_HEADERS });
    const { headers = {} } = lastOf(gateway.services.accounts) ?? {};
    expect(
      Object.keys(FORGEABLE_HEADERS).filter(
        (name) => name.toLowerCase() in headers && !GATEWAY_PATH.includes(name),
      ),
    ).toEqual([]);
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-forwarded-host']).toBe('vidhi.example');
    expect(headers['x-forwarded-proto']).toBe('https');
    expect(headers['x-request-id']).not.toBe('forged-request-id');
  });

  it('cannot be removed by listing the gateway’s headers in Connection', async () => {
    gateway = await aGateway();
    const socket = connect(gateway.port, '127.0.0.1');
    socket.end(
      'GET /api/users/1 HTTP/1.1\r\nHost: x\r\nConnection: close, x-forwarded-for, x-request-id, authorization\r\n' +
        'Authorization: Bearer a\r\n\r\n',
    );
    socket.resume();
    await once(socket, 'close');
    const { headers = {} } = lastOf(gateway.services.accounts) ?? {};
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-request-id']).toBeDefined();
  });

  it('are trusted for the client’s IP address only from a listed proxy', async () => {
    gateway = await aGateway({ trustedProxies: ['127.0.0.1'] });
    await gateway.get('/api/users/1', { headers: { 'x-forwarded-for': '9.9.9.9' } });
    expect(lastOf(gateway.services.accounts)?.headers['x-forwarded-for']).toBe('9.9.9.9');
  });

  it('do not include tokens and languages, which are forwarded', async () => {
    gateway = await aGateway();
    const own = { authorization: 'Bearer abc', 'accept-language': 'hi' };
    await gateway.get('/api/users/me', { headers: own });
    expect(lastOf(gateway.services.accounts)?.headers).toMatchObject(own);
  });
});

describe('cookies', () => {
  const setsCookie: FakeService['respond'] = (_request, response) => {
    response.setHeader('set-cookie', ['vidhi-session=new; HttpOnly', 'b=2']);
    response.setHeader('cache-control', 'no-store');
    response.end('{}');
  };

  it.each(['/api/auth/local', '/api/auth/refresh', '/api/auth/logout'])(
    'of a session, and no others, pass in both directions at %s',
    async (path) => {
      gateway = await aGateway();
      gateway.services.accounts.respond = setsCookie;
      const cookie = 's=1; vidhi-session=old';
      const { headers } = await gateway.get(path, { method: 'POST', headers: { cookie } });
      expect(lastOf(gateway.services.accounts)?.headers.cookie).toBe('vidhi-session=old');
      expect(headers.getSetCookie()).toEqual(['vidhi-session=new; HttpOnly']);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it.each([
    ['GET', '/api/users/me', 'accounts'],
    ['POST', '/api/auth/other', 'accounts'],
    ['POST', '/api/books', 'catalog'],
    ['POST', '/api/posts', 'news'],
    ['GET', '/console', 'web'],
    ['GET', '/uploads/a.png', 'catalog'],
  ] as const)('are not forwarded at %s %s', async (method, path, service) => {
    gateway = await aGateway();
    gateway.services[service].respond = setsCookie;
    const { headers } = await gateway.get(path, { method, headers: { cookie: 's=1; vidhi-session=old' } });
    const forwarded = lastOf(gateway.services[service]);
    expect([forwarded?.url, forwarded?.headers.cookie]).toEqual([path, undefined]);
    expect(headers.getSetCookie()).toEqual([]);
  });
});

describe('bodies', () => {
  const echo: FakeService['respond'] = (request, response) => void request.pipe(response);

  it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/xml'])(
    'of type %s arrive as they were sent',
    async (type) => {
      gateway = await aGateway();
      gateway.services.accounts.respond = echo;
      const body = '{"data": {"ü":  "not json ]}';
      const response = await gateway.get('/api/auth/local', {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      expect(await response.text()).toBe(body);
      expect(lastOf(gateway.services.accounts)?.headers['content-type']).toBe(type);
    },
  );

  it('over the limit are rejected without an upstream request', async () => {
    gateway = await aGateway({ bodyLimitBytes: 1_000 });
    const response = await gateway.get('/api/auth/local', { method: 'POST', body: 'x'.repeat(1_001) });
    expect([response.status, await response.json()]).toEqual([
      413,
      {
        data: null,
        error: { status: 413, name: 'PayloadTooLargeError', message: 'request entity too large' },
      },
    ]);
    expect(requestedUpstreams()).toEqual([]);
  });

  it('without content-length are rejected at the limit', async () => {
    gateway = await aGateway({ bodyLimitBytes: 1_000 });
    gateway.services.accounts.respond = echo;
    const chunks = new ReadableStream({
      start(controller) {
        for (let index = 0; index < 20; index += 1) controller.enqueue(Buffer.alloc(100, 'x'));
        controller.close();
      },
    });
    const response = await gateway.get('/api/auth/local', {
      method: 'POST',
      body: chunks,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect((await gateway.get('/api/users/me')).status).toBe(200);
  });

  it('of uploads may be larger', async () => {
    gateway = await aGateway({ bodyLimitBytes: 1_000 });
    gateway.services.catalog.respond = echo;
    const response = await gateway.get('/api/upload/', {
      method: 'POST',
      body: Buffer.alloc(3_000_000, 'x'),
    });
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, 3_000_000]);
    expect(
      (await gateway.get('/api/upload/', { method: 'POST', body: Buffer.alloc(5_000_000) })).status,
    ).toBe(413);
  });

  it.each(['/api/auth/local', '/api/upload/'])('that are aborted reach no service: %s', async (path) => {
    gateway = await aGateway();
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nonly this`, () =>
      socket.destroy(),
    );
    await once(socket, 'close');
    expect((await gateway.get('/api/users/me')).status).toBe(200);
    expect(requestedUpstreams()).toEqual(['accounts']);
    expect(gateway.services.accounts.received.map(({ url }) => url)).toEqual(['/api/users/me']);
  });
});

describe('a service that is down', () => {
  it.each([
    ['GET', '/api/posts', 'reader'],
    ['GET', '/tax/article', 'web'],
    ['GET', '/api/users/me', 'accounts'],
    ['POST', '/api/email', 'notify'],
    ['PUT', '/api/posts/1', 'news'],
    ['GET', '/uploads/a.png', 'catalog'],
  ] as const)('is 503 for %s %s, and is used again when its probe succeeds', async (method, path, name) => {
    gateway = await aGateway();
    const service = name === 'reader' ? gateway.readers[0] : gateway.services[name];
    if (service === undefined) throw new Error(`no ${name}`);
    await service.stop();
    const unavailable = await gateway.get(path, { method });
    expect([unavailable.status, await unavailable.json()]).toEqual([503, UNAVAILABLE]);
    expect(Number(unavailable.headers.get('retry-after'))).toBeGreaterThan(0);
    await service.restart();
    await expect.poll(async () => (await gateway.get(path, { method })).status).toBe(200);
  });

  it('is replaced by another reader for reads, also with a token, and skipped afterwards', async () => {
    gateway = await aGateway({ readers: 2 });
    await gateway.readers[0]?.stop();
    for (let index = 0; index < 6; index += 1) {
      expect((await gateway.get(`/api/posts/${index}`)).status).toBe(200);
      const headers = { authorization: `Bearer ${tokenOf(4)}` };
      expect((await gateway.get(`/api/posts/${index}`, { headers })).status).toBe(200);
    }
    expect(gateway.readers[1]?.received).toHaveLength(12);
  });

  it('retries a read once, but no write, when the only instance closed the keep-alive connection', async () => {
    gateway = await aGateway();
    const { news } = gateway.services;
    const headers = { authorization: `Bearer ${tokenOf(10)}` };
    const respond = news.respond;
    const closeNext = (times: number): void => {
      let left = times;
      news.respond = (request, response) => {
        if (left <= 0) return respond(request, response);
        left -= 1;
        request.socket.destroy();
      };
    };
    const read = async () => (await gateway.get('/api/posts/1', { headers })).status;
    expect(await read()).toBe(200);
    closeNext(1);
    expect(await read()).toBe(200);
    closeNext(2);
    expect(await read()).toBe(503);
    expect(news.received).toHaveLength(5);
    const write = { method: 'PUT', body: '{}', headers };
    closeNext(0);
    expect((await gateway.get('/api/posts/1', write)).status).toBe(200);
    closeNext(1);
    expect((await gateway.get('/api/posts/1', write)).status).toBe(503);
  });

  it('gets no retry of a write', async () => {
    gateway = await aGateway();
    gateway.services.news.respond = (request) => request.socket.destroy();
    expect((await gateway.get('/api/posts/1', { method: 'PUT', body: '{}' })).status).toBe(503);
    expect(gateway.services.news.received).toHaveLength(1);
  });

  it('has its own 503 forwarded when the other reader fails too', async () => {
    gateway = await aGateway({ readers: 2 });
    const [first, second] = gateway.readers;
    if (first === undefined || second === undefined) throw new Error('two readers');
    first.respond = (_request, response) => response.writeHead(503, { 'retry-after': '7' }).end('not ready');
    expect((await gateway.get('/api/posts')).status).toBe(200);
    second.respond = first.respond;
    const reply = await gateway.get('/api/posts/2');
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '7']);
    gateway.services.accounts.respond = first.respond;
    await gateway.get('/api/users/me');
    expect(gateway.services.accounts.received).toHaveLength(1);
  });
});

describe('a service that is slow or aborts', () => {
  it.each(['/api/posts', '/api/users/me', '/'])('times out for %s with 504', async (path) => {
    gateway = await aGateway({ responseMs: 100 });
    for (const [, service] of allUpstreams()) service.respond = () => undefined;
    const response = await gateway.get(path);
    expect([response.status, await response.json()]).toEqual([
      504,
      {
        data: null,
        error: { status: 504, name: 'GatewayTimeoutError', message: 'Gateway Timeout', details: {} },
      },
    ]);
  });

  it.each(['/api/posts', '/api/users/me', '/uploads/a.png'])(
    'during its response does not affect the gateway: %s',
    async (path) => {
      gateway = await aGateway();
      for (const [, service] of allUpstreams())
        service.respond = (_request, response) => {
          response.writeHead(200, { 'content-length': 1_000 });
          response.write('some', () => response.destroy());
        };
      const outcome = await gateway.get(path).then(
        async (response) => (response.status === 503 ? 'refused' : response.text().catch(() => 'broken off')),
        () => 'broken off',
      );
      expect(['refused', 'broken off']).toContain(outcome);
      for (const [, service] of allUpstreams())
        service.respond = (_request, response) => response.end('well');
      expect(await (await gateway.get(path)).text()).toBe('well');
    },
  );

  it('whose client disconnects before the response does not affect others', async () => {
    gateway = await aGateway();
    const { accounts } = gateway.services;
    let finish = (): void => undefined;
    accounts.respond = (_request, response) => {
      finish = () => response.end('late');
    };
    const leaving = new AbortController();
    const pending = gateway.get('/api/users/me', { signal: leaving.signal });
    await vi.waitUntil(() => accounts.received.length === 1, 15_000);
    leaving.abort();
    await expect(pending).rejects.toThrow('aborted');
    finish();
    accounts.respond = (_request, response) => response.end('well');
    expect(await (await gateway.get('/api/users/me')).text()).toBe('well');
  });
});
