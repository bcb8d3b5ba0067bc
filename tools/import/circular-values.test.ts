import { expect, it } from 'vitest';
import { withoutCircular } from './circular-values.ts';

const CATEGORIES = 'api::category.category';

it('leaves out the links by which a category is part of itself, one of each circle, and notes them', () => {
  const notes: { id: number; reason: string }[] = [];
  const parents = [
    [1, null],
    [2, 1],
    [3, 3],
    [4, 6],
    [5, 4],
    [6, 5],
    // Below a circle, and below one that the archive does not have.
    [7, 5],
    [8, 99],
  ] as const;
  const documents = parents.map(([id, parent]) => ({ id, name: `Category ${id}`, parent_category: parent }));
  const read = withoutCircular(CATEGORIES, documents, notes);
  expect(read.map(({ id, parent_category: parent }) => [id, parent])).toEqual([
    [1, null],
    [2, 1],
    [3, null],
    [4, null],
    [5, 4],
    [6, 5],
    [7, 5],
    [8, 99],
  ]);
  expect(read[2]).toMatchObject({ name: 'Category 3' });
  expect(notes).toEqual([
    { id: 3, reason: 'parent_category 3 is part of 3 itself: left out' },
    { id: 4, reason: 'parent_category 6 is part of 4 itself: left out' },
  ]);
});

it('leaves other types as they are', () => {
  const tags = [{ id: 1, parent_category: 1 }];
  expect(withoutCircular('api::tag.tag', tags, [])).toBe(tags);
});
