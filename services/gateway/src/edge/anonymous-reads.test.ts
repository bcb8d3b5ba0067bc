import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request as rawRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aGateway, tokenOf, type FakeService, type GatewayUnderTest } from '../gateway-builder.ts';

const POSITION = 'news.posts=10;news.site=10;catalog.media=10;accounts.users=10';
const TOPICS = ['news.posts', 'news.site', 'catalog.media', 'accounts.users'];

let gateway: GatewayUnderTest;
let reader: FakeService;

/** Makes a service respond with this text and data position. */
function respondWith(
  service: FakeService,
  text: string,
  head: Record<string, string | string[]> = {},
  status = 200,
): void {
  service.respond = (_request, response) => {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'x-data-position': POSITION,
      ...head,
    });
    response.end(text);
  };
}

const bodyOf = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await gateway.get(path, { headers })).text();

/** Resolves with the raw body, which `fetch` would have decompressed. */
const encodedBody = (
  path: string,
  encoding: string,
): Promise<{ encoding: string | undefined; body: Buffer; etag: string }> =>
  new Promise((resolve, reject) => {
    rawRequest(`${gateway.origin}${path}`, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          encoding: response.headers['content-encoding'],
          body: Buffer.concat(chunks),
          etag: String(response.headers.etag),
        }),
      );
    })
      .on('error', reject)
      .end();
  });

/** Resolves when a service has received this number of requests. */
const receivedTimes = async (service: FakeService, times: number): Promise<void> => {
  for (const end = performance.now() + 45_000; service.received.length < times; await setImmediate())
    if (performance.now() > end) throw new Error(`asked ${service.received.length} times, not ${times}`);
};

beforeEach(async () => {
  // A fixed clock, so that nothing expires during a test.
  vi.useFakeTimers({ toFake: ['Date'] });
  gateway = await aGateway();
  [reader] = gateway.readers as [FakeService];
  for (const topic of TOPICS) gateway.freshness.require(topic, 10);
  respondWith(reader, '{"n":1}');
});
afterEach(async () => {
  vi.useRealTimers();
  await gateway.close();
});

describe('an anonymous read', () => {
  it('is fetched once for two requests, under any alias', async () => {
    const texts = [
      await bodyOf('/api/posts?filters%5Bslug%5D=a'),
      await bodyOf('/api/posts?filters[slug]=a'),
      await bodyOf('/api/posts?filters%5bslug%5d=a'),
      await bodyOf('/api/posts?filters[slug]=a&'),
    ];
    expect(texts).toEqual(Array(4).fill('{"n":1}'));
    expect(reader.received.map(({ url }) => url)).toEqual(['/api/posts?filters[slug]=a']);
  });

  it('is fetched once for a hundred concurrent requests', async () => {
    const release: (() => void)[] = [];
    reader.respond = (_request, response) => {
      release.push(() => response.end('{"n":2}'));
    };
    const reads = Array.from({ length: 100 }, () => bodyOf('/api/posts'));
    await receivedTimes(reader, 1);
    await setImmediate();
    for (const end of release) end();
    expect(new Set(await Promise.all(reads))).toEqual(new Set(['{"n":2}']));
    expect(reader.received).toHaveLength(1);
  });

  it('forwards no client header to the service', async () => {
    await bodyOf('/api/posts', {
      cookie: 'session=1',
      'x-user-id': '1',
      'accept-language': 'hi',
      'user-agent': 'me',
      'x-forwarded-for': '9.9.9.9',
      'if-none-match': '"x"',
    });
    expect(Object.keys(reader.received[0]?.headers ?? {}).toSorted()).toEqual([
      'connection',
      'host',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-request-id',
    ]);
  });

  it('removes data positions and other internal headers from responses', async () => {
    respondWith(reader, '{}', {
      'x-data-age': '5',
      'x-powered-by': 'x',
      server: 'x',
      'x-internal-note': 'x',
      via: 'x',
    });
    const { headers } = await gateway.get('/api/posts');
    for (const name of ['x-data-position', 'x-data-age', 'x-powered-by', 'server', 'x-internal-note', 'via'])
      expect(headers.get(name)).toBeNull();
  });

  it('responds to HEAD like GET, without body', async () => {
    await bodyOf('/api/posts');
    const response = await gateway.get('/api/posts', { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '7',
      '',
    ]);
    expect(reader.received).toHaveLength(1);
  });
});

