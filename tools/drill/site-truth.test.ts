import { describe, expect, it } from 'vitest';
import {
  certainOnPage,
  createSiteTruth,
  finalStates,
  possibleStates,
  type BasePost,
  type EditedPost,
} from './site-truth.ts';

const createBasePost = (id: number): BasePost => ({
  id,
  title: `Base ${id}`,
  slug: `base-${id}`,
  publishDate: -id,
  categories: [id % 2 === 0 ? 'even' : 'odd'],
  tags: [],
  viewsCount: 0,
});

const createEditedPost = (versions: EditedPost['versions']): EditedPost => ({
  slug: 'edited',
  id: 100,
  publishDate: 1,
  category: 'even',
  tag: 'none',
  versions,
});

const shown = (title: string) => ({ title, isPublished: true });
const titles = (post: EditedPost, from: number, to: number): string[] =>
  possibleStates(post, { from, to }).map(({ title }) => title);

function createTruth(...edited: EditedPost[]) {
  const truth = createSiteTruth({
    posts: [1, 2, 3, 4, 5, 6].map(createBasePost),
    categories: [],
    listed: [],
    tags: [],
    books: [],
    lawyers: [],
  });
  for (const post of edited) truth.addEdited(post);
  return truth;
}

describe('the possible states of a post', () => {
  const post = createEditedPost([
    { state: shown('first'), sentAt: 10, ackedAt: 12 },
    { state: shown('second'), sentAt: 20, ackedAt: 25 },
  ]);

  it.each([
    ['before the first write', 0, 5, ['']],
    ['while it was in flight', 0, 11, ['', 'first']],
    ['after its acknowledgement', 13, 14, ['first']],
    ['while the second was in flight', 21, 24, ['first', 'second']],
    ['after that', 26, 30, ['second']],
    ['over all of it', 0, 30, ['', 'first', 'second']],
  ])('%s', (_when, from, to, expected) => {
    expect(titles(post, from, to)).toEqual(expected);
  });

  it('include a write with unknown outcome for ever', () => {
    const unknown = createEditedPost([
      ...post.versions,
      { state: shown('third'), sentAt: 30, ackedAt: null },
    ]);
    expect(titles(unknown, 900, 999)).toEqual(['second', 'third']);
    expect(finalStates(unknown).map(({ title }) => title)).toEqual(['second', 'third']);
  });
});

describe('a selection', () => {
  it('has the certain count as minimum and the possible count as maximum', () => {
    const truth = createTruth(createEditedPost([{ state: shown('new'), sentAt: 10, ackedAt: null }]));
    expect(truth.select({ from: 50, to: 60 })).toMatchObject({ least: 6, most: 7 });
    expect(truth.select({ from: 0, to: 5 })).toMatchObject({ least: 6, most: 6 });
    expect(truth.select({ from: 50, to: 60 }, { category: 'even' })).toMatchObject({ least: 3, most: 4 });
    expect(truth.select({ from: 50, to: 60 }, { text: 'BASE 3' }).candidates).toMatchObject([
      { slug: 'base-3' },
    ]);
  });

  it('requires on a page only posts that no write in flight can move', () => {
    const truth = createTruth(createEditedPost([{ state: shown('new'), sentAt: 10, ackedAt: null }]));
    const slugs = (from: number, to: number, page: number): string[] =>
      certainOnPage(truth.select({ from, to }), page, 2).map(({ slug }) => slug);
    expect(slugs(0, 5, 1)).toEqual(['base-1', 'base-2']);
    expect(slugs(0, 5, 2)).toEqual(['base-3', 'base-4']);
    expect(slugs(50, 60, 1)).toEqual(['base-1']);
    expect(slugs(50, 60, 2)).toEqual(['base-3']);
  });
});
