import { afterEach, describe, expect, it } from 'vitest';
import { aNewsApp, aPost, asRole, type TestApp, type TestAppOptions } from './app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());
const start = async (options: TestAppOptions = {}): Promise<TestApp> => (made = await aNewsApp(options));

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, url: string, payload?: unknown, headers: Record<string, string> = {}) =>
  made.app.inject({
    method,
    url,
    headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });

describe('a deleted document', () => {
  it('is removed from the relations of posts', async () => {
    await start();
    const create = async (url: string, data: object) =>
      (await call('POST', url, { data }, asRole(10))).json().data.id;
    const category = await create('/api/categories', { name: 'Gone', slug: 'gone' });
    made.live.put('file', { id: 5, name: 'p.jpg', url: '/uploads/p.jpg' }, 1);
    const post = await create('/api/posts', { title: 'x', slug: 'x', categories: [category], image: 5 });
    await call('DELETE', `/api/categories/${category}`, undefined, asRole(10));
    made.live.remove('file', 5, 2);
    const { attributes } = (await call('GET', `/api/posts/${post}?populate=*`)).json().data;
    expect([attributes.categories, attributes.image]).toEqual([{ data: [] }, { data: null }]);
    for (const name of ['categories', 'image']) {
      const without = await call('GET', `/api/posts?filters[${name}][id][$null]=true`);
      expect([name, without.json().data.length]).toEqual([name, 1]);
    }
    expect((await call('GET', '/feed.xml')).body).toContain('<link>https://news.example.in/x</link>');
    expect((await call('GET', '/sitemaps/posts-1.xml')).body).toContain(
      '<loc>https://news.example.in/x</loc>',
    );
    expect((await call('GET', '/api/slugs/x')).json().data.category).toBeNull();
  });
});

describe('malformed URLs', () => {
  it.each([
    '/api/slugs/%00',
    '/api/slugs/%E0%A4%A',
    '/api/slugs/__proto__',
    `/api/slugs/${'x'.repeat(400)}`,
    '/api/posts/__proto__/related',
    '/api/posts/1e400/related',
    '/api/posts/by-author/__proto__',
    '/api/posts/by-author/1e400?pagination[page]=x&populate[a][b]=1',
    '/api/posts/1/related?populate[a][b][c]=1&fields[]=&fields=nope',
    '/api/suggest?q[a]=b&q=%00',
    `/api/suggest?q=${'%F0%9F%98%80'.repeat(300)}`,
    '/news/%2e%2e/feed.xml',
    '/tags/__proto__/feed.json',
    '/sitemaps/posts-99999999.xml',
    '/sitemaps/constructor.xml',
  ])('cause no server error: %s', async (url) => {
    await start({ documents: { post: [aPost(1)] } });
    expect((await call('GET', url)).statusCode).toBeLessThan(500);
  });
});

describe('a sitemap file with an unknown number', () => {
  it('does not iterate over the posts', async () => {
    await start({ documents: { post: [aPost(1)] } });
    const posts = made.live.model.store('post');
    const order = posts.order.bind(posts);
    let passes = 0;
    posts.order = (columns) => {
      passes += 1;
      return order(columns);
    };
    expect((await call('GET', '/sitemaps/posts-2.xml')).statusCode).toBe(404);
    expect((await call('GET', '/sitemaps/posts-999999.xml')).statusCode).toBe(404);
    expect(passes).toBe(0);
    expect((await call('GET', '/sitemaps/posts-1.xml')).statusCode).toBe(200);
    expect(passes).toBe(1);
  });
});

describe('a write while the database is down', () => {
  it('gets 503 with Retry-After', async () => {
    await start();
    made.store.create = async () => {
      throw Object.assign(new Error('connect'), { name: 'MongoServerSelectionError' });
    };
    const response = await call('POST', '/api/tags', { data: { name: 'x', slug: 'x' } }, asRole(10));
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
  });
});
