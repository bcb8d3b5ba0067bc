import { afterEach, describe, expect, it } from 'vitest';
import {
  aNewsApp,
  aPost,
  visitorCookie,
  asRole,
  aSubject,
  type TestApp,
  type TestAppOptions,
} from './app-builder.ts';
import { siteOptionCollection } from '@vidhi/collections/news/site-settings.ts';

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

const EDITORS = [10, 11];
const OTHERS = [null, 4, 5, 6, 7];
const COLLECTIONS = ['posts', 'categories', 'tags', 'site-ads', 'products', 'hosted-pages'];
const FORBIDDEN =
  '{"data":null,"error":{"status":403,"name":"ForbiddenError","message":"Forbidden","details":{}}}';
const headersOf = (role: number | null) => (role === null ? {} : asRole(role));

describe('permissions', () => {
  const documents = {
    post: [aPost(1)],
    category: [aSubject(1, 'GST')],
    tag: [aSubject(1, 'GST')],
    'site-ad': [{ id: 1, title: 'Ad', type: 'Side Bar' }],
    product: [{ id: 1, title: 'Slide' }],
    'hosted-page': [{ id: 1, name: 'refunds', targetUrl: 'https://pages.example.in/refunds' }],
  };
  const WRITES = [
    ...COLLECTIONS.flatMap((name): [Method, string][] => [
      ['POST', `/api/${name}`],
      ['PUT', `/api/${name}/1`],
      ['DELETE', `/api/${name}/1`],
    ]),
    ...['site-setting', 'social-link', 'site-options'].map((name): [Method, string] => [
      'PUT',
      `/api/${name}`,
    ]),
  ];

  it.each(WRITES)('allow only editors to %s %s', async (method, url) => {
    await start({ documents });
    const before = made.store.events.length;
    for (const role of OTHERS) {
      const response = await call(
        method,
        url,
        method === 'DELETE' ? undefined : { data: { title: 'x' } },
        headersOf(role),
      );
      expect([role, response.statusCode, response.body]).toEqual([role, 403, FORBIDDEN]);
    }
    expect(made.store.events).toHaveLength(before);
    for (const role of EDITORS) {
      const response = await call(method, url, method === 'DELETE' ? undefined : { data: {} }, asRole(role));
      expect([role, response.statusCode === 403]).toEqual([role, false]);
    }
  });

  it.each([
    ...COLLECTIONS.flatMap((name) => [`/api/${name}`, `/api/${name}/1`]),
    '/api/site-setting',
    '/api/site-options',
    '/api/posts/1/related',
    '/api/suggest?q=p',
    '/api/slugs/post-1',
    '/feed.xml',
    '/sitemap.xml',
    '/robots.txt',
  ])('allow everybody to GET %s', async (url) => {
    await start({ documents });
    for (const role of [...OTHERS, ...EDITORS])
      expect([role, (await call('GET', url, undefined, headersOf(role))).statusCode]).toEqual([role, 200]);
  });

  it('reject an invalid token on a write and ignore it on a read', async () => {
    await start({ documents });
    const bad = { authorization: 'Bearer nonsense' };
    expect((await call('PUT', '/api/posts/1', { data: { title: 'x' } }, bad)).statusCode).toBe(401);
    const read = await call('GET', '/api/posts/1', undefined, bad);
    expect([read.statusCode, read.headers['x-token-ignored']]).toEqual([200, '1']);
  });
});

