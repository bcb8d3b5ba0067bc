import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aGateway, type FakeService, type GatewayUnderTest } from '../gateway-builder.ts';
import { FOLLOWED_TOPICS } from '../routing/routes.ts';

const NEWS_POSITION = 'news.posts=10;news.site=10;catalog.media=10;accounts.users=10';
const CATALOG_POSITION =
  'catalog.books=10;catalog.lists=10;catalog.profiles=10;catalog.media=10;news.site=10';

let gateway: GatewayUnderTest;
let news: FakeService;
let catalog: FakeService;

function respondWith(service: FakeService, body: string, position: string, status = 200): void {
  service.respond = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-data-position': position });
    response.end(body);
  };
}

const groups = (names: object): string => JSON.stringify({ data: names, meta: {} });
const request = async (headers: Record<string, string> = {}) => {
  const response = await gateway.get('/api/suggest?q=gst', { headers });
  return { status: response.status, data: ((await response.json()) as { data: unknown }).data };
};

beforeEach(async () => {
  gateway = await aGateway();
  [news, catalog] = [gateway.readers[0] ?? gateway.services.news, gateway.services.catalog];
  for (const topic of FOLLOWED_TOPICS) gateway.freshness.require(topic, 5);
  respondWith(news, groups({ posts: [1] }), NEWS_POSITION);
  respondWith(catalog, groups({ books: [2] }), CATALOG_POSITION);
});
afterEach(() => gateway.close());

describe('a response of two services', () => {
  it('has the groups of both, is fetched once, and is the same with a token', async () => {
    for (const headers of [{}, {}, { authorization: 'Bearer x.y.z' }])
      expect(await request(headers)).toEqual({ status: 200, data: { posts: [1], books: [2] } });
    expect([news.received.length, catalog.received.length]).toEqual([1, 1]);
    expect(catalog.received[0]?.url).toBe('/api/suggest?q=gst');
    expect(catalog.received[0]?.headers.authorization).toBeUndefined();
  });

  it.each(['news.posts', 'catalog.books', 'catalog.profiles'])(
    'is invalidated by events of %s',
    async (topic) => {
      await request();
      gateway.freshness.reportEvent(topic, 9);
      await request();
      expect(news.received).toHaveLength(1);
      gateway.freshness.reportEvent(topic, 10);
      respondWith(catalog, groups({ books: [3] }), CATALOG_POSITION.replaceAll('=10', '=11'));
      respondWith(news, groups({ posts: [4] }), NEWS_POSITION.replaceAll('=10', '=11'));
      expect((await request()).data).toEqual({ posts: [4], books: [3] });
    },
  );

  it('has the lower data position of its parts', async () => {
    respondWith(
      catalog,
      groups({ books: [2] }),
      CATALOG_POSITION.replace('catalog.media=10', 'catalog.media=4'),
    );
    await request();
    await request();
    expect(news.received).toHaveLength(2);
  });

  it('is the response of one when the other fails, and an error when both fail', async () => {
    respondWith(catalog, 'down', CATALOG_POSITION, 503);
    expect(await request()).toEqual({ status: 200, data: { posts: [1] } });
    respondWith(catalog, groups({ books: [2] }), CATALOG_POSITION);
    await news.stop();
    gateway.freshness.reportEvent('catalog.books', 9);
    gateway.cache.clear();
    expect(await request()).toEqual({ status: 200, data: { books: [2] } });
    await catalog.stop();
    gateway.cache.clear();
    expect((await request()).status).toBe(503);
    await Promise.all([news.restart(), catalog.restart()]);
  });

  it('lists the sitemaps of both in one index', async () => {
    const index = (name: string) =>
      `<?xml version="1.0"?>\n<sitemapindex xmlns="x">\n<sitemap><loc>${name}</loc></sitemap>\n</sitemapindex>\n`;
    respondWith(news, index('posts-1'), NEWS_POSITION);
    respondWith(catalog, index('books'), CATALOG_POSITION);
    expect(await (await gateway.get('/sitemap.xml')).text()).toBe(
      '<?xml version="1.0"?>\n<sitemapindex xmlns="x">\n<sitemap><loc>posts-1</loc></sitemap>\n' +
        '<sitemap><loc>books</loc></sitemap>\n</sitemapindex>\n',
    );
    const paths = ['/sitemaps/books.xml', '/sitemaps/firms/2.xml', '/sitemaps/catalogs.xml'];
    for (const path of paths) await gateway.get(path);
    expect(catalog.received.map(({ url }) => url).slice(1)).toEqual(paths);
  });
});
