import { describe, expect, it } from 'vitest';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { documentsOf } from '../model/documents.ts';
import { COST, QueryCost } from '../query/query-cost.ts';
import { aCategory, aPost, loadSite } from '../testing/small-site.ts';
import { findDocuments } from './find-documents.ts';
import { find } from './find.ts';
import { respondList } from './list.ts';
import { respondByIds } from './one.ts';

const day = (number: number): string => `2026-10-${String(number).padStart(2, '0')}T10:00:00.000Z`;
const model = loadSite({
  category: [aCategory({ id: 1, slug: 'tax' })],
  post: [
    aPost({ id: 1, publish_date: day(1), categories: [1], user: 7 }),
    aPost({ id: 2, publish_date: day(3), categories: [1], user: 8 }),
    aPost({ id: 3, publish_date: day(2), categories: [1], user: 7, content: '<p>Third</p>' }),
    aPost({ id: 4, publish_date: null, user: 7 }),
    aPost({ id: 5, publish_date: day(4), categories: [1], user: 7, publishedAt: null }),
    ...Array.from({ length: 400 }, (_, at) =>
      aPost({ id: 100 + at, user: 9, publish_date: day(1 + (at % 28)) }),
    ),
  ],
});
const ofTax = { categories: { slug: { $eq: 'tax' } } };

describe('find', () => {
  it('selects, sorts and pages as a list does, with the number of all matches', () => {
    const { documents, total } = find(model, postCollection, {
      filter: ofTax,
      sort: ['publish_date:desc'],
      page: { start: 0, limit: 2 },
    });
    expect(documents.map(({ id }) => id)).toEqual([2, 3]);
    expect(total).toBe(3);
    expect(documents[1]).toEqual(model.get('post', 3));
  });

  it('shows drafts to staff alone', () => {
    const ids = (audience: 'public' | 'staff') =>
      find(model, postCollection, { filter: ofTax, sort: ['id'], audience }).documents.map(({ id }) => id);
    expect([ids('public'), ids('staff')]).toEqual([
      [1, 2, 3],
      [1, 2, 3, 5],
    ]);
  });

  it('finds by links that clients cannot filter by, whether their target exists or not', () => {
    const { documents } = find(model, postCollection, {
      links: { user: 7 },
      sort: ['id'],
      projection: ['slug'],
    });
    expect(documents).toEqual([1, 3, 4].map((id) => ({ id, slug: `post-${id}` })));
  });

  it('finds the same among many, sorted by an order or by the matches', () => {
    const found = [1, 2].map(() =>
      find(model, postCollection, {
        links: { user: 9 },
        sort: ['publish_date:desc', 'id:desc'],
        page: { start: 14, limit: 3 },
        projection: [],
      }),
    );
    const expected = { documents: [{ id: 490 }, { id: 462 }, { id: 434 }], total: 400 };
    expect(found).toEqual([expected, expected]);
  });

  it('is charged like every query', () => {
    const cost = new QueryCost({ limit: 10, clock: () => 0 });
    expect(() => find(model, postCollection, { links: { user: 9 }, cost })).toThrow(
      'The query costs too much',
    );
    expect(() => find(model, postCollection, { filter: { nothing: { $eq: '1' } } })).toThrow('nothing');
  });
});

describe('what is read for callers in the same process', () => {
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
  const linked = loadSite({
    category: numbers(400).map((id) => aCategory({ id })),
    post: numbers(1_200).map((id) => aPost({ id, categories: numbers(400) })),
  });
  const long = loadSite({
    post: numbers(40).map((id) => aPost({ id, content: 'x'.repeat(400_000) })),
  });
  const untimed = () => new QueryCost({ clock: () => 0 });
  const spentBy = (read: (cost: QueryCost) => unknown): number => {
    const cost = untimed();
    read(cost);
    return cost.spent;
  };
  const tooLarge = 'The query costs too much: the answer would be too large';

  it('is charged for each link of its relations', () => {
    const read = (projection: ('categories' | 'slug')[], limit: number) => (cost: QueryCost) =>
      find(linked, postCollection, { projection, page: { start: 0, limit }, cost });
    expect(() => read(['categories'], 1_200)(untimed())).toThrow(tooLarge);
    expect(() => findDocuments(linked, 'post', '', 'staff', untimed())).toThrow(tooLarge);
    const populated = '&populate[categories][fields]=id&pagination[pageSize]=20';
    const listed = spentBy((cost) =>
      respondList(linked, 'post', `fields=slug${populated}`, 'public', undefined, cost),
    );
    const slugsListed = spentBy((cost) =>
      respondList(linked, 'post', 'fields=slug&pagination[pageSize]=20', 'public', undefined, cost),
    );
    const links = spentBy(read(['slug', 'categories'], 20)) - spentBy(read(['slug'], 20));
    // The links alone, of which a response has the documents, too.
    expect(links).toBe(20 * 401 * COST.link);
    expect(links).toBeLessThan(listed - slugsListed);
  });

  it('is charged for the bytes of long texts', () => {
    const read = (cost: QueryCost) => find(long, postCollection, { projection: ['content'], cost });
    expect(() => read(untimed())).toThrow(tooLarge);
    expect(() => findDocuments(long, 'post', '', 'staff', untimed())).toThrow(tooLarge);
    const listed = spentBy((cost) =>
      respondList(long, 'post', 'fields=content&pagination[pageSize]=5', 'public', undefined, cost),
    );
    const found = (cost: QueryCost) => findDocuments(long, 'post', 'fields=content&limit=5', 'staff', cost);
    expect(spentBy(found)).toBeGreaterThanOrEqual(listed);
  });

  it('is charged little where the ids alone are read', () => {
    const ids = (cost: QueryCost) => findDocuments(linked, 'post', 'fields=id', 'staff', cost).documents;
    expect(ids(untimed())).toEqual(numbers(1_200).map((id) => ({ id })));
    expect(spentBy(ids)).toBeLessThan(1_200 * COST.serialized);
  });
});

describe('a response by ids', () => {
  it('has them in their order, without those that the audience may not see', () => {
    const read = (audience: 'public' | 'staff'): unknown =>
      JSON.parse(
        String(
          respondByIds(model, 'post', { ids: [3, 5, 999, 1], raw: 'fields=slug', audience, meta: { of: 4 } }),
        ),
      );
    const entity = (id: number) => ({ id, attributes: { slug: `post-${id}` } });
    expect(read('public')).toEqual({ data: [entity(3), entity(1)], meta: { of: 4 } });
    expect(read('staff')).toEqual({ data: [entity(3), entity(5), entity(1)], meta: { of: 4 } });
  });
});

describe('typed documents', () => {
  it('read one attribute in its stored form, and a time as a number', () => {
    const posts = documentsOf(model, postCollection);
    const document = posts.store.find(3);
    if (document === undefined) throw new Error('the post is in the model');
    expect(posts.read(document, 'publish_date')).toBe(day(2));
    expect(posts.time(document, 'publish_date')).toBe(Date.parse(day(2)));
    expect(posts.read(document, 'content')).toBe('<p>Third</p>');
    expect([posts.read(document, 'categories'), posts.read(document, 'user')]).toEqual([[1], 7]);
  });
});
