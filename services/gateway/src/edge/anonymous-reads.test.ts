import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request as rawRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aGateway, tokenOf, type FakeService, type GatewayUnderTest } from '../gateway-builder.ts';

const POSITION = 'news.posts=10;news.site=10;catalog.media=10;accounts.users=10';
const TOPICS = ['news.posts', 'news.site', 'catalog.media', 'accounts.users'];

let gateway: GatewayUnderTest;
let reader: FakeService;

/** Makes a service answer this text, with the position of its data. */
function says(
  service: FakeService,
  text: string,
  head: Record<string, string | string[]> = {},
  status = 200,
): void {
  service.answer = (_request, response) => {
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

/** The raw body, which `fetch` would have decompressed. */
const encodedBody = (
  path: string,
  encoding: string,
): Promise<{ encoding: string | undefined; body: Buffer; etag: string }> =>
  new Promise((resolve, reject) => {
    rawRequest(`${gateway.origin}${path}`, { headers: { 'accept-encoding': encoding } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          encoding: answer.headers['content-encoding'],
          body: Buffer.concat(chunks),
          etag: String(answer.headers.etag),
        }),
      );
    })
      .on('error', reject)
      .end();
  });

/** Resolves when a service has been asked this often. */
const receivedTimes = async (service: FakeService, times: number): Promise<void> => {
  for (const end = performance.now() + 45_000; service.received.length < times; await setImmediate())
    if (performance.now() > end) throw new Error(`asked ${service.received.length} times, not ${times}`);
};

beforeEach(async () => {
  // Nothing ages while a test runs, however long that takes.
  vi.useFakeTimers({ toFake: ['Date'] });
  gateway = await aGateway();
  [reader] = gateway.readers as [FakeService];
  for (const topic of TOPICS) gateway.freshness.require(topic, 10);
  says(reader, '{"n":1}');
});
afterEach(async () => {
  vi.useRealTimers();
  await gateway.close();
});

