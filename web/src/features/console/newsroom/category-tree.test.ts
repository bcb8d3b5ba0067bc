import { describe, expect, it } from 'vitest';
import { flattenTree, movesFor, treeOf, undoOf, type CategoryRow } from './category-tree.ts';

const row = (id: number, order: number | null, parent?: number): CategoryRow => ({
  id,
  name: `c${id}`,
  show_order: order,
  parent_category: parent === undefined ? null : { id: parent },
});

const rows = [row(1, 1), row(2, 2), row(3, 1, 2), row(4, 2, 2), row(5, 3)];
const tree = treeOf(rows);
const shape = (list: readonly CategoryRow[]) =>
  flattenTree(treeOf(list)).map(({ row: { id }, level }) => [id, level]);

/** The rows after a move. */
function after(
  id: number,
  ...move: Parameters<typeof movesFor> extends [unknown, unknown, ...infer Rest] ? Rest : never
) {
  const changes = movesFor(tree, id, ...move);
  return rows.map((one) => {
    const values = changes.find((change) => change.id === one.id)?.values ?? {};
    const { parent_category: parent, ...others } = values;
    return {
      ...one,
      ...others,
      ...(parent === undefined ? {} : { parent_category: parent === null ? null : { id: parent } }),
    };
  });
}

describe('the tree of categories', () => {
  it('is in the order of the menu', () => {
    expect(shape(rows)).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
      [4, 2],
      [5, 1],
    ]);
  });

  it('shows a category whose parent is missing or below itself at the top', () => {
    expect(shape([row(1, 1, 9), row(2, 2, 3), row(3, 3, 2)])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
  });

  it.each([
    [
      'up',
      4,
      [
        [1, 1],
        [2, 1],
        [4, 2],
        [3, 2],
        [5, 1],
      ],
    ],
    [
      'down',
      1,
      [
        [2, 1],
        [3, 2],
        [4, 2],
        [1, 1],
        [5, 1],
      ],
    ],
    [
      'in',
      5,
      [
        [1, 1],
        [2, 1],
        [3, 2],
        [4, 2],
        [5, 2],
      ],
    ],
    [
      'out',
      3,
      [
        [1, 1],
        [2, 1],
        [4, 2],
        [3, 1],
        [5, 1],
      ],
    ],
  ] as const)('moves %s', (move, id, wanted) => {
    expect(shape(after(id, move))).toEqual(wanted);
  });

  it.each([
    ['up', 1],
    ['down', 5],
    ['in', 1],
    ['out', 2],
  ] as const)('does not move %s what is at the end', (move, id) => {
    expect(movesFor(tree, id, move)).toEqual([]);
  });

  it('undoes a move', () => {
    const changes = movesFor(tree, 5, 'in');
    expect(undoOf(rows, changes)).toEqual([{ id: 5, values: { parent_category: null } }]);
  });
});
