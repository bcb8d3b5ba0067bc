import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { respondList } from './list.ts';
import { aCategory, aPost, loadSite } from '../testing/small-site.ts';
import type { ReadModel } from '../model/read-model.ts';

const POSTS = 400;
const WORDS = ['Court', 'stay', 'order', 'of', 'न्याय', 'a', '12'];
const CATEGORIES = ['Supreme Court', 'Orders', 'GST', 'न्याय', null];

/** Few words and categories, so that posting lists of all lengths occur. */
function aChangingPost(next: (below: number) => number, id: number): StoredDocument {
  const some = next(3) === 0 ? [1 + next(CATEGORIES.length), 1 + next(2)] : [1 + next(2)];
  return aPost({
    id,
    title: Array.from({ length: next(5) }, () => WORDS[next(next(WORDS.length) + 1)]).join(' '),
    views_count: next(4),
    categories: next(9) === 0 ? [] : some,
    publishedAt: next(8) === 0 ? null : '2026-10-01T00:00:00.000Z',
  });
}

const QUERIES = ['ourt sta', 'order', 'a', 'न्याय o', 'stay', 'rt ']
  .map((text) =>
    ['[title]', '[categories][name]', '[categories][parent_category][name]']
      .map((path, at) => `filters[$or][${at}]${path}[$containsi]=${encodeURIComponent(text)}`)
      .join('&'),
  )
  .concat('filters[categories][id][$eq]=1', 'filters[categories][id][$in]=2&filters[title][$contains]=rt o')
  .flatMap((filters) =>
    ['id', 'title:desc', 'views_count'].map(
      (sort) => `${filters}&sort=${sort}&populate=categories&pagination[page]=2&pagination[pageSize]=7`,
    ),
  );

const responses = (model: ReadModel): string[] =>
  QUERIES.flatMap((raw) =>
    [raw, `${raw}&publicationState=preview`].map((query) =>
      respondList(model, 'post', query, query === raw ? 'public' : 'staff').toString('utf8'),
    ),
  );

it('responds after changes like a model that is loaded from scratch', () => {
  const category = CATEGORIES.map((name, at) =>
    aCategory({ id: at + 1, name, parent_category: at > 2 ? 1 : null }),
  );
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat(1_000_000)), (numbers) => {
      const next = (below: number): number => Number(numbers.next().value) % below;
      const posts = new Map<number, StoredDocument>();
      const model = loadSite({ category });
      const put = (id: number): void => {
        const post = aChangingPost(next, id);
        posts.set(id, post);
        model.upsert('post', post);
      };
      for (let id = 1; id <= POSTS; id += 1) put(id);
      for (let round = 0; round < 3; round += 1) {
        responses(model);
        for (let change = 0; change < POSTS; change += 1) {
          const id = 1 + next(POSTS);
          if (next(3) > 0) put(id);
          else if (posts.delete(id)) model.remove('post', id);
        }
        const fresh = loadSite({ category, post: [...posts.values()].toSorted((a, b) => a.id - b.id) });
        expect(responses(model)).toEqual(responses(fresh));
        fresh.close();
      }
      model.close();
    }),
    { numRuns: 5 },
  );
});
