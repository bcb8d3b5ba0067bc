import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aGateway, type GatewayUnderTest } from '../../services/gateway/src/gateway-builder.ts';
import { aNewsApp, aPost, visitorCookie, type TestApp } from '../../services/news/src/app-builder.ts';

let gateway: GatewayUnderTest;
let news: TestApp;

beforeEach(async () => {
  news = await aNewsApp({ documents: { post: [aPost(1, { views_count: 41 })] } });
  await news.app.ready();
  // Each request sets its client IP address.
  gateway = await aGateway({ trustedProxies: ['127.0.0.1'] });
  for (const service of [gateway.services.news, ...gateway.readers])
    service.respond = (request, response) => news.app.routing(request, response);
});
afterEach(async () => {
  await gateway.close();
  await news.app.close();
});

const view = (headers: Record<string, string> = {}): Promise<Response> =>
  gateway.get('/api/posts/1', {
    method: 'PUT',
    body: JSON.stringify({ data: { views_count: 1 } }),
    headers: { 'content-type': 'application/json', ...headers },
  });
const viewsCount = () => news.live.model.get('post', 1)?.['views_count'];
const offeredBy = (response: Response): string => response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

describe('a view through the gateway', () => {
  it('sets a cookie, by which the browser is counted once from any address', async () => {
    const first = await view({ 'x-forwarded-for': '203.0.113.5', 'user-agent': 'a' });
    const cookie = offeredBy(first);
    expect([first.status, viewsCount()]).toEqual([200, 42]);
    expect(cookie).toMatch(/^vidhi_visitor=[\w-]{22}$/);
    const second = await view({ 'x-forwarded-for': '198.51.100.7', 'user-agent': 'b', cookie });
    expect([second.status, viewsCount(), second.headers.getSetCookie()]).toEqual([200, 42, []]);
  });

  it('without the cookie is counted for each visitor behind one address and browser name, five times a minute', async () => {
    for (let visitor = 0; visitor < 7; visitor += 1)
      await view({ 'x-forwarded-for': '203.0.113.5', 'user-agent': 'a' });
    expect(viewsCount()).toBe(41 + 5);
  });

  it('beyond that is counted when it is sent again with the cookie, as the response says', async () => {
    const from = { 'x-forwarded-for': '203.0.113.5', 'user-agent': 'a' };
    for (let visitor = 0; visitor < 5; visitor += 1)
      expect((await view(from)).headers.get('x-view-repeat')).toBeNull();
    const sixth = await view(from);
    expect([sixth.headers.get('x-view-repeat'), viewsCount()]).toEqual(['true', 46]);
    const again = await view({ ...from, cookie: offeredBy(sixth) });
    expect([again.headers.get('x-view-repeat'), viewsCount()]).toEqual([null, 47]);
  });

  it('of two visitors at one address is counted for each', async () => {
    for (const letter of ['a', 'b', 'a']) await view({ cookie: visitorCookie(letter) });
    expect(viewsCount()).toBe(43);
  });

  it('forwards no other cookie to the service', async () => {
    await view({ cookie: `session=secret; vidhi_visitor=${'a'.repeat(22)}; theme=dark` });
    expect(gateway.services.news.received.map(({ headers }) => headers.cookie)).toEqual([
      `vidhi_visitor=${'a'.repeat(22)}`,
    ]);
  });
});

describe('a read through the gateway', () => {
  it('carries no cookie in either direction, cached or not', async () => {
    const [reader] = gateway.readers;
    if (reader === undefined) throw new Error('one reader');
    const respondWithNews = reader.respond;
    reader.respond = (request, response) => {
      response.setHeader('set-cookie', `vidhi_visitor=${'b'.repeat(22)}; Path=/`);
      respondWithNews(request, response);
    };
    const cookie = `vidhi_visitor=${'a'.repeat(22)}`;
    for (const headers of [{}, { cookie }, { cookie }, {}]) {
      const response = await gateway.get('/api/posts/1', { headers });
      expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
    }
    expect(reader.received.map(({ headers }) => headers.cookie)).not.toContain(cookie);
  });
});
