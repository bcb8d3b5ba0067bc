import { afterEach, describe, expect, it } from 'vitest';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { takedownOf } from '@vidhi/contracts/takedown.ts';
import { aNewsApp, asRole, type TestApp } from '../app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const EDITOR = asRole(10);
const ADMINISTRATOR = asRole(11);
const ORDER = { order_number: 'W.P.(C) 1204/2026', court: 'High Court of Delhi', ordered_on: '2026-11-20' };
const AHEAD = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
type Headers = Readonly<Record<string, string>>;

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  headers: Headers = {},
  data?: object,
) {
  const request = {
    method,
    url,
    headers: { ...headers },
    ...(data === undefined ? {} : { payload: { data } }),
  };
  const response = await made.app.inject(request);
  const body = response.headers['content-type']?.includes('json') === true ? response.json() : response.body;
  return { status: response.statusCode, body };
}

/** An article of which the slug was `first`, withheld by an order. */
async function aWithheldArticle(): Promise<string> {
  made = await aNewsApp();
  const { body } = await call('POST', '/api/posts', EDITOR, { title: 'Withheld words', slug: 'first' });
  const url = `/api/posts/${body.data.id}`;
  await call('PUT', url, EDITOR, { slug: 'bail' });
  expect((await call('POST', `${url}/takedown`, ADMINISTRATOR, ORDER)).status).toBe(200);
  return url;
}
const stored = async () => (await made.store.find(postCollection, 1))?.doc ?? { id: 0 };

describe('an order of a court', () => {
  it('is what the addresses of the article respond, the former ones included', async () => {
    const url = await aWithheldArticle();
    for (const path of ['/api/slugs/bail', '/api/slugs/first', url])
      for (const headers of [{}, asRole(4)]) {
        const { status, body } = await call('GET', path, headers);
        expect([path, status, body.error?.details]).toEqual([path, 451, ORDER]);
      }
    expect((await call('GET', '/api/slugs/none')).status).toBe(404);
  });

  it('removes the article from lists, search, feeds and sitemaps', async () => {
    await aWithheldArticle();
    for (const path of [
      '/api/posts',
      '/api/posts?filters[slug]=bail',
      '/api/posts?publicationState=preview',
      '/api/posts/search?q=withheld',
      '/feed.xml',
      '/atom.xml',
      '/feed.json',
      '/sitemap.xml',
      '/news-sitemap.xml',
      '/sitemaps/posts-1.xml',
    ]) {
      const { body } = await call('GET', path);
      expect([path, JSON.stringify(body).includes('Withheld words')]).toEqual([path, false]);
      expect([path, JSON.stringify(body.data ?? body).includes('/bail')]).toEqual([path, false]);
    }
  });

  it('is ended by an administrator alone, and shows the article to nobody before an editor restores it', async () => {
    const url = await aWithheldArticle();
    const published = { publishedAt: '2026-11-21T10:00:00.000Z' };
    for (const headers of [EDITOR, ADMINISTRATOR]) {
      expect((await call('POST', `${url}/restore`, headers, {})).status).toBe(409);
      expect((await call('POST', `${url}/publish`, headers, {})).status).toBe(409);
      expect((await call('PUT', url, headers, published)).status).toBe(409);
      expect((await call('DELETE', url, headers)).status).toBe(409);
    }
    await call('PUT', url, EDITOR, { takedown: null });
    expect(takedownOf(await stored())).toEqual(ORDER);
    expect((await call('POST', `${url}/lift-takedown`, EDITOR, {})).status).toBe(403);
    expect((await call('POST', `${url}/lift-takedown`, ADMINISTRATOR, {})).status).toBe(200);
    expect((await call('GET', url)).status).toBe(404);
    expect((await call('POST', `${url}/lift-takedown`, ADMINISTRATOR, {})).status).toBe(409);
    await call('POST', `${url}/restore`, EDITOR, {});
    expect((await call('POST', `${url}/publish`, EDITOR, {})).status).toBe(200);
    expect((await call('GET', url)).status).toBe(200);
  });

  it('needs number, court and date', async () => {
    made = await aNewsApp();
    await call('POST', '/api/posts', EDITOR, { title: 'A', slug: 'a' });
    for (const name of ['order_number', 'court', 'ordered_on'])
      for (const value of ['', '  ', null, 7, undefined, 'x'.repeat(300), { a: 1 }]) {
        const { status, body } = await call('POST', '/api/posts/1/takedown', ADMINISTRATOR, {
          ...ORDER,
          [name]: value,
        });
        expect([name, value, status, body.error?.details.errors?.[0].path]).toEqual([
          name,
          value,
          400,
          [name],
        ]);
      }
    for (const day of ['2026-02-30', '20-11-2026', '2026-13-01', AHEAD])
      expect(
        (await call('POST', '/api/posts/1/takedown', ADMINISTRATOR, { ...ORDER, ordered_on: day })).status,
      ).toBe(400);
    expect((await call('POST', '/api/posts/1/takedown', EDITOR, ORDER)).status).toBe(403);
    expect((await call('GET', '/api/posts/1')).status).toBe(200);
  });

  it('is shown to staff, who read and edit the text', async () => {
    const url = await aWithheldArticle();
    const read = await call('GET', `${url}?publicationState=preview`, EDITOR);
    expect(read.body.data.attributes.takedown).toEqual(ORDER);
    expect((await call('PUT', url, EDITOR, { title: 'Another' })).status).toBe(200);
    expect(takedownOf(await stored())).toEqual(ORDER);
  });
});
