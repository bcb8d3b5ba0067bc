import { describe, expect, it } from 'vitest';
import type { ListArg } from './filters.ts';
import { itemsPath } from './item-query.ts';

const conditions = (arg: Partial<ListArg> & Pick<ListArg, 'store'>): string[] => {
  const path = itemsPath({ search: '', chosen: {}, page: 1, ...arg });
  return [...new URL(path, 'https://vidhi.example').searchParams]
    .filter(([name]) => name.startsWith('filters'))
    .map(([name, value]) => `${name.slice('filters'.length)}=${value}`);
};

describe('the query of a list', () => {
  it('asks for a page of 25', () => {
    const path = itemsPath({ store: 'books', search: '', chosen: {}, page: 3 });
    expect(path).toContain('pagination[page]=3&pagination[pageSize]=25');
    expect(path.startsWith('/books?')).toBe(true);
  });
  it('asks for prices above the rupee before the first and up to the last', () => {
    expect(conditions({ store: 'books', chosen: { price: ['501-1000', '5501+'] } })).toEqual([
      '[$and][0][$or][0][Price][$gt]=500',
      '[$and][0][$or][0][Price][$lte]=1000',
      '[$and][0][$or][1][Price][$gt]=5500',
    ]);
  });
  it('joins groups by and, and the values of one by or', () => {
    expect(
      conditions({ store: 'books', chosen: { category: ['3', '5'], author: ['A'], type: ['Journal'] } }),
    ).toEqual([
      '[$and][0][Category][id][$in][0]=3',
      '[$and][0][Category][id][$in][1]=5',
      '[$and][1][SubTitle][$in][0]=A',
      '[$and][2][$or][0][Type][$contains]=Journal',
    ]);
  });
  it('looks for a text in titles, types, names and bindings', () => {
    expect(conditions({ store: 'books', search: 'tax' })).toEqual(
      [
        '[Title]',
        '[Type]',
        '[publishers][name]',
        '[author_names][AuthorName]',
        '[PropertyList1][name]',
        '[Category][name]',
        '[Binding]',
      ].map((path, index) => `[$and][0][$or][${index}]${path}[$containsi]=tax`),
    );
  });
  it('keeps lawyers and firms apart, in the neutral order', () => {
    expect(conditions({ store: 'lawyers' })).toEqual(['[SubCategory2][$eq]=0']);
    expect(conditions({ store: 'firms', chosen: { state: ['2'] } })).toEqual([
      '[SubCategory2][$eq]=1',
      '[$and][0][Property1][id][$in][0]=2',
    ]);
    expect(itemsPath({ store: 'firms', search: '', chosen: {}, page: 1 })).toContain('&sort=neutral&');
  });
  it('never asks for what only signed-in visitors may know', () => {
    const path = itemsPath({ store: 'lawyers', search: 'x', chosen: {}, page: 1 });
    expect(path).not.toMatch(/Identifier|contact|Price|populate=\*/);
  });
});