describe('an anonymous read', () => {
  it('asks once for what is read twice, under any alias', async () => {
    const texts = [
      await bodyOf('/api/posts?filters%5Bslug%5D=a'),
      await bodyOf('/api/posts?filters[slug]=a'),
      await bodyOf('/api/posts?filters%5bslug%5d=a'),
      await bodyOf('/api/posts?filters[slug]=a&'),
    ];
    expect(texts).toEqual(Array(4).fill('{"n":1}'));
    expect(reader.received.map(({ url }) => url)).toEqual(['/api/posts?filters[slug]=a']);
  });

  it('asks once for what a hundred read at the same time', async () => {
    const release: (() => void)[] = [];
    reader.answer = (_request, response) => {
      release.push(() => response.end('{"n":2}'));
    };
    const reads = Array.from({ length: 100 }, () => bodyOf('/api/posts'));
    await receivedTimes(reader, 1);
    await setImmediate();
    for (const end of release) end();
    expect(new Set(await Promise.all(reads))).toEqual(new Set(['{"n":2}']));
    expect(reader.received).toHaveLength(1);
  });

  it('passes nothing of the client to the service', async () => {
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

  it('keeps positions and other marks of the house from the client', async () => {
    says(reader, '{}', {
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

  it('answers HEAD like GET, without the body', async () => {
    await bodyOf('/api/posts');
    const answer = await gateway.get('/api/posts', { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      '7',
      '',
    ]);
    expect(reader.received).toHaveLength(1);
  });
});

describe('audiences', () => {
  it('never gives the answer for a token to anybody else, nor the shared one to a token', async () => {
    reader.answer = (request, response) => {
      response.setHeader('x-data-position', POSITION);
      response.end(request.headers.authorization ?? 'anonymous');
    };
    expect(await bodyOf('/api/posts')).toBe('anonymous');
    for (const authorization of [4, 5].map((role) => `Bearer ${tokenOf(role)}`))
      expect(await bodyOf('/api/posts', { authorization })).toBe(authorization);
    // Any other scheme counts as none, as in the reference.
    expect(await bodyOf('/api/posts', { authorization: 'Basic eDp5' })).toBe('anonymous');
    expect(await bodyOf('/api/posts')).toBe('anonymous');
  });

  it('forbids shared caches to keep what a token got', async () => {
    says(reader, '{}');
    const headers = { authorization: `Bearer ${tokenOf(4)}` };
    const answer = await gateway.get('/api/posts', { headers });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('vary')).toContain('Authorization');
  });

  it.each([
    ['set-cookie', { 'set-cookie': ['a=1; HttpOnly', 'b=2'] }],
    ['private', { 'cache-control': 'private' }],
    ['no-store', { 'cache-control': 'max-age=5, no-store' }],
  ])('never shares an answer with %s, and lets no cookie pass', async (_name, head) => {
    says(reader, '{}', head);
    const first = await gateway.get('/api/posts');
    await gateway.get('/api/posts');
    expect(reader.received).toHaveLength(2);
    expect(first.headers.getSetCookie()).toEqual([]);
    expect(first.headers.get('cache-control')).not.toContain('public');
  });

  it('lets each of those who waited together ask for themselves when the answer is for one alone', async () => {
    let asked = 0;
    reader.answer = (_request, response) => {
      asked += 1;
      response.setHeader('set-cookie', `visitor=${asked}`);
      response.end(`{"visitor":${asked}}`);
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => bodyOf('/api/posts')));
    expect(new Set(answers).size).toBe(5);
  });

  it('keeps nothing of routes that are not shared', async () => {
    await bodyOf('/api/orders');
    await bodyOf('/api/users/me');
    await bodyOf('/api/orders');
    expect(gateway.services['cart-orders'].received).toHaveLength(2);
    expect(gateway.cache.size).toBe(0);
  });
});

describe('ETag', () => {
  it('answers 304 to a client that holds the content, whoever asked before', async () => {
    const etag = String((await gateway.get('/api/posts')).headers.get('etag'));
    expect(etag).toMatch(/^"[\w.]{9,}"$/);
    const answer = await gateway.get('/api/posts', { headers: { 'if-none-match': `"other", ${etag}` } });
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect((await gateway.get('/api/posts', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('changes with the content', async () => {
    const before = (await gateway.get('/api/posts')).headers.get('etag');
    says(reader, '{"n":3}', { 'x-data-position': POSITION.replaceAll('10', '11') });
    gateway.freshness.reportEvent('news.posts', 10);
    const after = await gateway.get('/api/posts', { headers: { 'if-none-match': String(before) } });
    expect([after.status, await after.text()]).toEqual([200, '{"n":3}']);
    expect(after.headers.get('etag')).not.toBe(before);
  });
});

describe('events', () => {
  const atPosition = (position: number) => POSITION.replaceAll('10', String(position));

  it('drop what was answered from older data', async () => {
    await bodyOf('/api/posts');
    says(reader, '{"n":2}', { 'x-data-position': atPosition(11) });
    expect(await bodyOf('/api/posts')).toBe('{"n":1}');
    gateway.freshness.reportEvent('news.posts', 10);
    expect(await bodyOf('/api/posts')).toBe('{"n":2}');
  });

  it('drop nothing on routes that do not depend on their topic', async () => {
    await bodyOf('/api/site-setting');
    gateway.freshness.reportEvent('news.posts', 10);
    await bodyOf('/api/site-setting');
    expect(reader.received).toHaveLength(1);
  });

  it('keep an answer out that a slower reader made before them, however late it arrives', async () => {
    const release: (() => void)[] = [];
    reader.answer = (_request, response) => {
      response.setHeader('x-data-position', atPosition(10));
      release.push(() => response.end('old'));
    };
    const early = bodyOf('/api/posts');
    await receivedTimes(reader, 1);
    gateway.freshness.reportEvent('news.posts', 10);
    says(reader, 'new', { 'x-data-position': atPosition(11) });
    // Who asks after the event does not wait for the answer from before it.
    expect(await bodyOf('/api/posts')).toBe('new');
    for (const end of release) end();
    expect(await early).toBe('old');
    expect(await bodyOf('/api/posts')).toBe('new');
    expect(reader.received).toHaveLength(2);
  });

  it('keep answers of a reader that lags out of the cache until it has caught up', async () => {
    gateway.freshness.reportEvent('news.posts', 10);
    says(reader, 'lagging', { 'x-data-position': atPosition(10) });
    await bodyOf('/api/posts');
    await bodyOf('/api/posts');
    expect(gateway.cache.size).toBe(0);
    says(reader, 'caught up', { 'x-data-position': atPosition(11) });
    await bodyOf('/api/posts');
    await bodyOf('/api/posts');
    expect(reader.received).toHaveLength(3);
  });

  it('drop pages by the position of the data that they were rendered from', async () => {
    const { web } = gateway.services;
    says(web, '<p>1</p>', { 'content-type': 'text/html', 'x-data-position': atPosition(10) });
    await bodyOf('/tax/article');
    await bodyOf('/tax/article');
    expect(web.received).toHaveLength(1);
    gateway.freshness.reportEvent('news.site', 10);
    await bodyOf('/tax/article');
    expect(web.received).toHaveLength(2);
  });
});

describe('age', () => {
  it('serves what is stale once more while it asks again, once', async () => {
    await bodyOf('/api/posts');
    says(reader, '{"n":2}');
    vi.setSystemTime(Date.now() + 3_000);
    expect(await Promise.all([bodyOf('/api/posts'), bodyOf('/api/posts')])).toEqual(['{"n":1}', '{"n":1}']);
    await receivedTimes(reader, 2);
    await vi.waitUntil(async () => (await bodyOf('/api/posts')) === '{"n":2}', 15_000);
    expect(reader.received).toHaveLength(2);
  });

  it('does not show view counts older than five seconds', async () => {
    await bodyOf('/api/posts');
    says(reader, '{"n":2}');
    vi.setSystemTime(Date.now() + 5_000);
    expect(await bodyOf('/api/posts')).toBe('{"n":2}');
  });

  it('keeps nothing for a second or more while events do not reach it', async () => {
    gateway.feed.live = false;
    await bodyOf('/api/posts');
    await bodyOf('/api/posts');
    expect(reader.received).toHaveLength(1);
    vi.setSystemTime(Date.now() + 950);
    await bodyOf('/api/posts');
    expect(reader.received).toHaveLength(2);
  });

  it('believes an absence for less long', async () => {
    says(reader, '{"data":null}', {}, 404);
    expect((await gateway.get('/api/posts/9')).status).toBe(404);
    await gateway.get('/api/posts/9');
    expect(reader.received).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1_000);
    says(reader, '{"data":{}}');
    expect((await gateway.get('/api/posts/9')).status).toBe(200);
  });
});

describe('what is kept', () => {
  it('keeps a move with its address', async () => {
    says(reader, '', { location: '/news/new' }, 301);
    await gateway.get('/api/posts/1');
    const answer = await gateway.get('/api/posts/1');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/news/new']);
    expect(reader.received).toHaveLength(1);
  });

  it.each([400, 500, 302])('asks again after %i', async (status) => {
    says(reader, '{}', {}, status);
    await gateway.get('/api/posts');
    await gateway.get('/api/posts');
    expect(reader.received).toHaveLength(2);
  });

  it('leaves a page with its own policy as it is, and gives others a strict one', async () => {
    const { web } = gateway.services;
    says(web, '<p>', { 'content-type': 'text/html', 'content-security-policy': "script-src 'sha256-x'" });
    const own = await gateway.get('/a');
    says(web, '<p>', { 'content-type': 'text/html' });
    const ours = await gateway.get('/b');
    expect(own.headers.get('content-security-policy')).toBe("script-src 'sha256-x'");
    expect(ours.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(ours.headers.get('content-security-policy')).not.toContain('unsafe');
  });
});

describe('compression', () => {
  const text = JSON.stringify({ words: 'the same words again and again '.repeat(200) });

  it('sends the encoding that is asked for, each with its own ETag', async () => {
    says(reader, text);
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

  it('keeps the compressed body of content that has not changed', async () => {
    says(reader, text);
    await encodedBody('/api/posts', 'br');
    vi.setSystemTime(Date.now() + 6_000);
    await encodedBody('/api/posts', 'identity');
    expect(gateway.cache.get('/api/posts')?.variants.br).toBeDefined();
    expect(reader.received).toHaveLength(2);
  });

  it('asks for assets in the encoding of the client and keeps each', async () => {
    const { web } = gateway.services;
    web.answer = (request, response) => {
      response.setHeader('cache-control', 'public, max-age=31536000, immutable');
      if (request.headers['accept-encoding'] === 'br') response.setHeader('content-encoding', 'br');
      response.end(request.headers['accept-encoding']);
    };
    expect((await encodedBody('/assets/a.js', 'br')).body.toString()).toBe('br');
    expect((await encodedBody('/assets/a.js', 'identity')).body.toString()).toBe('identity');
    const answer = await gateway.get('/assets/a.js', { headers: { 'accept-encoding': 'identity' } });
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(web.received).toHaveLength(2);
  });
});
