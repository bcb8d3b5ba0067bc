import { describe, expect, it } from 'vitest';
import { DEFAULT_HOME_BLOCKS } from '@vidhi/contracts/home-blocks.ts';
import {
  blocksOf,
  defaultFrontDraft,
  frontDraftOf,
  movedTo,
  previewPath,
  storedBlocks,
} from './front-draft.ts';

const CATEGORIES = [4, 5, 6];
const CHOSEN = { main: ['categories', 'latest'], side: ['ads'], list_ads: false, categories: [6, 4] };

describe('a draft of the front page', () => {
  it('is the default where nothing is stored, and stores nothing while it is', () => {
    expect(blocksOf(frontDraftOf({}, CATEGORIES))).toEqual({ blocks: DEFAULT_HOME_BLOCKS });
    expect(frontDraftOf({ home_blocks: null }, CATEGORIES)).toEqual(defaultFrontDraft(CATEGORIES));
    expect(storedBlocks(DEFAULT_HOME_BLOCKS)).toBeNull();
  });

  it('has what is stored, and what is hidden below it', () => {
    const draft = frontDraftOf({ home_blocks: CHOSEN }, CATEGORIES);
    expect(blocksOf(draft)).toEqual({ blocks: CHOSEN });
    expect(draft.main.map(({ key }) => key)).toEqual(['categories', 'latest', 'trending', 'products']);
    expect(draft.categories).toEqual([
      { key: 6, isShown: true },
      { key: 4, isShown: true },
      { key: 5, isShown: false },
    ]);
  });

  it('leaves out categories that are gone', () => {
    expect(blocksOf(frontDraftOf({ home_blocks: CHOSEN }, [4]))).toMatchObject({
      blocks: { categories: [4] },
    });
  });

  it('says what is wrong', () => {
    const draft = { ...defaultFrontDraft(CATEGORIES), choosesCategories: true };
    expect(blocksOf(draft)).toEqual({ problem: 'Choose a category, or hide the block of the categories' });
    expect(blocksOf({ ...draft, main: [] })).toEqual({ problem: 'The front page needs at least one block' });
  });
});

it('has the blocks in the address of a preview', () => {
  const url = new URL(previewPath(DEFAULT_HOME_BLOCKS), 'https://vidhi.example');
  expect(JSON.parse(url.searchParams.get('blocks') ?? '')).toEqual(DEFAULT_HOME_BLOCKS);
});

it('moves an entry to a place within its list', () => {
  const list = ['a', 'b', 'c'];
  expect(movedTo(list, 2, 0)).toEqual(['c', 'a', 'b']);
  expect(movedTo(list, 0, 1)).toEqual(['b', 'a', 'c']);
  expect([movedTo(list, 0, -1), movedTo(list, 2, 3), movedTo(list, 7, 0)]).toEqual([list, list, list]);
});