describe('drafts and scheduled posts', () => {
  const documents = {
    post: [aPost(1), aPost(2, { publishedAt: null }), aPost(3, { publishedAt: '2026-11-20T12:00:00.000Z' })],
  };
  const NOW = Date.parse('2026-11-20T10:00:00.000Z');

  it('are visible only to editors who request them', async () => {
    await start({ documents, now: () => NOW });
    const ids = async (url: string, role: number | null) =>
      (await call('GET', url, undefined, headersOf(role))).json().data.map(({ id }: { id: number }) => id);
    for (const role of OTHERS) {
      expect(await ids('/api/posts', role)).toEqual([1]);
      expect(await ids('/api/posts?publicationState=preview', role)).toEqual([1]);
      for (const id of [2, 3])
        expect((await call('GET', `/api/posts/${id}`, undefined, headersOf(role))).statusCode).toBe(404);
    }
    expect(await ids('/api/posts?publicationState=preview', 10)).toEqual([1, 2, 3]);
    expect((await call('GET', '/api/posts/2', undefined, asRole(10))).statusCode).toBe(200);
  });

  it('become visible at the scheduled time', async () => {
    let now = NOW;
    await start({ documents, now: () => now });
    now = Date.parse('2026-11-20T12:00:00.001Z');
    expect((await call('GET', '/api/posts/3')).statusCode).toBe(200);
    expect((await call('GET', '/feed.xml')).body).toContain('post-3');
  });

  it('count no views', async () => {
    await start({ documents, now: () => NOW });
    const response = await call('PUT', '/api/posts/2', { data: { views_count: 1 } });
    expect([response.statusCode, made.live.model.get('post', 2)?.['views_count']]).toEqual([404, 0]);
  });
});

