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
  it('has the first ten as latest', () => {
    expect(idsOf(home.latest)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
  it('has as trending the marked posts that are not among the latest', () => {
    expect(idsOf(home.trending)).toEqual([12, 14, 16, 18, 20, 22]);
  });
  it('repeats the trending posts when all are among the latest', () => {
    const few = many.map((post) => aPost(post.id, { trending: post.id < 4 }));
    expect(idsOf(toHome(listOf(few)).trending)).toEqual([1, 2, 3]);
  });
  it('has as recent the newest posts that are not shown above', () => {
    expect(idsOf(home.recent)).toEqual([11, 13, 15, 17, 19, 21]);
  });
  it('adds posts of a subcategory to the block of its parent, without those shown above', () => {
    const ids = new Map(home.blocks.map(({ slug, cards }) => [slug, idsOf(cards)]));
    expect(ids.get('gst')).toEqual([23, 24, 25, 26, 27, 28, 29, 30]);
    expect(ids.get('itc')).toEqual([23, 24, 26, 27, 29, 30]);
  });
  it('fills a block with fewer than three posts with posts shown above', () => {
    const [block] = toHome(listOf(many.slice(0, 17))).blocks;
    expect(idsOf(block?.cards ?? [])).toEqual([1, 2, 3]);
  });
  it('keeps only pictures that the front page shows', () => {
    const pictured = toHome(
      listOf(many.map((post) => aPost(post.id, { image: aPicture(), trending: true }))),
    );
    const withPicture = (cards: readonly Card[]) => cards.filter(({ picture }) => picture !== null).length;
    expect(withPicture(pictured.latest)).toBe(LATEST_PICTURED);
    expect(withPicture([...pictured.trending, ...pictured.recent])).toBe(0);
    expect(pictured.blocks.map(({ cards }) => withPicture(cards))).toEqual([2]);
  });
  it('ignores posts without title or slug', () => {
    expect(toHome(listOf([aPost(1, { slug: null }), aPost(2, { title: '' }), aPost(3)])).latest).toHaveLength(
      1,
    );
  });
});

describe('a category without a name', () => {
  it('is named after its slug', () => {
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
  it('follows the menu and omits categories that it does not show', () => {
    const menu = [
      { slug: 'b', name: 'B' },
      { slug: 'empty', name: 'E' },
      { slug: 'a', name: 'A' },
    ];
    expect(orderBlocks(blocks, menu).map(({ name }) => name)).toEqual(['B', 'A']);
  });
  it('omits posts of the blocks above while three are left', () => {
    const { blocks: both } = toHome(listOf(many));
    const menu = [
      { slug: 'gst', name: 'GST' },
      { slug: 'itc', name: 'Input credit' },
    ];
    expect(orderBlocks(both, menu).map(({ cards }) => idsOf(cards))).toEqual([
      [23, 24, 25, 26, 27],
      [29, 30, 23],
    ]);
    expect(orderBlocks(both, menu.toReversed()).map(({ cards }) => idsOf(cards))).toEqual([
      [23, 24, 26, 27, 29],
      [25, 28, 30],
    ]);
  });
  it('adds posts of the blocks above only up to three posts', () => {
    const cardsOf = (...ids: number[]) => ids.map((id) => ({ id }) as Card);
    const overlapping = [
      { slug: 'a', cards: cardsOf(1, 2, 3, 4, 5) },
      { slug: 'b', cards: cardsOf(1, 2, 3, 6, 7) },
      { slug: 'c', cards: cardsOf(1, 2, 3, 4) },
    ];
    const menu = overlapping.map(({ slug }) => ({ slug, name: slug }));
    expect(orderBlocks(overlapping, menu).map(({ cards }) => idsOf(cards))).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7, 1],
      [1, 2, 3],
    ]);
  });
});
