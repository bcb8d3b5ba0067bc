import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { respondList } from './list.ts';
import { aPost, loadSite } from '../testing/small-site.ts';

const COUNT = 300;
const id = fc.integer({ min: 1, max: COUNT });
const posts = Array.from({ length: COUNT }, (_, at) => aPost({ id: at + 1, views_count: (at * 7) % 50 }));

const viewsOf = (post: StoredDocument): number => Number(post['views_count']);

it('counts only published documents for the offset of a page', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(id, { maxLength: 12 }),
      fc.array(fc.record({ start: fc.nat(COUNT), isDescending: fc.boolean() }), {
        minLength: 1,
        maxLength: 6,
      }),
      (drafts, pages) => {
        const model = loadSite({ post: posts });
        for (const draft of drafts) model.upsert('post', { ...aPost({ id: draft }), publishedAt: null });
        const published = posts.filter((post) => !drafts.includes(post.id));
        for (const { start, isDescending } of pages) {
          const sort = isDescending ? 'sort=views_count:desc' : 'sort=views_count';
          const raw = `fields=id&${sort}&pagination[start]=${start}&pagination[limit]=5`;
          const { data } = JSON.parse(respondList(model, 'post', raw, 'public').toString());
          const sign = isDescending ? -1 : 1;
          const sorted = published.toSorted((a, b) => sign * (viewsOf(a) - viewsOf(b)) || a.id - b.id);
          expect(data.map((one: { id: number }) => one.id)).toEqual(
            sorted.slice(start, start + 5).map((one) => one.id),
          );
        }
      },
    ),
    { numRuns: 60 },
  );
});
