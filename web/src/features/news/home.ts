import type { WireList } from '../../shared/api/read.ts';
import { toCard, type Card, type Label, type WirePost } from './post.ts';

/** The front page, built from one list of posts, newest first. */
export interface HomeView {
  trending: Card[];
  latest: Card[];
  blocks: HomeBlock[];
}

/** Shown after a client navigation whose request failed. */
export const EMPTY_HOME: HomeView = { trending: [], latest: [], blocks: [] };

/** Newest posts of one category and its children; its name comes from the menu. */
export interface HomeBlock {
  slug: string;
  cards: Card[];
}

const LATEST = 10;
/** Of the latest, those that are shown with their picture; the rest are headlines. */
export const LATEST_PICTURED = 5;
const TRENDING = 6;
const BLOCK = 5;

export function toHome(list: WireList<WirePost>): HomeView {
  const trending: Card[] = [];
  const latest: Card[] = [];
  const blocks = new Map<string, Card[]>();
  for (const entry of list.data) {
    const card = toCard(entry);
    if (card === null) continue;
    if (latest.length < LATEST) latest.push(latest.length < LATEST_PICTURED ? card : asHeadline(card));
    if (entry.attributes.trending === true && trending.length < TRENDING) trending.push(asHeadline(card));
    for (const slug of blockSlugs(entry.attributes)) {
      const cards = blocks.get(slug) ?? [];
      if (cards.length === BLOCK) continue;
      // The page's lead is shown large already: the next one has the block's picture.
      const isPictured = card !== latest[0] && cards.every(({ id }) => id === latest[0]?.id);
      blocks.set(slug, [...cards, isPictured ? card : asHeadline(card)]);
    }
  }
  return { trending, latest, blocks: [...blocks].map(([slug, cards]) => ({ slug, cards })) };
}

/** A card that is only ever a line of text: its picture would be half of the page's state. */
const asHeadline = (card: Card): Card => ({ ...card, picture: null });

/** A post stands in the blocks of its categories and of their parents. */
function blockSlugs(post: WirePost): Set<string> {
  const slugs = (post.categories?.data ?? []).flatMap(({ attributes }) => [
    attributes.slug,
    attributes.parent_category?.data?.attributes.slug,
  ]);
  return new Set(slugs.filter((slug) => typeof slug === 'string'));
}

/** The blocks in the order of the menu; categories that the menu does not show have none. */
export function orderBlocks(blocks: readonly HomeBlock[], menu: readonly Label[]): (HomeBlock & Label)[] {
  const bySlug = new Map(blocks.map((block) => [block.slug, block]));
  return menu.flatMap((label) => {
    const block = bySlug.get(label.slug);
    return block === undefined ? [] : [{ ...block, ...label }];
  });
}
