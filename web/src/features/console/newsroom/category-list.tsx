import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useSession } from '#shared/session/session.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { mayAccess } from '../access.ts';
import { KIT } from '../kit/kit-texts.ts';
import type { ListQuery } from '../kit/source.ts';
import * as styles from '../kit.module.css';
import { ShadowBadge } from '../site/shadowed.tsx';
import { MergeCategories } from './merge-categories.tsx';
import { categoryApi, categoryResource } from './category-resource.ts';
import {
  flattenTree,
  movesFor,
  treeOf,
  undoOf,
  type CategoryChange,
  type CategoryNode,
  type CategoryRow,
  type Move,
} from './category-tree.ts';

/** More than any site has; the API sends no more at once. */
const ALL: ListQuery = { q: '', conditions: [], sort: 'show_order', page: 1, size: 150 };

const TEXTS = {
  hint: 'Alt with an arrow key moves the category that has the focus: up, down, below the one before, or out again.',
  moved: (name: string) => `${name} moved`,
  failed: 'The change could not be stored. Please try again.',
  undo: 'Undo',
  inMenu: (name: string) => `${name} in the menu`,
} as const;

const MOVES: Readonly<Partial<Record<string, Move>>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

const BUTTONS: readonly (readonly [move: Move, sign: string, label: (name: string) => string])[] = [
  ['up', '↑', (name) => `Move ${name} up`],
  ['down', '↓', (name) => `Move ${name} down`],
  ['in', '→', (name) => `Move ${name} below the category before it`],
  ['out', '←', (name) => `Move ${name} out of its category`],
];

/** The categories as a tree, which is ordered by buttons, by the arrow keys and by dragging. */
export function CategoryList() {
  const query = categoryApi.useList(ALL);
  const session = useSession();
  const mayWrite = session !== null && mayAccess(session, ['publish']);
  return (
    <>
      <header className={`page-head ${styles.head}`}>
        <h1>{categoryResource.many}</h1>
        {mayWrite && (
          <PageLink className="button" to={`${categoryResource.path}/new`}>
            {KIT.create(categoryResource.one)}
          </PageLink>
        )}
      </header>
      <QueryBoundary query={{ ...query, currentData: query.data }}>
        {({ rows }) =>
          rows.length === 0 ? (
            <div className={styles.empty}>
              <h2>{categoryResource.empty.title}</h2>
              <p>{categoryResource.empty.hint}</p>
            </div>
          ) : (
            <>
              <Tree rows={rows} mayWrite={mayWrite} />
              {mayWrite && <MergeCategories />}
            </>
          )
        }
      </QueryBoundary>
    </>
  );
}

function Tree({ rows, mayWrite }: { rows: readonly CategoryRow[]; mayWrite: boolean }) {
  const { update } = categoryApi.useWrites();
  const notices = useNotices();
  const tree = useMemo(() => treeOf(rows), [rows]);
  const [isBusy, setBusy] = useState(false);
  const dragged = useRef<number | null>(null);

  async function send(changes: readonly CategoryChange[]): Promise<boolean> {
    setBusy(true);
    let hasFailed = false;
    for (const { id, values } of changes) hasFailed ||= (await update(id, values)).error !== undefined;
    setBusy(false);
    if (hasFailed) notices.error(TEXTS.failed);
    return !hasFailed;
  }

  async function move({ row }: CategoryNode, direction: Move): Promise<void> {
    const changes = movesFor(tree, row.id, direction);
    if (isBusy || changes.length === 0) return;
    const undo = undoOf(rows, changes);
    if (await send(changes))
      notices.success(TEXTS.moved(row.name ?? ''), { label: TEXTS.undo, run: () => void send(undo) });
  }

  const handleKey = (event: KeyboardEvent, node: CategoryNode) => {
    const direction = MOVES[event.key];
    if (!event.altKey || direction === undefined || !mayWrite) return;
    event.preventDefault();
    void move(node, direction);
  };

  /** A dropped category moves step by step to the place of the one that it is dropped on. */
  const handleDrop = (target: CategoryNode) => {
    const id = dragged.current;
    dragged.current = null;
    if (id === null || id === target.row.id) return;
    const siblings = flattenTree(tree).filter(({ parent }) => parent === target.parent);
    const node = flattenTree(tree).find(({ row }) => row.id === id);
    if (node === undefined || isBelow(node, target.row.id)) return;
    const others = siblings.filter(({ row }) => row.id !== id);
    const at = others.findIndex(({ row }) => row.id === target.row.id);
    const wasBefore = siblings.findIndex(({ row }) => row.id === id);
    const to = wasBefore !== -1 && wasBefore < siblings.indexOf(target) ? at + 1 : at;
    const changes = others
      .toSpliced(to, 0, node)
      .flatMap(({ row }, index): CategoryChange[] =>
        row.id === id
          ? [{ id, values: { show_order: index + 1, parent_category: target.parent } }]
          : row.show_order === index + 1
            ? []
            : [{ id: row.id, values: { show_order: index + 1 } }],
      );
    const undo = undoOf(rows, changes);
    void send(changes).then((isStored) => {
      if (isStored)
        notices.success(TEXTS.moved(node.row.name ?? ''), { label: TEXTS.undo, run: () => void send(undo) });
    });
  };

  return (
    <>
      {mayWrite && <p className={styles.hint}>{TEXTS.hint}</p>}
      <table className={styles.table} aria-label={categoryResource.many} aria-busy={isBusy}>
        <thead>
          <tr>
            <th>Name</th>
            <th className={styles.other}>Address</th>
            <th>In the menu</th>
            {mayWrite && <th className={styles.other}>Move</th>}
          </tr>
        </thead>
        <tbody>
          {flattenTree(tree).map((node) => {
            const { row, level } = node;
            const name = row.name ?? KIT.untitled;
            return (
              <tr
                key={row.id}
                data-row={row.id}
                draggable={mayWrite}
                onDragStart={() => (dragged.current = row.id)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={() => handleDrop(node)}
              >
                <th scope="row" className={styles.node} data-level={Math.min(level, 4)}>
                  <PageLink
                    to={`${categoryResource.path}/${row.id}`}
                    aria-description={`Level ${level}`}
                    onKeyDown={(event) => handleKey(event, node)}
                  >
                    {name}
                  </PageLink>
                </th>
                <td className={styles.other}>
                  {row.slug ? `/news/${row.slug}` : ''} <ShadowBadge plural="categories" id={row.id} />
                </td>
                <td className={styles.check}>
                  <input
                    type="checkbox"
                    aria-label={TEXTS.inMenu(name)}
                    checked={row.show_nav === true}
                    disabled={!mayWrite}
                    onChange={({ target }) =>
                      void update(row.id, { show_nav: target.checked }).then(({ error }) => {
                        if (error !== undefined) notices.error(TEXTS.failed);
                      })
                    }
                  />
                </td>
                {mayWrite && (
                  <td className={styles.other}>
                    {BUTTONS.map(([direction, sign, label]) => (
                      <button
                        key={direction}
                        type="button"
                        className={styles.rowMenu}
                        aria-label={label(name)}
                        aria-disabled={movesFor(tree, row.id, direction).length === 0 || undefined}
                        onClick={() => void move(node, direction)}
                      >
                        {sign}
                      </button>
                    ))}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

const isBelow = (node: CategoryNode, id: number): boolean =>
  node.row.id === id || node.children.some((child) => isBelow(child, id));
