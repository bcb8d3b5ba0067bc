import fc from 'fast-check';
import { stringify } from 'qs';
import { expect, it } from 'vitest';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { respondList } from './list.ts';
import { aCategory, aPost, loadSite } from '../testing/small-site.ts';
import type { ReadModel } from '../model/read-model.ts';

const PUBLISHED = '2026-10-01T00:00:00.000Z';
const IDS = 40;
const id = fc.integer({ min: 1, max: IDS });

type Change =
  | { readonly kind: 'put'; readonly document: StoredDocument }
  | { readonly kind: 'views'; readonly id: number; readonly count: number }
  | { readonly kind: 'remove'; readonly id: number };

const post: fc.Arbitrary<StoredDocument> = fc
  .record({
    id,
    title: fc.constantFrom('Stay', 'GST', 'gst', 'Court'),
    youtube: fc.constantFrom(null, '', 'a', 'b'),
    trending: fc.constantFrom(true, false, null),
    views_count: fc.option(fc.integer({ min: -1, max: 3 }), { nil: null }),
    publish_date: fc.constantFrom(null, PUBLISHED, '2026-10-02T00:00:00.000Z'),
    categories: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
    publishedAt: fc.constantFrom(PUBLISHED, PUBLISHED, PUBLISHED, null),
  })
  .map((values) => aPost(values));

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: post.map((document): Change => ({ kind: 'put', document })) },
  {
    weight: 2,
    arbitrary: fc
      .record({ id, count: fc.integer({ min: 0, max: 5 }) })
      .map((values): Change => ({ kind: 'views', ...values })),
  },
  { weight: 2, arbitrary: id.map((gone): Change => ({ kind: 'remove', id: gone })) },
);

const CONDITIONS = [
  { trending: true },
  { trending: { $ne: true } },
  { trending: { $null: true } },
  { views_count: { $gt: 1 } },
  { views_count: { $lte: 0 } },
  { views_count: { $in: [1, 3] } },
  { views_count: { $notIn: [1] } },
  { youtube: 'a' },
  { youtube: { $lt: 'b' } },
  { publish_date: { $gte: '2026-10-02' } },
  { publish_date: { $between: ['2026-09-01', '2026-10-01'] } },
  { id: { $gt: 7 } },
  { title: { $containsi: 'st' } },
  { categories: { id: 1 } },
  { categories: { name: { $ne: 'Name 2' } } },
  { categories: { id: { $null: true } } },
  { $not: { views_count: { $lt: 2 } } },
];

const conditions = fc.uniqueArray(fc.constantFrom(...CONDITIONS), { minLength: 1, maxLength: 4 });
const query = fc
  .record({
    all: conditions,
    any: conditions,
    nested: conditions,
    sort: fc.constantFrom('id', 'views_count:desc', 'publish_date', 'title'),
  })
  .map(({ all, any, nested, sort }) =>
    stringify(
      { filters: { $and: [...all, { $or: [...any, { $and: nested }] }] }, sort, pagination: { pageSize: 7 } },
      { encode: false },
    ),
  );

const categories = [1, 2, 3].map((at) => aCategory({ id: at, name: `Name ${at}` }));

function apply(model: ReadModel, changes: readonly Change[]): void {
  for (const one of changes) {
    if (one.kind === 'put') model.upsert('post', one.document);
    else if (one.kind === 'views') model.patch('post', one.id, { views_count: one.count });
    else model.remove('post', one.id);
  }
}

it('responds after any changes like a model that is loaded from scratch', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(post, { minLength: 5, maxLength: 30, selector: (one) => one.id }),
      fc.array(fc.record({ changes: fc.array(change, { maxLength: 8 }), raw: query }), {
        minLength: 2,
        maxLength: 6,
      }),
      (posts, steps) => {
        const model = loadSite({ post: posts, category: categories });
        for (const { changes, raw } of steps) {
          apply(model, changes);
          const fresh = loadSite({ post: model.list('post'), category: categories });
          for (const audience of ['public', 'staff'] as const) {
            const preview = audience === 'staff' ? `${raw}&publicationState=preview` : raw;
            const response = respondList(model, 'post', preview, audience).toString();
            expect(response).toBe(respondList(fresh, 'post', preview, audience).toString());
          }
        }
      },
    ),
    { numRuns: 80 },
  );
});
