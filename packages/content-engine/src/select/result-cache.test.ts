import { describe, expect, it } from 'vitest';
import { respondList } from '../respond/list.ts';
import { aPost, loadSite } from '../testing/small-site.ts';
import type { Filter } from '../query/filter.ts';
import { lookUpResult } from './result-cache.ts';

const aSite = () => loadSite({ post: [1, 2].map((id) => aPost({ id })) });

function aCache() {
  const model = aSite();
  const store = model.store('post');
  const context = { model, seesUnpublished: false };
  const column = store.schema.columnsByName.get('title');
  if (column === undefined) throw new Error('posts have no title');
  return {
    lookUp(title: string) {
      const filter: Filter = { kind: 'column', column, test: { op: 'in', values: [title] } };
      return lookUpResult(context, store, filter, [], false);
    },
  };
}

describe('cached result sets', () => {
  it('are distinguished by numbers that JSON cannot represent', () => {
    const model = loadSite({ post: [aPost({ id: 1 })] });
    const total = (bound: string): unknown =>
      JSON.parse(respondList(model, 'post', `filters[views_count][$gt]=${bound}`, 'public').toString()).meta
        .pagination.total;
    expect(['-Infinity', '-Infinity', '-Infinity', 'Infinity'].map(total)).toEqual([1, 1, 1, 0]);
  });

  it('are limited in number, even when they are empty', () => {
    const { lookUp } = aCache();
    lookUp('first');
    lookUp('first').store?.([]);
    expect(lookUp('first').documents).toEqual([]);
    for (let other = 0; other < 3_000; other += 1) {
      lookUp(`other ${other}`);
      lookUp(`other ${other}`).store?.([]);
    }
    expect(lookUp('other 2999').documents).toEqual([]);
    expect(lookUp('first').documents).toBeUndefined();
  });

  it('are cached on the second request, even when few of many documents match', () => {
    const posts = Array.from({ length: 3_000 }, (_, at) => aPost({ id: at + 1, trending: at % 30 === 0 }));
    const model = loadSite({ post: posts });
    const store = model.store('post');
    const column = store.schema.columnsByName.get('trending');
    if (column === undefined) throw new Error('posts do not trend');
    const filter: Filter = { kind: 'column', column, test: { op: 'in', values: [1] } };
    const selectIds = (page: number): unknown =>
      JSON.parse(
        respondList(
          model,
          'post',
          `filters[trending]=true&fields=id&pagination[page]=${page}&pagination[pageSize]=2`,
          'public',
        ).toString(),
      ).data.map(({ id }: { id: number }) => id);
    expect([selectIds(1), selectIds(2), selectIds(3)]).toEqual([
      [1, 31],
      [61, 91],
      [121, 151],
    ]);
    expect(lookUpResult({ model, seesUnpublished: false }, store, filter, [], false).documents).toHaveLength(
      100,
    );
  });

  it('are not cached for long filters', () => {
    const { lookUp } = aCache();
    const long = 'x'.repeat(3_000);
    for (let time = 0; time < 3; time += 1)
      expect(lookUp(long)).toEqual({ documents: undefined, store: undefined });
  });
});
