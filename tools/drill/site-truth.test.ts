import { describe, expect, it } from 'vitest';
import {
  certainOnPage,
  createSiteTruth,
  finalStates,
  possibleStates,
  type BasePost,
  type EditedPost,
} from './site-truth.ts';

const aBase = (id: number): BasePost => ({
  id,
  title: `Base ${id}`,
  slug: `base-${id}`,
  publishDate: -id,
  categories: [id % 2 === 0 ? 'even' : 'odd'],
  tags: [],
  viewsCount: 0,
});

const anEdited = (versions: EditedPost['versions']): EditedPost => ({
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

function aTruth(...edited: EditedPost[]) {
  const truth = createSiteTruth({
    posts: [1, 2, 3, 4, 5, 6].map(aBase),
    categories: [],
    listed: [],
    tags: [],
    books: [],
    lawyers: [],
  });
  for (const post of edited) truth.addEdited(post);
  return truth;
}

describe('the states that a post can have had', () => {
  const post = anEdited([
    { state: shown('first'), sentAt: 10, ackedAt: 12 },
    { state: shown('second'), sentAt: 20, ackedAt: 25 },
  ]);

  it.each([
    ['before the first write', 0, 5, ['']],
    ['while it was on its way', 0, 11, ['', 'first']],
    ['after its acknowledgement', 13, 14, ['first']],
    ['while the second was on its way', 21, 24, ['first', 'second']],
    ['after that', 26, 30, ['second']],
    ['over all of it', 0, 30, ['', 'first', 'second']],
  ])('%s', (_when, from, to, expected) => {
    expect(titles(post, from, to)).toEqual(expected);
  });

  it('include a write of which nobody knows the outcome for ever', () => {
    const unknown = anEdited([...post.versions, { state: shown('third'), sentAt: 30, ackedAt: null }]);
    expect(titles(unknown, 900, 999)).toEqual(['second', 'third']);
    expect(finalStates(unknown).map(({ title }) => title)).toEqual(['second', 'third']);
  });
});

describe('a selection', () => {
  it('counts what is certain as the least and what is possible as the most', () => {
    const truth = aTruth(anEdited([{ state: shown('new'), sentAt: 10, ackedAt: null }]));
    expect(truth.select({ from: 50, to: 60 })).toMatchObject({ least: 6, most: 7 });
    expect(truth.select({ from: 0, to: 5 })).toMatchObject({ least: 6, most: 6 });
    expect(truth.select({ from: 50, to: 60 }, { category: 'even' })).toMatchObject({ least: 3, most: 4 });
    expect(truth.select({ from: 50, to: 60 }, { text: 'BASE 3' }).candidates).toMatchObject([
      { slug: 'base-3' },
    ]);
  });

  it('is certain of a page only for posts that nothing in flight can move from it', () => {
    const truth = aTruth(anEdited([{ state: shown('new'), sentAt: 10, ackedAt: null }]));
    const slugs = (from: number, to: number, page: number): string[] =>
      certainOnPage(truth.select({ from, to }), page, 2).map(({ slug }) => slug);
    expect(slugs(0, 5, 1)).toEqual(['base-1', 'base-2']);
    expect(slugs(0, 5, 2)).toEqual(['base-3', 'base-4']);
    expect(slugs(50, 60, 1)).toEqual(['base-1']);
    expect(slugs(50, 60, 2)).toEqual(['base-3']);
  });
});
