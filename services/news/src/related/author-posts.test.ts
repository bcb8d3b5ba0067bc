import { afterEach, describe, expect, it } from 'vitest';
import { aNewsApp, aPost, type TestApp } from '../app-builder.ts';

const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}T10:00:00.000Z`;
/** Looks like the end of a list. */
const ODD_TITLE = '],"meta":{"pagination":{"page":9}}}';
const documents = {
  post: [
    aPost(1, { user: 7, publish_date: day(3) }),
    aPost(2, { user: 8, publish_date: day(9) }),
    aPost(3, { user: 7, publish_date: day(5) }),
    aPost(4, { user: 7, publishedAt: null }),
    aPost(5, { user: 9, publishedAt: null }),
    aPost(6, { user: 11, title: ODD_TITLE }),
    aPost(7, { user: 12, publish_date: null, publishedAt: day(8) }),
    aPost(8, { user: 12, publish_date: day(9) }),
    aPost(9, { user: 12, publish_date: day(7) }),
    ...Array.from({ length: 30 }, (_, index) =>
      aPost(100 + index, { user: 10, publish_date: day(1 + (index % 28)) }),
    ),
  ],
};

let made: TestApp;
afterEach(async () => made.app.close());
const get = async (url: string) => {
  made = await aNewsApp({ documents });
  return made.app.inject(url);
};
const idsIn = (response: { json: () => { data: { id: number }[] } }) =>
  response.json().data.map(({ id }) => id);

describe('GET /api/posts/by-author/{id}', () => {
  it('returns the published posts of one author, newest first, whatever else is asked', async () => {
    const response = await get('/api/posts/by-author/7?fields=title&filters[id]=2&sort=id');
    expect(idsIn(response)).toEqual([3, 1]);
    expect(Object.keys(response.json().data[0].attributes)).toEqual(['title']);
    expect(response.json().meta.pagination).toEqual({ page: 1, pageSize: 24, pageCount: 1, total: 2 });
  });

  it('sorts a post without publish_date by its publication', async () =>
    expect(idsIn(await get('/api/posts/by-author/12'))).toEqual([8, 7, 9]));

  it('has pages of 24', async () => {
    const first = idsIn(await get('/api/posts/by-author/10'));
    await made.app.close();
    const second = await get('/api/posts/by-author/10?pagination[page]=2');
    expect(second.json().meta.pagination).toEqual({ page: 2, pageSize: 24, pageCount: 2, total: 30 });
    expect(new Set([...first, ...idsIn(second)]).size).toBe(30);
  });

  it('changes nothing but the pagination', async () => {
    const response = await get('/api/posts/by-author/11');
    expect(response.json().data[0].attributes.title).toBe(ODD_TITLE);
    expect(response.json().meta).toEqual({ pagination: { page: 1, pageSize: 24, pageCount: 1, total: 1 } });
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length);
  });

  it.each(['9', '404', 'x', '0', '-1'])(
    'is 404 for %s, as for an author without published posts',
    async (id) => {
      expect((await get(`/api/posts/by-author/${id}`)).statusCode).toBe(404);
    },
  );
});
