import { describe, expect, it } from 'vitest';
import { LATEST_PICTURED, orderBlocks, toHome } from './home.ts';
import { aCategory, aPicture, aPost, listOf } from '../../testing/fake-api.ts';
import { toCategory } from './category.ts';
import { toLabels, type Card } from './post.ts';

const many = Array.from({ length: 30 }, (_, index) =>
  aPost(index + 1, {
    trending: index % 2 === 1,
    categories: { data: [aCategory(index % 3 === 0 ? 'gst' : 'itc', 'x', index % 3 === 0 ? null : 'gst')] },
  }),
);

const idsOf = (cards: readonly Card[]) => cards.map(({ id }) => id);

describe('toHome', () => {
  const home = toHome(listOf(many));
  it('takes the first ten as the latest', () => {
    expect(idsOf(home.latest)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
  it('takes as trending only what is marked so, and is not among the latest', () => {
    expect(idsOf(home.trending)).toEqual([12, 14, 16, 18, 20, 22]);
  });
  it('repeats what is trending when all of it is among the latest', () => {
    const few = many.map((post) => aPost(post.id, { trending: post.id < 4 }));
    expect(idsOf(toHome(listOf(few)).trending)).toEqual([1, 2, 3]);
  });
  it('takes as recent the newest of those that do not stand above', () => {
    expect(idsOf(home.recent)).toEqual([11, 13, 15, 17, 19, 21]);
  });
  it('puts a child category into its parent’s block too, without what stands above', () => {
    const ids = new Map(home.blocks.map(({ slug, cards }) => [slug, idsOf(cards)]));
    expect(ids.get('gst')).toEqual([23, 24, 25, 26, 27, 28, 29, 30]);
    expect(ids.get('itc')).toEqual([23, 24, 26, 27, 29, 30]);
  });
  it('fills a block that would have fewer than three with what stands above', () => {
    const [block] = toHome(listOf(many.slice(0, 17))).blocks;
    expect(idsOf(block?.cards ?? [])).toEqual([1, 2, 3]);
  });
  it('keeps only the pictures that the front page may show', () => {
    const pictured = toHome(
      listOf(many.map((post) => aPost(post.id, { image: aPicture(), trending: true }))),
    );
    const withPicture = (cards: readonly Card[]) => cards.filter(({ picture }) => picture !== null).length;
    expect(withPicture(pictured.latest)).toBe(LATEST_PICTURED);
    expect(withPicture([...pictured.trending, ...pictured.recent])).toBe(0);
    expect(pictured.blocks.map(({ cards }) => withPicture(cards))).toEqual([2]);
  });
  it('passes over a post without title or slug', () => {
    expect(toHome(listOf([aPost(1, { slug: null }), aPost(2, { title: '' }), aPost(3)])).latest).toHaveLength(
      1,
    );
  });
});

describe('a category without a name', () => {
  it('has the words of its address, in lists and beside what is filed under it', () => {
    const nameless = aCategory('gst-news', '');
    expect(toLabels(listOf([nameless]))).toEqual([{ name: 'gst-news', slug: 'gst-news' }]);
    expect(
      toCategory({ ...nameless, attributes: { ...nameless.attributes, heading_title: '' } })?.heading,
    ).toBe('gst-news');
  });
});

describe('orderBlocks', () => {
  const blocks = [
    { slug: 'a', cards: [] },
    { slug: 'b', cards: [] },
    { slug: 'hidden', cards: [] },
  ];
  it('follows the menu and leaves out what it does not show', () => {
    const menu = [
      { slug: 'b', name: 'B' },
      { slug: 'empty', name: 'E' },
      { slug: 'a', name: 'A' },
    ];
    expect(orderBlocks(blocks, menu).map(({ name }) => name)).toEqual(['B', 'A']);
  });
  it('leaves out of a block what one above it shows, as long as three are left', () => {
    const { blocks: both } = toHome(listOf(many));
    const menu = [
      { slug: 'gst', name: 'GST' },
      { slug: 'itc', name: 'Input credit' },
    ];
    expect(orderBlocks(both, menu).map(({ cards }) => idsOf(cards))).toEqual([
      [23, 24, 25, 26, 27],
      [23, 24, 26, 27, 29],
    ]);
    expect(orderBlocks(both, menu.toReversed()).map(({ cards }) => idsOf(cards))).toEqual([
      [23, 24, 26, 27, 29],
      [25, 28, 30],
    ]);
  });
});
