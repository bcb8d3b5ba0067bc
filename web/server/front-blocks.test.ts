import { describe, expect, it } from 'vitest';
import type { HomeLayout } from '@vidhi/contracts/home-blocks.ts';
import { aCategory, aPost } from '../src/testing/fake-api.ts';
import { requestPage } from './page-request-builder.ts';

/** Thirty articles, newest first: every third of `gst`, the others of its subcategory `itc`. */
const posts = Array.from({ length: 30 }, (_, index) =>
  aPost(index + 1, {
    trending: index % 2 === 1,
    categories: { data: [index % 3 === 0 ? aCategory('gst', 'GST') : aCategory('itc', 'x', 'gst')] },
  }),
);
const ads = [
  { type: 'Side Bar', title: 'Beside', link: 'https://ad.example/' },
  { type: 'One Column into List', title: 'Between', link: 'https://ad.example/' },
];
const BLOCKS = {
  latest: 'id="latest-title"',
  trending: 'id="trending-title"',
  products: 'id="slider-title"',
  gst: 'id="block-gst"',
  itc: 'id="block-itc"',
  recent: '>Recent posts</h2>',
  besideAd: 'Advertisement: Beside',
  betweenAd: 'Advertisement: Between',
} as const;
type BlockName = keyof typeof BLOCKS;

const site = { posts, ads, showProducts: true };
const EVERYTHING: HomeLayout = {
  main: ['latest', 'trending', 'products', 'categories'],
  side: ['recent', 'ads'],
  list_ads: true,
};

/** Names of the blocks of a document, in its order. */
function blocksOf(html: string): BlockName[] {
  const markup = html.slice(html.indexOf('<div id="root">'), html.indexOf('id="page-state"'));
  return (Object.keys(BLOCKS) as BlockName[])
    .filter((name) => markup.includes(BLOCKS[name]))
    .toSorted((one, other) => markup.indexOf(BLOCKS[one]) - markup.indexOf(BLOCKS[other]));
}
const markupOf = (html: string): string =>
  html.slice(html.indexOf('<div id="root">'), html.indexOf('id="page-state"'));
const front = async (home?: HomeLayout) => (await requestPage('/', { ...site, ...(home && { home }) })).body;

describe('the front page', () => {
  it('is the same whether staff has chosen the blocks of the product or none', async () => {
    const body = await front();
    expect(markupOf(await front(EVERYTHING))).toBe(markupOf(body));
    expect(blocksOf(body)).toEqual(['latest', 'trending', 'products', 'gst', 'itc', 'recent', 'besideAd']);
    expect(body).not.toContain('"home":{');
  });

  it('has the chosen blocks in the chosen order', async () => {
    const body = await front({ ...EVERYTHING, main: ['categories', 'products', 'latest'], side: ['ads'] });
    expect(blocksOf(body)).toEqual(['gst', 'itc', 'besideAd', 'products', 'latest']);
  });

  it('has the chosen categories, by the names that the layout has', async () => {
    const body = await front({ ...EVERYTHING, categories: [{ name: 'Credits', slug: 'itc' }] });
    expect(blocksOf(body)).not.toContain('gst');
    expect(body).toContain('aria-label="All news in Credits"');
  });

  it('has advertisements between the categories unless staff has hidden them', async () => {
    const categories = ['gst', 'itc', 'gst-2'].map((slug) => ({ name: slug, slug }));
    const three = posts.concat(aPost(40, { categories: { data: [aCategory('gst-2', 'x')] } }));
    const shown = async (home: HomeLayout) =>
      blocksOf((await requestPage('/', { ...site, posts: three, home })).body);
    expect(await shown({ ...EVERYTHING, categories })).toContain('betweenAd');
    expect(await shown({ ...EVERYTHING, categories, list_ads: false })).not.toContain('betweenAd');
  });

  it('shows the newest articles in their categories where the latest are hidden', async () => {
    const hasNewest = async (home: HomeLayout) => markupOf(await front(home)).includes('/gst/report-1"');
    expect(await hasNewest({ ...EVERYTHING, main: ['categories'], side: [] })).toBe(true);
    expect(await hasNewest({ ...EVERYTHING, main: ['latest'], side: [] })).toBe(true);
  });
});

describe('a preview of the front page', () => {
  const preview = (blocks: string) =>
    requestPage(`/preview/front?blocks=${encodeURIComponent(blocks)}`, site);

  it('has the blocks of its address and no script, and is stored nowhere', async () => {
    const { statusCode, body, headers } = await preview(
      JSON.stringify({ ...EVERYTHING, main: ['trending', 'latest'], categories: null }),
    );
    expect(statusCode).toBe(200);
    expect(blocksOf(body)).toEqual(['trending', 'latest']);
    expect(body).toContain('Preview of the front page.');
    expect(body).not.toContain('<script');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    });
  });

  it.each(['', '{', '{"main":["<img src=x onerror=alert(1)>"]}', '[]'])(
    'does not exist for the blocks %j, which it does not repeat',
    async (blocks) => {
      const { statusCode, body } = await preview(blocks);
      expect(statusCode).toBe(404);
      expect(body).not.toContain('onerror');
    },
  );
});
