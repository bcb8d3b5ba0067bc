import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { respondList } from '../respond/list.ts';
import { respondOne } from '../respond/one.ts';
import { aPost, loadSite, smallSite } from '../testing/small-site.ts';
import { defineCollection } from '@vidhi/collections/declaration.ts';
import { createReadModel } from './read-model.ts';
import type { ReadModel } from './read-model.ts';

const THING = {
  name: 'thing',
  plural: 'things',
  uid: 'api::thing.thing',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: false,
} as const;

const QUERIES = [
  'populate=*',
  'sort=title&fields=title',
  'sort=views_count:desc&fields=views_count',
  'filters[title][$containsi]=a&fields=id',
  'filters[slug][$eq]=post-2&fields=id',
  'filters[categories][slug][$eq]=gst&populate=categories',
  'filters[tags][id][$null]=true&fields=id',
];
const allResponses = (model: ReadModel): unknown[] => [
  ...QUERIES.map((raw): unknown => JSON.parse(respondList(model, 'post', raw, 'public').toString())),
  JSON.parse(respondList(model, 'category', 'populate=posts', 'public').toString()),
];

describe('a read model', () => {
  it('responds after any changes like a model that is loaded from scratch', () => {
    const change = fc.record({
      id: fc.integer({ min: 1, max: 6 }),
      removed: fc.boolean(),
      title: fc.constantFrom('Alpha', 'Beta', null),
      content: fc.constantFrom('short', 'long '.repeat(50), null),
      views_count: fc.integer({ min: 0, max: 3 }),
      categories: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
      tags: fc.uniqueArray(fc.integer({ min: 1, max: 2 }), { maxLength: 2 }),
      publishedAt: fc.constantFrom('2026-01-01T00:00:00.000Z', null),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 15 }), (changes) => {
        const model = loadSite();
        allResponses(model);
        allResponses(model);
        model.prepare('post', { searched: ['title'], newestBy: ['publish_date'] });
        const posts = new Map((smallSite['post'] ?? []).map((post) => [post.id, post]));
        for (const { removed, ...post } of changes) {
          if (removed) {
            posts.delete(post.id);
            model.remove('post', post.id);
            continue;
          }
          posts.set(post.id, aPost(post));
          model.upsert('post', aPost(post));
          model.patch('post', post.id, { views_count: post.views_count });
          allResponses(model);
        }
        const reloaded = loadSite({ ...smallSite, post: [...posts.values()] });
        expect(allResponses(model)).toEqual(allResponses(reloaded));
      }),
      { numRuns: 150 },
    );
  });

  it('returns documents in their stored form', () => {
    const model = loadSite();
    expect(model.get('post', 1)).toEqual(smallSite['post']?.[0]);
    expect(model.findUnique('post', 'slug', 'post-2')?.id).toBe(2);
    expect([model.size('post'), model.publishedSize('post')]).toEqual([4, 3]);
  });

  it('finds a document by the value that a patch gave to a unique number', () => {
    const attributes = { number: { type: 'integer', unique: true } } as const;
    const model = createReadModel([defineCollection({ ...THING, attributes })]);
    model.upsert('thing', { id: 1, number: 7 });
    model.patch('thing', 1, { number: 8 });
    expect(model.findUnique('thing', 'number', 8)?.id).toBe(1);
    expect(model.findUnique('thing', 'number', 7)).toBeUndefined();
  });

  it('publishes a scheduled document when it is due, and not before', () => {
    let now = Date.parse('2026-01-01T00:00:00.000Z');
    const model = loadSite({ post: [] }, { now: () => now });
    model.upsert('post', aPost({ id: 9, publishedAt: '2026-01-02T00:00:00.000Z' }));
    expect(() => respondOne(model, 'post', 9, '', 'public')).toThrow('Not Found');
    expect(model.publishedSize('post')).toBe(0);
    now = Date.parse('2026-01-02T00:00:00.000Z');
    expect(JSON.parse(respondOne(model, 'post', 9, 'fields=id', 'public').toString()).data).toEqual({
      id: 9,
      attributes: {},
    });
  });
});
