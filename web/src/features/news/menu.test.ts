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
  it('names the parent of a category where it has one', () => {
    expect(menuOf(['tax', null], ['gst', 'tax'])).toEqual([
      { name: 'TAX', slug: 'tax' },
      { name: 'GST', slug: 'gst', parent: 'tax' },
    ]);
  });
  it('puts a category under its parent, wherever the two stand', () => {
    expect(slugsOf(['gst', 'tax'], ['crime', null], ['tax', null])).toEqual([
      ['crime', []],
      ['tax', ['gst']],
    ]);
  });
  it('keeps a category whose parent the menu does not show', () => {
    expect(slugsOf(['gst', 'hidden'])).toEqual([['gst', []]]);
  });
  it('puts a third level beside the second', () => {
    expect(slugsOf(['tax', null], ['gst', 'tax'], ['itc', 'gst'])).toEqual([['tax', ['gst', 'itc']]]);
  });
  it('loses no category to parents that name each other', () => {
    expect(slugsOf(['a', 'b'], ['b', 'a'])).toEqual([['a', ['b']]]);
  });
});