describe('audiences', () => {
  it('never shares responses between tokens and anonymous clients', async () => {
    reader.respond = (request, response) => {
      response.setHeader('x-data-position', POSITION);
      response.end(request.headers.authorization ?? 'anonymous');
    };
    expect(await bodyOf('/api/posts')).toBe('anonymous');
    for (const authorization of [4, 5].map((role) => `Bearer ${tokenOf(role)}`))
      expect(await bodyOf('/api/posts', { authorization })).toBe(authorization);
    // Any other scheme counts as no token, as in the reference.
    expect(await bodyOf('/api/posts', { authorization: 'Basic eDp5' })).toBe('anonymous');
    expect(await bodyOf('/api/posts')).toBe('anonymous');
  });

  it('forbids shared caches to store responses to tokens', async () => {
    respondWith(reader, '{}');
    const headers = { authorization: `Bearer ${tokenOf(4)}` };
    const response = await gateway.get('/api/posts', { headers });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('vary')).toContain('Authorization');
  });

  it.each([
    ['set-cookie', { 'set-cookie': ['a=1; HttpOnly', 'b=2'] }],
    ['private', { 'cache-control': 'private' }],
    ['no-store', { 'cache-control': 'max-age=5, no-store' }],
  ])('never shares a response with %s, and forwards no cookie', async (_name, head) => {
    respondWith(reader, '{}', head);
    const first = await gateway.get('/api/posts');
    await gateway.get('/api/posts');
    expect(reader.received).toHaveLength(2);
    expect(first.headers.getSetCookie()).toEqual([]);
    expect(first.headers.get('cache-control')).not.toContain('public');
  });

  it('fetches separately for each waiting request when the response is private', async () => {
    let requests = 0;
    reader.respond = (_request, response) => {
      requests += 1;
      response.setHeader('set-cookie', `visitor=${requests}`);
      response.end(`{"visitor":${requests}}`);
    };
    const responseKind = await Promise.all(Array.from({ length: 5 }, () => bodyOf('/api/posts')));
    expect(new Set(responseKind).size).toBe(5);
  });

  it('caches nothing for routes that are not cacheable', async () => {
    await bodyOf('/api/orders');
    await bodyOf('/api/users/me');
    await bodyOf('/api/orders');
    expect(gateway.services['cart-orders'].received).toHaveLength(2);
    expect(gateway.cache.size).toBe(0);
  });
});

