import type { categoryCollection } from '@vidhi/collections/news/category.ts';
import type { ContentRow } from '../kit/row.ts';

/** A category with the one that it is part of. */
export type CategoryRow = ContentRow<typeof categoryCollection, 'parent_category'>;

export interface CategoryNode {
  row: CategoryRow;
  /** 1 at the top. */
  level: number;
  parent: number | null;
  children: readonly CategoryNode[];
}

const orderOf = ({ show_order }: CategoryRow): number => show_order ?? Number.MAX_SAFE_INTEGER;

const byOrder = (one: CategoryRow, other: CategoryRow): number =>
  orderOf(one) - orderOf(other) || (one.name ?? '').localeCompare(other.name ?? '') || one.id - other.id;

/**
 * Returns the categories as a tree in the order of the menu. Categories whose parent is missing, or is below themselves, are
 * at the top.
 */
export function treeOf(rows: readonly CategoryRow[]): CategoryNode[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  const parentOf = (row: CategoryRow): number | null => {
    const parent = row.parent_category?.id;
    if (parent === undefined || !known.has(parent)) return null;
    const seen = new Set([row.id]);
    for (let at: number | undefined = parent; at !== undefined; at = known.get(at)?.parent_category?.id) {
      if (seen.has(at)) return null;
      seen.add(at);
    }
    return parent;
  };
  const children = Map.groupBy(rows, parentOf);
  const nodesBelow = (parent: number | null, level: number): CategoryNode[] =>
    (children.get(parent) ?? [])
      .toSorted(byOrder)
      .map((row) => ({ row, level, parent, children: nodesBelow(row.id, level + 1) }));
  return nodesBelow(null, 1);
}

/** Returns the nodes in the order in which they are shown. */
export const flattenTree = (nodes: readonly CategoryNode[]): CategoryNode[] =>
  nodes.flatMap((node) => [node, ...flattenTree(node.children)]);

export type Move = 'up' | 'down' | 'in' | 'out';

/** A change of one category. */
export interface CategoryChange {
  id: number;
  values: { parent_category?: number | null; show_order?: number };
}

interface Place {
  siblings: readonly CategoryNode[];
  at: number;
  /** The node above; null at the top. */
  above: CategoryNode | null;
}

function placeOf(
  nodes: readonly CategoryNode[],
  id: number,
  above: CategoryNode | null = null,
): Place | null {
  const at = nodes.findIndex(({ row }) => row.id === id);
  if (at !== -1) return { siblings: nodes, at, above };
  for (const node of nodes) {
    const found = placeOf(node.children, id, node);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the changes that give nodes this order below a parent. */
const numbered = (nodes: readonly CategoryNode[], parent: number | null): CategoryChange[] =>
  nodes.flatMap(({ row, parent: before }, index): CategoryChange[] => {
    const values: CategoryChange['values'] = {
      ...(row.show_order === index + 1 ? {} : { show_order: index + 1 }),
      ...(before === parent ? {} : { parent_category: parent }),
    };
    return Object.keys(values).length === 0 ? [] : [{ id: row.id, values }];
  });

/**
 * Returns the changes by which a category moves among its siblings (`up`, `down`), below the one before it (`in`) or beside
 * its parent (`out`); none where it cannot.
 */
export function movesFor(tree: readonly CategoryNode[], id: number, move: Move): CategoryChange[] {
  const place = placeOf(tree, id);
  const node = place?.siblings[place.at];
  if (place === null || node === undefined) return [];
  const { siblings, at, above } = place;
  const others = siblings.filter((one) => one !== node);
  const parent = above?.row.id ?? null;
  if (move === 'up' || move === 'down') {
    const to = at + (move === 'up' ? -1 : 1);
    return to < 0 || to >= siblings.length ? [] : numbered(others.toSpliced(to, 0, node), parent);
  }
  if (move === 'in') {
    const target = siblings[at - 1];
    return target === undefined ? [] : numbered([...target.children, node], target.row.id);
  }
  const outer = above === null ? null : placeOf(tree, above.row.id);
  if (outer === null) return [];
  return numbered(outer.siblings.toSpliced(outer.at + 1, 0, node), outer.above?.row.id ?? null);
}

/** Returns the changes that undo others. */
export const undoOf = (rows: readonly CategoryRow[], changes: readonly CategoryChange[]): CategoryChange[] =>
  changes.flatMap(({ id, values }) => {
    const row = rows.find((one) => one.id === id);
    if (row === undefined) return [];
    return [
      {
        id,
        values: {
          ...('show_order' in values && row.show_order !== null && row.show_order !== undefined
            ? { show_order: row.show_order }
            : {}),
          ...('parent_category' in values ? { parent_category: row.parent_category?.id ?? null } : {}),
        },
      },
    ];
  });
