import type { Unchecked } from '@vidhi/collections/all.ts';
import {
  checkedHomeBlocks,
  DEFAULT_HOME_BLOCKS,
  MAIN_BLOCKS,
  SIDE_BLOCKS,
  type HomeBlocks,
  type MainBlock,
  type SideBlock,
} from '@vidhi/contracts/home-blocks.ts';

type Row = Unchecked<'site-option'>;

/** An entry of a list that staff orders; those that are not shown keep their place while they are edited. */
export interface DraftBlock<Key> {
  key: Key;
  isShown: boolean;
}

/** The front page as staff edits it. */
export interface FrontDraft {
  main: readonly DraftBlock<MainBlock>[];
  side: readonly DraftBlock<SideBlock>[];
  hasListAds: boolean;
  /** Whether the categories are chosen here instead of by the menu. */
  choosesCategories: boolean;
  categories: readonly DraftBlock<number>[];
}

/** Returns the shown entries in their order, and then the others. */
function draftBlocks<Key>(shown: readonly Key[], all: readonly Key[]): DraftBlock<Key>[] {
  const hidden = all.filter((key) => !shown.includes(key));
  return [...shown.map((key) => ({ key, isShown: true })), ...hidden.map((key) => ({ key, isShown: false }))];
}

const toDraft = (blocks: HomeBlocks, categories: readonly number[]): FrontDraft => ({
  main: draftBlocks(blocks.main, MAIN_BLOCKS),
  side: draftBlocks(blocks.side, SIDE_BLOCKS),
  hasListAds: blocks.list_ads,
  choosesCategories: blocks.categories !== null,
  categories: draftBlocks(
    (blocks.categories ?? []).filter((id) => categories.includes(id)),
    categories,
  ),
});

/** Returns the stored blocks, or the default where there are none. `categories` are the ids of those of the site. */
export const frontDraftOf = (row: Row, categories: readonly number[]): FrontDraft =>
  toDraft(checkedHomeBlocks(row.home_blocks).value ?? DEFAULT_HOME_BLOCKS, categories);

export const defaultFrontDraft = (categories: readonly number[]): FrontDraft =>
  toDraft(DEFAULT_HOME_BLOCKS, categories);

const shownOf = <Key>(blocks: readonly DraftBlock<Key>[]): Key[] =>
  blocks.flatMap(({ key, isShown }) => (isShown ? [key] : []));

/** Returns the blocks of a draft, or what is wrong with it. */
export function blocksOf(draft: FrontDraft): { blocks: HomeBlocks } | { problem: string } {
  const { value, problem } = checkedHomeBlocks({
    main: shownOf(draft.main),
    side: shownOf(draft.side),
    list_ads: draft.hasListAds,
    categories: draft.choosesCategories ? shownOf(draft.categories) : null,
  });
  return problem === undefined ? { blocks: value } : { problem };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns what is stored for blocks: null for those of the product. */
export const storedBlocks = (blocks: HomeBlocks): HomeBlocks | null =>
  isSame(blocks, checkedHomeBlocks(DEFAULT_HOME_BLOCKS).value) ? null : blocks;

/** Returns the option of a draft, or what is wrong with it. */
export function optionsOf(draft: FrontDraft): { values: object } | { problem: string } {
  const result = blocksOf(draft);
  return 'problem' in result ? result : { values: { home_blocks: storedBlocks(result.blocks) } };
}

/** Returns the blocks where they differ from stored ones. */
export function changedBlocks(values: Row, stored: Row): object {
  const { home_blocks: blocks = null } = values;
  return isSame(blocks, stored.home_blocks ?? null) ? {} : { home_blocks: blocks };
}

/** Returns the address of the front page with these blocks. */
export const previewPath = (blocks: HomeBlocks): string =>
  `/preview/front?blocks=${encodeURIComponent(JSON.stringify(blocks))}`;

/** Moves an entry to another place; the list stays as it is where there is no such place. */
export function movedTo<Entry>(list: readonly Entry[], from: number, to: number): readonly Entry[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length || from === to) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}