describe('an editor', () => {
  const create = (url: string, data: unknown) => call('POST', url, { data }, asRole(10));
  const update = (url: string, data: unknown) => call('PUT', url, { data }, asRole(10));

  it('publishes a post, which emits one event with the whole document', async () => {
    await start({ documents: { category: [aSubject(1, 'GST')] } });
    const before = made.store.events.length;
    const response = await create('/api/posts?populate=categories', {
      title: 'Notice',
      slug: 'notice',
      categories: [1],
    });
    expect(response.statusCode).toBe(200);
    const { id, attributes } = response.json().data;
    expect(attributes).toMatchObject({ title: 'Notice', slug: 'notice', categories: { data: [{ id: 1 }] } });
    expect(attributes).not.toHaveProperty('old_slugs');
    expect((await call('GET', `/api/posts/${id}`)).statusCode).toBe(200);
    const left = made.store.events.slice(before);
    expect(left.map(({ type, key, topic }) => [type, key, topic])).toEqual([
      ['post.published', String(id), 'news.posts'],
    ]);
    expect(left[0]?.data).toMatchObject({ rev: 1, doc: { id, title: 'Notice', categories: [1] } });
  });

  it('saves a draft, schedules, publishes, changes, withdraws and deletes it, each with its event', async () => {
    await start();
    const before = made.store.events.length;
    const { id } = (await create('/api/posts', { title: 'A', slug: 'a', publishedAt: null })).json().data;
    await update(`/api/posts/${id}`, { publishedAt: '2999-01-01T00:00:00.000Z' });
    await update(`/api/posts/${id}`, { publishedAt: '2026-11-01T00:00:00.000Z' });
    await update(`/api/posts/${id}`, { title: 'B' });
    await update(`/api/posts/${id}`, { publishedAt: null });
    await call('DELETE', `/api/posts/${id}`, undefined, asRole(10));
    expect(made.store.events.slice(before).map(({ type }) => type)).toEqual([
      'post.drafted',
      'post.drafted',
      'post.published',
      'post.changed',
      'post.withdrawn',
      'post.drafted',
    ]);
    expect((await call('GET', `/api/posts/${id}`, undefined, asRole(10))).statusCode).toBe(404);
  });

  it('gets an error for each missing field, with the messages of the reference', async () => {
    await start();
    const response = await create('/api/posts', {});
    expect([response.statusCode, response.json().error.message]).toEqual([400, '2 errors occurred']);
    expect(response.json().error.details.errors).toEqual([
      { path: ['title'], message: 'title must be defined.', name: 'ValidationError' },
      { path: ['slug'], message: 'slug must be defined.', name: 'ValidationError' },
    ]);
  });

  it.each([
    ['posts', { title: 'x', slug: 'cart' }, 'slug is reserved for another page'],
    ['posts', { title: 'x', slug: 'find-a-lawer' }, 'slug is reserved for another page'],
    ['categories', { name: 'x', slug: 'API' }, 'slug is reserved for another page'],
    ['posts', { title: 'x', slug: 'a/b' }, 'slug must be one segment of an address, without spaces'],
    [
      'site-ads',
      { title: 'x', type: 'Side Bar', link: 'javascript:alert(1)' },
      'link must be a valid web address',
    ],
    ['products', { title: 'x', link: '//evil.example' }, 'link must be a valid web address'],
    ['hosted-pages', { name: 'x', targetUrl: 'http://x.example' }, 'targetUrl must be a valid web address'],
  ])('is rejected in %s: %o', async (name, data, message) => {
    await start();
    const before = made.store.events.length;
    const response = await create(`/api/${name}`, data);
    expect([response.statusCode, response.json().error.name, response.json().error.message]).toEqual([
      400,
      'ValidationError',
      message,
    ]);
    expect(made.store.events).toHaveLength(before);
  });

  it('gets an error for the slug of another post', async () => {
    await start({ documents: { post: [aPost(1)] } });
    const response = await create('/api/posts', { title: 'x', slug: 'post-1' });
    expect(response.json().error).toMatchObject({ status: 400, message: 'This attribute must be unique' });
  });

  it('gets an error for a slug that was taken between the check and the write', async () => {
    await start();
    await create('/api/posts', { title: 'x', slug: 'taken' });
    made.live.model.remove('post', 1);
    const response = await create('/api/posts', { title: 'y', slug: 'taken' });
    expect(response.json().error).toMatchObject({ status: 400, message: 'This attribute must be unique' });
  });

  it('has its HTML sanitised before it is stored', async () => {
    await start();
    const content =
      '<p onclick="x()">Hi<script>alert(1)</script></p><iframe src="https://evil.example"></iframe>';
    const { attributes } = (await create('/api/posts', { title: 'x', slug: 'x', content })).json().data;
    expect(attributes.content).toBe(
      '<p>Hi</p><a href="https://evil.example" rel="noopener nofollow">Open on evil.example</a>',
    );
  });

  it('renames a post, and its former slugs redirect to the current one', async () => {
    await start();
    const { id } = (await create('/api/posts', { title: 'x', slug: 'first' })).json().data;
    await update(`/api/posts/${id}`, { slug: 'second' });
    await update(`/api/posts/${id}`, { slug: 'third' });
    for (const old of ['first', 'second'])
      expect((await call('GET', `/api/slugs/${old}`)).json().data).toEqual({
        id,
        slug: 'third',
        moved: true,
        category: null,
      });
    expect((await call('GET', '/api/slugs/third')).json().data).toMatchObject({ moved: false });
    expect((await call('GET', '/api/slugs/fourth')).statusCode).toBe(404);
    const list = await call('GET', '/api/posts?filters[slug][$eq]=first');
    expect(list.json().data).toEqual([]);
    await update(`/api/posts/${id}`, { publishedAt: null });
    expect((await call('GET', '/api/slugs/first')).statusCode).toBe(404);
  });

  it('can give a former slug to a new post', async () => {
    await start();
    const { id } = (await create('/api/posts', { title: 'x', slug: 'first' })).json().data;
    await update(`/api/posts/${id}`, { slug: 'second' });
    const other = (await create('/api/posts', { title: 'y', slug: 'first' })).json().data;
    expect((await call('GET', '/api/slugs/first')).json().data).toMatchObject({ id: other.id, moved: false });
  });

  it('changes the site’s settings', async () => {
    await start();
    const response = await update('/api/site-options', {
      rule36_mode: true,
      grievance_officer_name: 'A. Rao',
    });
    expect(response.json().data.attributes).toMatchObject({
      rule36_mode: true,
      grievance_officer_name: 'A. Rao',
    });
    expect((await call('GET', '/api/site-options')).json().data.attributes.rule36_mode).toBe(true);
    expect((await update('/api/site-options', { footer_year_to: 12 })).statusCode).toBe(400);
  });
});

