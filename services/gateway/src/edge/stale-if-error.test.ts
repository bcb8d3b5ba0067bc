import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  aGateway,
  tokenOf,
  type FakeService,
  type GatewayOptions,
  type GatewayUnderTest,
} from '../gateway-builder.ts';

const TOPICS = ['news.posts', 'news.site', 'catalog.media', 'accounts.users'];
const POSITION = TOPICS.map((topic) => `${topic}=10`).join(';');

let gateway: GatewayUnderTest;
let reader: FakeService;

function respondWith(
  service: FakeService,
  text: string,
  status = 200,
  head: Record<string, string> = {},
): void {
  service.respond = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-data-position': POSITION, ...head });
    response.end(text);
  };
}

async function start(options: GatewayOptions = {}): Promise<void> {
  gateway = await aGateway(options);
  [reader] = gateway.readers as [FakeService];
  for (const topic of TOPICS) gateway.freshness.require(topic, 10);
  respondWith(reader, '{"n":1}');
  respondWith(gateway.services.web, '<p>1</p>', 200, { 'content-type': 'text/html' });
}

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await gateway.get(path, { headers });
  return {
    status: response.status,
    text: await response.text(),
    age: response.headers.get('age'),
    warning: response.headers.get('warning'),
  };
};
const later = (milliseconds: number): void => void vi.setSystemTime(Date.now() + milliseconds);

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  await gateway.close();
});

describe('a cached response whose upstream fails', () => {
  const STALE = { status: 200, age: '20', warning: '110 - "Response is Stale"' };

  it.each([
    ['list', '/api/posts', 'reader', '{"n":1}'],
    ['feed', '/feed.xml', 'reader', '{"n":1}'],
    ['page', '/tax/article', 'web', '<p>1</p>'],
  ] as const)(
    'is sent for a %s, marked as stale, when the service is down',
    async (_kind, path, name, text) => {
      await start();
      expect(await read(path)).toEqual({ status: 200, text, age: null, warning: null });
      await (name === 'reader' ? reader : gateway.services.web).stop();
      later(40_000);
      gateway.freshness.reportEvent('news.posts', 10);
      expect(await read(path)).toEqual({ ...STALE, age: '40', text });
    },
  );

  it.each([500, 502, 503])('is sent when the service responds %i', async (status) => {
    await start();
    await read('/api/posts');
    respondWith(reader, 'failed', status);
    later(20_000);
    expect(await read('/api/posts')).toEqual({ ...STALE, text: '{"n":1}' });
  });

  it('is sent when the service is not ready', async () => {
    await start();
    await read('/api/posts');
    reader.readyStatus = 503;
    respondWith(reader, '{"data":[],"meta":{"pagination":{"total":0}}}');
    await expect.poll(() => gateway.upstreams.newsReaders.next()).toBeNull();
    later(20_000);
    expect(await read('/api/posts')).toEqual({ ...STALE, text: '{"n":1}' });
    expect(reader.received).toHaveLength(1);
  });

  it('is sent when the service is too slow; its late response is cached', async () => {
    await start();
    await read('/api/posts');
    let finish = (): void => undefined;
    reader.respond = (_request, response) => {
      finish = () => response.writeHead(200, { 'x-data-position': POSITION }).end('{"n":2}');
    };
    later(20_000);
    expect(await read('/api/posts')).toEqual({ ...STALE, text: '{"n":1}' });
    finish();
    await expect.poll(async () => (await read('/api/posts')).text).toBe('{"n":2}');
    expect(reader.received).toHaveLength(2);
  });

  it('is 304, marked as stale, for a client that has it', async () => {
    await start();
    const etag = String((await gateway.get('/api/posts')).headers.get('etag'));
    await reader.stop();
    later(20_000);
    expect(await read('/api/posts', { 'if-none-match': etag })).toEqual({ ...STALE, status: 304, text: '' });
  });

  it('is not sent beyond the configured age', async () => {
    await start({ staleIfErrorMs: 60_000 });
    await read('/api/posts');
    await reader.stop();
    later(60_000);
    expect((await read('/api/posts')).status).toBe(200);
    later(1);
    expect((await read('/api/posts')).status).toBe(503);
  });

  it('is not sent while the service responds, even when invalidated', async () => {
    await start();
    await read('/api/posts');
    respondWith(reader, '{"n":2}');
    gateway.freshness.reportEvent('news.posts', 10);
    expect(await read('/api/posts')).toEqual({ status: 200, text: '{"n":2}', age: null, warning: null });
  });

  it('is never sent to a request with a token', async () => {
    await start();
    await read('/api/posts');
    await reader.stop();
    expect((await read('/api/posts', { authorization: `Bearer ${tokenOf(4)}` })).status).toBe(503);
  });

  it('is not sent when it is a 404', async () => {
    await start();
    respondWith(reader, '{"data":null}', 404);
    expect((await read('/api/posts/9')).status).toBe(404);
    await reader.stop();
    later(2_000);
    expect((await read('/api/posts/9')).status).toBe(503);
  });
});

describe('an unavailable page', () => {
  it('is an HTML page with a retry link for browsers, with no-store', async () => {
    await start();
    await gateway.services.web.stop();
    const response = await gateway.get('/tax/article', { headers: { accept: 'text/html,*/*' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      503,
      'text/html; charset=utf-8',
    ]);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('<a href="">Try again</a>');
  });
});

describe('a response of a service without events', () => {
  it('is marked as stale, with the age of its data and the time for which it was cached', async () => {
    await start();
    respondWith(reader, '{"n":1}', 200, { 'x-data-age': '30' });
    const stale = { status: 200, text: '{"n":1}', warning: '110 - "Response is Stale"' };
    expect(await read('/api/posts')).toEqual({ ...stale, age: '30' });
    later(2_000);
    expect(await read('/api/posts')).toEqual({ ...stale, age: '32' });
  });

  it('is marked also when it is 404', async () => {
    await start();
    respondWith(reader, '{"data":null}', 404, { 'x-data-age': '7' });
    expect(await read('/api/posts/9')).toMatchObject({ status: 404, age: '7' });
  });

  it('is not marked by a malformed age', async () => {
    await start();
    respondWith(reader, '{"n":1}', 200, { 'x-data-age': 'old' });
    expect(await read('/api/posts')).toMatchObject({ status: 200, age: null, warning: null });
  });
});
