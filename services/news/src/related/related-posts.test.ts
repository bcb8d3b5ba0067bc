import { afterEach, describe, expect, it } from 'vitest';
import { aNewsApp, aPost, aSubject, type TestApp } from '../app-builder.ts';

const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}T10:00:00.000Z`;
const documents = {
  category: [aSubject(1, 'Tax'), aSubject(2, 'Bail')],
  tag: [aSubject(1, 'Refunds'), aSubject(2, 'Notices')],
  post: [
    aPost(1, { categories: [1], tags: [1, 2] }),
    aPost(2, { categories: [1], tags: [1, 2], publish_date: day(2) }),
    aPost(3, { categories: [1], publish_date: day(20) }),
    aPost(4, { categories: [1], publish_date: day(19) }),
    aPost(5, { tags: [2], publish_date: day(3) }),
    aPost(6, { categories: [1], publish_date: day(18) }),
    aPost(7, { categories: [2], publish_date: day(21) }),
    aPost(8, { categories: [1], tags: [1, 2], publishedAt: null }),
    aPost(9),
  ],
};

let made: TestApp;
afterEach(async () => made.app.close());
const get = async (url: string) => {
  made = await aNewsApp({ documents });
  return made.app.inject(url);
};

describe('GET /api/posts/{id}/related', () => {
  it('returns the four with the highest overlap, newest first, never itself nor a draft', async () => {
    const response = (
      await get('/api/posts/1/related?fields=title&populate=categories&filters[id]=9&sort=id')
    ).json();
    expect(response.data.map(({ id }: { id: number }) => id)).toEqual([3, 4, 5, 2]);
    expect(response.data[0].attributes).toMatchObject({ title: 'Post 3', categories: { data: [{ id: 1 }] } });
    expect(response.meta.pagination.total).toBe(4);
  });

  it('returns an empty list without overlap', async () => {
    const response = await get('/api/posts/9/related');
    expect([response.statusCode, response.json().data]).toEqual([200, []]);
  });

  it.each(['/api/posts/404/related', '/api/posts/8/related', '/api/posts/x/related'])(
    'is 404 for %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );
});

describe('GET /api/suggest', () => {
  const labels = (response: { json: () => { data: Record<string, { label: string }[]> } }) =>
    Object.fromEntries(
      Object.entries(response.json().data).map(([group, all]) => [group, all.map(({ label }) => label)]),
    );

  it('returns posts, categories and tags, at most eight, prefix matches first', async () => {
    expect(labels(await get('/api/suggest?q=%20POST'))).toEqual({
      posts: ['Post 7', 'Post 3', 'Post 4', 'Post 6', 'Post 5', 'Post 2', 'Post 1', 'Post 9'],
      categories: [],
      tags: [],
    });
  });

  it('matches inside words, never drafts', async () => {
    expect(labels(await get('/api/suggest?q=a'))).toMatchObject({ categories: ['Tax', 'Bail'], posts: [] });
    await made.app.close();
    expect(labels(await get('/api/suggest?q=post%208'))).toMatchObject({ posts: [] });
  });

  it.each(['', '?q=', '?q=%20', '?q[]=a', '?q=a&q=b'])('returns nothing for %j', async (query) => {
    const response = await get(`/api/suggest${query}`);
    expect([response.statusCode, labels(response)]).toEqual([200, { posts: [], categories: [], tags: [] }]);
  });
});