describe('a view', () => {
  const documents = { post: [aPost(1, { views_count: 41 })] };
  const view = (headers: Record<string, string> = {}, data: unknown = { views_count: -5 }) =>
    call('PUT', '/api/posts/1', { data }, headers);
  const countOf = () => made.live.model.get('post', 1)?.['views_count'];

  it('adds one regardless of the number, responds with the actual count and sets a cookie', async () => {
    await start({ documents });
    const response = await view();
    expect([
      response.statusCode,
      response.json().data.id,
      response.json().data.attributes.views_count,
    ]).toEqual([200, 1, 42]);
    expect(response.json().meta).toEqual({});
    expect(String(response.headers['set-cookie'])).toMatch(
      /^vidhi_visitor=[\w-]{22}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('counts one visitor once, by cookie, and each new one behind an address and browser name', async () => {
    await start({ documents });
    const cookie = visitorCookie('a');
    await view({ cookie });
    await view({ cookie });
    expect(countOf()).toBe(42);
    await view({ 'x-forwarded-for': '203.0.113.5', 'user-agent': 'x' });
    await view({ 'x-forwarded-for': '203.0.113.5', 'user-agent': 'x' });
    expect(countOf()).toBe(44);
  });

  it('counts a visitor once who returns with the cookie', async () => {
    await start({ documents });
    for (let visitor = 1; visitor <= 2; visitor += 1) {
      const offered = String((await view()).headers['set-cookie']).split(';', 1)[0] ?? '';
      for (let turn = 0; turn < 2; turn += 1) await view({ cookie: offered });
      expect(countOf()).toBe(41 + visitor);
    }
  });

  it('counts an editor’s view too, and is not an edit', async () => {
    await start({ documents });
    const before = made.store.events.length;
    expect((await view(asRole(11))).statusCode).toBe(200);
    expect([countOf(), made.store.events.length]).toEqual([42, before]);
  });

  it.each([{ views_count: 1, title: 'x' }, { title: 'x' }, {}, [], null])(
    'contains only views_count: %o is forbidden',
    async (data) => {
      await start({ documents });
      expect((await view({}, data)).statusCode).toBe(403);
      expect(countOf()).toBe(41);
    },
  );
});

describe('a response', () => {
  it('has a data position, and no age while events arrive', async () => {
    await start({ documents: { post: [aPost(1)] } });
    const { headers } = await call('GET', '/api/posts');
    expect(headers['x-data-position']).toBe('news.posts=7;news.site=3;catalog.media=1');
    expect(headers).not.toHaveProperty('x-data-age');
  });

  it('states the age of its data while no events arrive', async () => {
    await start({ ageSeconds: 12 });
    expect((await call('GET', '/api/posts')).headers['x-data-age']).toBe('12');
  });

  it('rejects writes at a reader', async () => {
    await start({ documents: { post: [aPost(1)] }, isReader: true });
    expect((await call('PUT', '/api/posts/1', { data: { title: 'x' } }, asRole(10))).statusCode).toBe(405);
  });

  it('contains only the name of an author', async () => {
    await start({
      documents: { user: [{ id: 3, first_name: 'Asha', last_name: 'Rao' }], post: [aPost(1, { user: 3 })] },
    });
    const { user } = (await call('GET', '/api/posts/1?populate=user')).json().data.attributes;
    expect(user).toEqual({ data: { id: 3, attributes: { first_name: 'Asha', last_name: 'Rao' } } });
    expect((await call('GET', '/api/posts?filters[user][first_name][$eq]=Asha')).statusCode).toBe(400);
  });

  it('describes the routes', async () => {
    await start();
    const { paths } = (await call('GET', '/internal/openapi.json')).json();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/api/posts',
        '/api/posts/{id}',
        '/api/suggest',
        '/api/slugs/{slug}',
        '/api/site-options',
      ]),
    );
  });

  it('describes how its own settings are read and set, by everything that they have', async () => {
    await start();
    const { paths, components } = (await call('GET', '/internal/openapi.json')).json();
    const settings = paths['/api/site-options'];
    expect(Object.keys(settings)).toEqual(['get', 'put']);
    expect(settings.put.security).toEqual([{ bearer: [] }]);
    const { $ref } = settings.put.requestBody.content['application/json'].schema;
    const { data } = components.schemas[$ref.split('/').at(-1)].properties;
    expect(Object.keys(data.properties)).toEqual(Object.keys(siteOptionCollection.attributes));
    expect(data.properties.footer_year_from).toEqual({
      type: ['integer', 'null'],
      minimum: 1800,
      maximum: 9999,
    });
  });
});
