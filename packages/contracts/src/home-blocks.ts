import type { Checked } from './checked-value.ts';

/** The blocks of the front page, from top to bottom in the default order. */
export const MAIN_BLOCKS = ['latest', 'trending', 'products', 'categories'] as const;
export type MainBlock = (typeof MAIN_BLOCKS)[number];

/** The blocks beside the categories. */
export const SIDE_BLOCKS = ['recent', 'ads'] as const;
export type SideBlock = (typeof SIDE_BLOCKS)[number];

/** The blocks of the front page that are shown, in this order. */
export interface HomeBlocks {
  main: readonly MainBlock[];
  side: readonly SideBlock[];
  /** Whether advertisements stand between the categories. */
  list_ads: boolean;
  /** Ids of the categories that have a block, in this order; null for the categories of the menu. */
  categories: readonly number[] | null;
}

/** A category that has a block of its own. */
export interface CategoryLabel {
  name: string;
  slug: string;
}

/** The blocks of the front page as `GET /api/site-options/layout` sends them. */
export interface HomeLayout extends Pick<HomeBlocks, 'main' | 'side' | 'list_ads'> {
  /** Absent for the categories of the menu. */
  categories?: readonly CategoryLabel[];
}

/** The front page until the owner has chosen another. */
export const DEFAULT_HOME_BLOCKS: HomeBlocks = {
  main: MAIN_BLOCKS,
  side: SIDE_BLOCKS,
  list_ads: true,
  categories: null,
};

export const MAX_HOME_CATEGORIES = 30;

/** Longest JSON text of blocks: that of thirty categories with large ids. */
export const MAX_HOME_BLOCKS_LENGTH = 700;

const isObject = (value: unknown): value is Partial<Record<keyof HomeBlocks, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value as a list of different elements of `allowed`; null for any other. */
function listOf<Element>(value: unknown, isAllowed: (one: unknown) => one is Element): Element[] | null {
  if (!Array.isArray(value) || !value.every(isAllowed)) return null;
  return new Set(value).size === value.length ? value : null;
}

const isMain = (one: unknown): one is MainBlock => MAIN_BLOCKS.includes(one as MainBlock);
const isSide = (one: unknown): one is SideBlock => SIDE_BLOCKS.includes(one as SideBlock);
const isId = (one: unknown): one is number => Number.isSafeInteger(one) && Number(one) > 0;

/** Checks the blocks of the front page. */
export function checkedHomeBlocks(value: unknown): Checked<HomeBlocks> {
  if (!isObject(value)) return { problem: 'The blocks of the front page are needed' };
  const main = listOf(value.main, isMain);
  const side = listOf(value.side, isSide);
  const given = value.categories ?? null;
  const categories = given === null ? null : listOf(given, isId);
  const { list_ads: listAds } = value;
  if (main === null) return { problem: `The blocks are some of ${MAIN_BLOCKS.join(', ')}, each once` };
  if (main.length === 0) return { problem: 'The front page needs at least one block' };
  if (side === null) return { problem: `The blocks at the side are some of ${SIDE_BLOCKS.join(', ')}` };
  if (typeof listAds !== 'boolean')
    return { problem: 'Whether advertisements stand between the categories is needed' };
  if (given !== null && categories === null)
    return { problem: 'Categories are named by their ids, each once' };
  if (categories !== null && categories.length === 0)
    return { problem: 'Choose a category, or hide the block of the categories' };
  if (categories !== null && categories.length > MAX_HOME_CATEGORIES)
    return { problem: `The front page has room for ${MAX_HOME_CATEGORIES} categories` };
  return { value: { main, side, list_ads: listAds, categories } };
}

/** Returns the blocks of a JSON text, or what is wrong with it. */
export function parseHomeBlocks(text: string): Checked<HomeBlocks> {
  try {
    return checkedHomeBlocks(JSON.parse(text));
  } catch {
    return { problem: 'The blocks of the front page are no JSON' };
  }
}
