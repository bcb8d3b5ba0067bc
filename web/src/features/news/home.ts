import type { WireList } from '#shared/api/read.ts';
import type { HomeLayout } from '@vidhi/contracts/home-blocks.ts';
import { toCard, type Card, type Label, type WirePost } from './post.ts';

/** The blocks whose articles no later block repeats. */
const TAKING = ['latest', 'trending', 'recent'] as const;
type TakingBlock = (typeof TAKING)[number];
/** Those of them that the front page does not show: they leave their articles to the others. */
export type HiddenBlocks = readonly TakingBlock[] | undefined;

/** Returns undefined where nothing is hidden. */
export function hiddenBlocks(home: HomeLayout | undefined): HiddenBlocks {
  if (home === undefined) return undefined;
  const shown: readonly string[] = [...home.main, ...home.side];
  const hidden = TAKING.filter((block) => !shown.includes(block));
  return hidden.length === 0 ? undefined : hidden;
}

/** The front page, built from one list of posts, newest first. Each post is shown once. */
export interface HomeView {
  latest: Card[];
  trending: Card[];
  /** The newest posts that are neither latest nor trending. */
  recent: Card[];
  blocks: HomeBlock[];
}

/** Shown after a client navigation whose request failed. */
export const EMPTY_HOME: HomeView = { latest: [], trending: [], recent: [], blocks: [] };

/** Newest posts of one category and its children; its name comes from the menu. */
export interface HomeBlock {
  slug: string;
  cards: Card[];
}

const LATEST = 10;
/** Number of latest posts that are shown with their picture; the rest are headlines. */
export const LATEST_PICTURED = 5;
const TRENDING = 6;
const RECENT = 6;
const BLOCK = 5;
/** More than a block shows, because the blocks above it may show some of them. */
const BLOCK_CANDIDATES = 8;
const BLOCK_PICTURED = 2;
/** A block with fewer new posts also shows posts that are shown above. */
const MIN_BLOCK = 3;

interface Entry {
  card: Card;
  post: WirePost;
}

export function toHome(list: WireList<WirePost>, hidden: HiddenBlocks = []): HomeView {
  const entries = list.data.flatMap((entry): Entry[] => {
    const card = toCard(entry);
    return card === null ? [] : [{ card, post: entry.attributes }];
  });
  const shown = new Set<number>();
  const take = (block: TakingBlock, candidates: readonly Entry[], count: number): Card[] => {
    if (hidden.includes(block)) return [];
    const taken = candidates.filter(({ card }) => !shown.has(card.id)).slice(0, count);
    for (const { card } of taken) shown.add(card.id);
    return taken.map(({ card }) => card);
  };
  const latest = take('latest', entries, LATEST);
  const marked = entries.filter(({ post }) => post.trending === true);
  const trending = take('trending', marked, TRENDING);
  // If all trending posts are among the latest, they are repeated.
  if (trending.length === 0 && !hidden.includes('trending'))
    trending.push(...marked.slice(0, TRENDING).map(({ card }) => card));
  const recent = take('recent', entries, RECENT);
  return {
    latest: latest.map((card, index) => (index < LATEST_PICTURED ? card : asHeadline(card))),
    trending: trending.map(asHeadline),
    recent: recent.map(asHeadline),
    blocks: blocksOf(entries, shown),
  };
}

function blocksOf(entries: readonly Entry[], shown: ReadonlySet<number>): HomeBlock[] {
  const bySlug = new Map<string, { fresh: Card[]; repeated: Card[] }>();
  for (const { card, post } of entries)
    for (const slug of blockSlugs(post)) {
      const block = bySlug.get(slug) ?? { fresh: [], repeated: [] };
      bySlug.set(slug, block);
      (shown.has(card.id) ? block.repeated : block.fresh).push(card);
    }
  return [...bySlug].map(([slug, { fresh, repeated }]) => {
    const missing = Math.max(0, MIN_BLOCK - fresh.length);
    const cards = [...fresh.slice(0, BLOCK_CANDIDATES), ...repeated.slice(0, missing)];
    return {
      slug,
      cards: cards.map((card, index) => (index < BLOCK_PICTURED ? card : asHeadline(card))),
    };
  });
}

/** Returns a card without picture, for headlines: pictures would double the state of the page. */
const asHeadline = (card: Card): Card => ({ ...card, picture: null });

/** Returns the slugs of a post's categories and their parents. */
function blockSlugs(post: WirePost): Set<string> {
  const slugs = (post.categories?.data ?? []).flatMap(({ attributes }) => [
    attributes.slug,
    attributes.parent_category?.data?.attributes.slug,
  ]);
  return new Set(slugs.filter((slug) => typeof slug === 'string'));
}

/**
 * Returns the blocks of the menu's categories in the menu's order, each without posts of the blocks above while it has
 * three others.
 */
export function orderBlocks(blocks: readonly HomeBlock[], menu: readonly Label[]): (HomeBlock & Label)[] {
  const bySlug = new Map(blocks.map((block) => [block.slug, block]));
  const shown = new Set<number>();
  return menu.flatMap((label) => {
    const block = bySlug.get(label.slug);
    if (block === undefined) return [];
    const fresh = block.cards.filter(({ id }) => !shown.has(id));
    const repeated = block.cards.filter(({ id }) => shown.has(id));
    const cards = [...fresh.slice(0, BLOCK), ...repeated.slice(0, Math.max(0, MIN_BLOCK - fresh.length))];
    for (const { id } of cards) shown.add(id);
    return [{ ...label, cards }];
  });
}
