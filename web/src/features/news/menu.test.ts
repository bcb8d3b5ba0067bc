import { describe, expect, it } from 'vitest';
import { aCategory, listOf } from '../../testing/fake-api.ts';
import { categoryTree, menuRead } from './menu.ts';

const menuOf = (...categories: [slug: string, parent: string | null][]) =>
  menuRead.transform(listOf(categories.map(([slug, parent]) => aCategory(slug, slug.toUpperCase(), parent))));
const slugsOf = (...categories: [slug: string, parent: string | null][]) =>
  categoryTree(menuOf(...categories)).map(({ slug, children }) => [
    slug,
    children.map((child) => child.slug),
  ]);

describe('the menu', () => {
  it('has the parent of a category', () => {
    expect(menuOf(['tax', null], ['gst', 'tax'])).toEqual([
      { name: 'TAX', slug: 'tax' },
      { name: 'GST', slug: 'gst', parent: 'tax' },
    ]);
  });
  it('puts a category under its parent, whatever their order', () => {
    expect(slugsOf(['gst', 'tax'], ['crime', null], ['tax', null])).toEqual([
      ['crime', []],
      ['tax', ['gst']],
    ]);
  });
  it('keeps a category whose parent is not in the menu', () => {
    expect(slugsOf(['gst', 'hidden'])).toEqual([['gst', []]]);
  });
  it('puts third-level categories into the second level', () => {
    expect(slugsOf(['tax', null], ['gst', 'tax'], ['itc', 'gst'])).toEqual([['tax', ['gst', 'itc']]]);
  });
  it('keeps categories that are parents of each other', () => {
    expect(slugsOf(['a', 'b'], ['b', 'a'])).toEqual([['a', ['b']]]);
  });
});
