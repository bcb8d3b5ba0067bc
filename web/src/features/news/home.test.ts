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

describe('toHome', () => {
  const home = toHome(listOf(many));
  it('takes the first ten as the latest', () => {
    expect(home.latest.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
  it('takes as trending only what is marked so', () => {
    expect(home.trending.map(({ id }) => id)).toEqual([2, 4, 6, 8, 10, 12]);
  });
  it('puts a child category into its parent’s block too', () => {
    const ids = new Map(home.blocks.map(({ slug, cards }) => [slug, cards.map(({ id }) => id)]));
    expect(ids.get('gst')).toEqual([1, 2, 3, 4, 5]);
    expect(ids.get('itc')).toEqual([2, 3, 5, 6, 8]);
  });
  it('keeps only the pictures that the front page shows', () => {
    const pictured = toHome(
      listOf(many.map((post) => aPost(post.id, { image: aPicture(), trending: true }))),
    );
    const withPicture = (cards: readonly Card[]) => cards.filter(({ picture }) => picture !== null).length;
    expect(withPicture(pictured.latest)).toBe(LATEST_PICTURED);
    expect(withPicture(pictured.trending)).toBe(0);
    expect(pictured.blocks.map(({ cards }) => withPicture(cards))).toEqual([1]);
  });
  it('gives a block’s picture to the first that is not the page’s lead', () => {
    const { blocks } = toHome(listOf([1, 2, 3].map((id) => aPost(id, { image: aPicture() }))));
    const pictures = blocks.map(({ cards }) => cards.map(({ id, picture }) => [id, picture !== null]));
    expect(pictures).toEqual([
      [
        [1, false],
        [2, true],
        [3, false],
      ],
    ]);
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
});