describe('ETag', () => {
  it('responds 304 to a client that has the content, cached or not', async () => {
    const etag = String((await gateway.get('/api/posts')).headers.get('etag'));
    expect(etag).toMatch(/^"[\w.]{9,}"$/);
    const response = await gateway.get('/api/posts', { headers: { 'if-none-match': `"other", ${etag}` } });
    expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', etag]);
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect((await gateway.get('/api/posts', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('has an ETag that changes with the content', async () => {
    const before = (await gateway.get('/api/posts')).headers.get('etag');
    respondWith(reader, '{"n":3}', { 'x-data-position': POSITION.replaceAll('10', '11') });
    gateway.freshness.reportEvent('news.posts', 10);
    const after = await gateway.get('/api/posts', { headers: { 'if-none-match': String(before) } });
    expect([after.status, await after.text()]).toEqual([200, '{"n":3}']);
    expect(after.headers.get('etag')).not.toBe(before);
  });
});

describe('events', () => {
  const atPosition = (position: number) => POSITION.replaceAll('10', String(position));

  it('invalidate responses with older data', async () => {
    await bodyOf('/api/posts');
    respondWith(reader, '{"n":2}', { 'x-data-position': atPosition(11) });
    expect(await bodyOf('/api/posts')).toBe('{"n":1}');
    gateway.freshness.reportEvent('news.posts', 10);
    expect(await bodyOf('/api/posts')).toBe('{"n":2}');
  });

  it('do not invalidate routes that do not depend on their topic', async () => {
    await bodyOf('/api/site-setting');
    gateway.freshness.reportEvent('news.posts', 10);
    await bodyOf('/api/site-setting');
    expect(reader.received).toHaveLength(1);
  });

  it('prevent caching of a late response of a slower reader with older data', async () => {
    const release: (() => void)[] = [];
    reader.respond = (_request, response) => {
      response.setHeader('x-data-position', atPosition(10));
      release.push(() => response.end('old'));
    };
    const early = bodyOf('/api/posts');
    await receivedTimes(reader, 1);
    gateway.freshness.reportEvent('news.posts', 10);
    respondWith(reader, 'new', { 'x-data-position': atPosition(11) });
    // A request after the event does not join the fetch started before it.
    expect(await bodyOf('/api/posts')).toBe('new');
    for (const end of release) end();
    expect(await early).toBe('old');
    expect(await bodyOf('/api/posts')).toBe('new');
    expect(reader.received).toHaveLength(2);
  });

  it('prevent caching of responses of a lagging reader until it has caught up', async () => {
    gateway.freshness.reportEvent('news.posts', 10);
    respondWith(reader, 'lagging', { 'x-data-position': atPosition(10) });
    await bodyOf('/api/posts');
    await bodyOf('/api/posts');
    expect(gateway.cache.size).toBe(0);
    respondWith(reader, 'caught up', { 'x-data-position': atPosition(11) });
    await bodyOf('/api/posts');
    await bodyOf('/api/posts');
    expect(reader.received).toHaveLength(3);
  });

  it('invalidate pages by the data position from which they were rendered', async () => {
    const { web } = gateway.services;
    respondWith(web, '<p>1</p>', { 'content-type': 'text/html', 'x-data-position': atPosition(10) });
    await bodyOf('/tax/article');
    await bodyOf('/tax/article');
    expect(web.received).toHaveLength(1);
    gateway.freshness.reportEvent('news.site', 10);
    await bodyOf('/tax/article');
    expect(web.received).toHaveLength(2);
  });
});

describe('age', () => {
  it('serves a stale entry while it revalidates it once', async () => {
    await bodyOf('/api/posts');
    respondWith(reader, '{"n":2}');
    vi.setSystemTime(Date.now() + 3_000);
    expect(await Promise.all([bodyOf('/api/posts'), bodyOf('/api/posts')])).toEqual(['{"n":1}', '{"n":1}']);
    await receivedTimes(reader, 2);
    await vi.waitUntil(async () => (await bodyOf('/api/posts')) === '{"n":2}', 15_000);
    expect(reader.received).toHaveLength(2);
  });

  it('does not show view counts older than five seconds', async () => {
    await bodyOf('/api/posts');
    respondWith(reader, '{"n":2}');
    vi.setSystemTime(Date.now() + 5_000);
    expect(await bodyOf('/api/posts')).toBe('{"n":2}');
  });

  it('caches for less than a second while no events arrive', async () => {
    gateway.feed.live = false;
    await bodyOf('/api/posts');
    await bodyOf('/api/posts');
    expect(reader.received).toHaveLength(1);
    vi.setSystemTime(Date.now() + 950);
    await bodyOf('/api/posts');
    expect(reader.received).toHaveLength(2);
  });

  it('caches 404 responses for a shorter time', async () => {
    respondWith(reader, '{"data":null}', {}, 404);
    expect((await gateway.get('/api/posts/9')).status).toBe(404);
    await gateway.get('/api/posts/9');
    expect(reader.received).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1_000);
    respondWith(reader, '{"data":{}}');
    expect((await gateway.get('/api/posts/9')).status).toBe(200);
  });
});

describe('a cached response', () => {
  it('can be a redirect with its location', async () => {
    respondWith(reader, '', { location: '/news/new' }, 301);
    await gateway.get('/api/posts/1');
    const response = await gateway.get('/api/posts/1');
    expect([response.status, response.headers.get('location')]).toEqual([301, '/news/new']);
    expect(reader.received).toHaveLength(1);
  });

  it.each([400, 500, 302])('is not created for status %i', async (status) => {
    respondWith(reader, '{}', {}, status);
    await gateway.get('/api/posts');
    await gateway.get('/api/posts');
    expect(reader.received).toHaveLength(2);
  });

  it('keeps the CSP of a page, and has a strict one otherwise', async () => {
    const { web } = gateway.services;
    respondWith(web, '<p>', {
      'content-type': 'text/html',
      'content-security-policy': "script-src 'sha256-x'",
    });
    const own = await gateway.get('/a');
    respondWith(web, '<p>', { 'content-type': 'text/html' });
    const ours = await gateway.get('/b');
    expect(own.headers.get('content-security-policy')).toBe("script-src 'sha256-x'");
    expect(ours.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(ours.headers.get('content-security-policy')).not.toContain('unsafe');
  });
});

describe('compression', () => {
  const text = JSON.stringify({ words: 'the same words again and again '.repeat(200) });

  it('is sent in the requested encoding, each with its own ETag', async () => {
    respondWith(reader, text);
    const br = await encodedBody('/api/posts', 'gzip, deflate, br');
    const gzip = await encodedBody('/api/posts', 'gzip');
    await vi.waitUntil(async () => (await encodedBody('/api/posts', 'gzip')).encoding === 'gzip', 15_000);
    const later = await encodedBody('/api/posts', 'gzip');
    const plain = await encodedBody('/api/posts', 'br;q=0, gzip;q=0');
    expect([br.encoding, brotliDecompressSync(br.body).toString()]).toEqual(['br', text]);
    expect([later.encoding, gunzipSync(later.body).toString()]).toEqual(['gzip', text]);
    expect([plain.encoding, plain.body.toString()]).toEqual([undefined, text]);
    expect(new Set([br.etag, later.etag, plain.etag]).size).toBe(3);
    expect(gzip.body.length).toBeGreaterThan(0);
    expect(reader.received).toHaveLength(1);
  });

  it('keeps compressed bodies of unchanged content', async () => {
    respondWith(reader, text);
    await encodedBody('/api/posts', 'br');
    vi.setSystemTime(Date.now() + 6_000);
    await encodedBody('/api/posts', 'identity');
    expect(gateway.cache.get('/api/posts')?.variants.br).toBeDefined();
    expect(reader.received).toHaveLength(2);
  });

  it('has one entry per encoding of assets', async () => {
    const { web } = gateway.services;
    web.respond = (request, response) => {
      response.setHeader('cache-control', 'public, max-age=31536000, immutable');
      if (request.headers['accept-encoding'] === 'br') response.setHeader('content-encoding', 'br');
      response.end(request.headers['accept-encoding']);
    };
    expect((await encodedBody('/assets/a.js', 'br')).body.toString()).toBe('br');
    expect((await encodedBody('/assets/a.js', 'identity')).body.toString()).toBe('identity');
    const reply = await gateway.get('/assets/a.js', { headers: { 'accept-encoding': 'identity' } });
    expect(reply.headers.get('cache-control')).toContain('immutable');
    expect(web.received).toHaveLength(2);
  });
});
