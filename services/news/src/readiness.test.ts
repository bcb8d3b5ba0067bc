import { afterEach, describe, expect, it } from 'vitest';
import { aNewsApp, aPost, asRole, type TestApp } from './app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const READS = [
  '/api/posts',
  '/api/posts/1',
  '/api/posts/404',
  '/api/posts/1/related',
  '/api/posts/by-author/1',
  '/api/categories',
  '/api/site-setting',
  '/api/site-options',
  '/api/slugs/post-1',
  '/api/suggest?q=po',
  '/api/picture-variants?ids=1',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/sitemap.xml',
  '/news-sitemap.xml',
  '/sitemaps/posts-1.xml',
  '/robots.txt',
];
const WRITES = [
  ['POST', '/api/posts'],
  ['PUT', '/api/posts/1'],
  ['DELETE', '/api/posts/1'],
  ['PUT', '/api/site-setting'],
] as const;

describe('a process whose model is not complete', () => {
  it('responds 503 with Retry-After to every read and write, and never 404 or an empty list', async () => {
    made = await aNewsApp({ documents: { post: [aPost(1)] }, isReady: () => false });
    const requests = [...READS.flatMap((url) => [['GET', url] as const, ['HEAD', url] as const]), ...WRITES];
    for (const [method, url] of requests) {
      const response = await made.app.inject({
        method,
        url,
        headers: asRole(10),
        ...(method === 'POST' || method === 'PUT' ? { payload: { data: {} } } : {}),
      });
      expect([method, url, response.statusCode, response.headers['retry-after']]).toEqual([
        method,
        url,
        503,
        '1',
      ]);
      expect(response.headers['content-type']).toContain('application/json');
    }
  });

  it('uses the error envelope', async () => {
    made = await aNewsApp({ isReady: () => false });
    expect((await made.app.inject('/api/posts')).json()).toEqual({
      data: null,
      error: {
        status: 503,
        name: 'ServiceUnavailableError',
        message: 'Service Unavailable',
        details: {},
      },
    });
  });

  it('responds to /livez, and reports on /readyz what it waits for', async () => {
    made = await aNewsApp({ isReady: () => false });
    expect((await made.app.inject('/livez')).statusCode).toBe(200);
    const ready = await made.app.inject('/readyz');
    expect([ready.statusCode, ready.json().checks.data.ok]).toEqual([503, false]);
  });
});

describe('a process whose database was never connected', () => {
  it('reads from its model, is ready, and rejects and reports writes with 503', async () => {
    made = await aNewsApp({ documents: { post: [aPost(1)] }, isWritable: () => false });
    expect((await made.app.inject('/api/posts/1')).statusCode).toBe(200);
    const write = await made.app.inject({
      method: 'PUT',
      url: '/api/posts/1',
      headers: asRole(10),
      payload: { data: { title: 'x' } },
    });
    expect([write.statusCode, write.headers['retry-after']]).toEqual([503, '1']);
    const ready = await made.app.inject('/readyz');
    expect([ready.statusCode, ready.json().checks.writes.ok]).toEqual([200, false]);
  });
});
