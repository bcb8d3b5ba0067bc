import { Dropdown } from 'antd';
import { memo, type ReactNode } from 'react';
import { PageLink } from '#shared/ui/page-link.tsx';
import { findConsolePage } from '../frame/current-page.ts';
import * as styles from '../kit.module.css';
import { textOf, type Column, type Resource, type RowAction } from './define-resource.ts';
import { KIT } from './kit-texts.ts';
import type { Selection } from './selection.ts';
import type { RowId } from './source.ts';
import type { ListStateApi } from './use-list-state.ts';

interface ListTableProps<Row extends { id: RowId }> {
  resource: Resource<Row>;
  list: ListStateApi;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  actions: readonly RowAction<Row>[];
  selection: Selection;
  /** Whether rows can be selected. */
  isSelectable: boolean;
  isCompact: boolean;
  /** Whether the rows are those of an earlier address, whose own are loading. */
  isStale: boolean;
  onAction: (action: RowAction<Row>, row: Row) => unknown;
}

/** The rows of a list as a table; on phones a row is its title and a line of the other cells. */
export function ListTable<Row extends { id: RowId }>(props: ListTableProps<Row>) {
  const { resource, list, rows, columns, actions, selection, isSelectable, isCompact, isStale, onAction } =
    props;
  const ids = rows.map(({ id }) => id);
  const hasPages = resource.hasPages && findConsolePage(`${resource.path}/1`) !== undefined;
  const selected = ids.filter((id) => selection.isAll || selection.rows.has(id));
  return (
    <div className={styles.tableFrame}>
      <table
        className={isCompact ? `${styles.table} ${styles.tableCompact}` : styles.table}
        aria-label={resource.many}
        aria-busy={isStale}
      >
        <thead>
          <tr>
            {isSelectable && (
              <th className={styles.check}>
                <input
                  type="checkbox"
                  aria-label={KIT.selectPage}
                  checked={ids.length > 0 && selected.length === ids.length}
                  ref={(box) => {
                    if (box !== null) box.indeterminate = selected.length > 0 && selected.length < ids.length;
                  }}
                  onChange={({ target }) => selection.setAll(ids, list.state.page, target.checked)}
                />
              </th>
            )}
            {columns.map((column, index) => (
              <HeadCell key={column.key} column={column} isFirst={index === 0} list={list} />
            ))}
            {actions.length > 0 && (
              <th className={styles.menuCell}>
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={row.id}
              row={row}
              path={hasPages ? `${resource.path}/${row.id}` : null}
              page={list.state.page}
              columns={columns}
              actions={actions}
              isSelectable={isSelectable}
              isSelected={selection.isAll || selection.rows.has(row.id)}
              onToggle={selection.toggle}
              onAction={onAction}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Number of cells below the title on phones. */
const SUMMARY_CELLS = 4;

const SORTS = { ascending: '↑', descending: '↓' } as const;

function HeadCell<Row>({
  column,
  isFirst,
  list,
}: {
  column: Column<Row>;
  isFirst: boolean;
  list: ListStateApi;
}) {
  const { label, sort, isNumber = false } = column;
  const className = [isFirst ? '' : styles.other, isNumber ? styles.number : ''].join(' ');
  if (sort === undefined) return <th className={className}>{label}</th>;
  const current =
    list.state.sort === sort ? 'ascending' : list.state.sort === `-${sort}` ? 'descending' : undefined;
  return (
    <th className={className} aria-sort={current ?? 'none'}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => list.change({ sort: current === 'ascending' ? `-${sort}` : sort })}
      >
        {label} <span aria-hidden="true">{current === undefined ? '' : SORTS[current]}</span>
      </button>
    </th>
  );
}

interface TableRowProps<Row extends { id: RowId }> {
  row: Row;
  /** Address of the row's page; null where rows have none. */
  path: string | null;
  page: number;
  columns: readonly Column<Row>[];
  actions: readonly RowAction<Row>[];
  isSelectable: boolean;
  isSelected: boolean;
  onToggle: Selection['toggle'];
  onAction: (action: RowAction<Row>, row: Row) => unknown;
}

/** Rendered again only when the row or its selection changes, so that ticking one of 150 rows stays fast. */
const TableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row extends { id: RowId }>(props: TableRowProps<Row>) {
  const { row, path, page, columns, actions, isSelectable, isSelected, onToggle, onAction } = props;
  const [first] = columns;
  if (first === undefined) return null;
  return (
    <tr data-row={row.id} className={isSelected ? styles.rowSelected : undefined}>
      {isSelectable && (
        <td className={styles.check}>
          <input
            type="checkbox"
            aria-label={KIT.selectRow(textOf(first, row) || KIT.untitled)}
            checked={isSelected}
            onChange={() => onToggle(row.id, page)}
          />
        </td>
      )}
      <RowCells row={row} path={path} columns={columns} actions={actions} onAction={onAction} />
    </tr>
  );
}

/** Not rendered again when the selection changes, so that selecting all of 150 rows stays fast. */
const RowCells = memo(PlainCells) as typeof PlainCells;

function PlainCells<Row extends { id: RowId }>(
  props: Pick<TableRowProps<Row>, 'row' | 'path' | 'columns' | 'actions' | 'onAction'>,
) {
  const { row, path, columns, actions, onAction } = props;
  const [first, ...others] = columns;
  if (first === undefined) return null;
  const title = textOf(first, row) || KIT.untitled;
  const summary = others
    .filter(({ isAlwaysShown }, index) => index < SUMMARY_CELLS || isAlwaysShown === true)
    .filter(
      (column) => (column.isNumber !== true && column.isAlwaysShown !== true) || textOf(column, row) !== '',
    );
  const possible = actions.filter(({ isPossible }) => isPossible?.(row) !== false);
  const name: ReactNode = first.render(row) || KIT.untitled;
  return (
    <>
      <th scope="row">
        {path === null ? name : <PageLink to={path}>{name}</PageLink>}
        <span className={styles.meta}>
          {summary.map((column) => (
            <span key={column.key}>
              {column.isNumber === true && `${column.label}: `}
              {column.render(row)}
            </span>
          ))}
        </span>
      </th>
      {others.map((column) => (
        <td key={column.key} className={`${styles.other} ${column.isNumber === true ? styles.number : ''}`}>
          {column.render(row)}
        </td>
      ))}
      {actions.length > 0 && (
        <td className={styles.menuCell}>
          {possible.length > 0 && (
            <Dropdown
              trigger={['click']}
              placement="bottomRight"
              menu={{
                items: possible.map(({ key, label, isDangerous = false }) => ({
                  key,
                  label,
                  danger: isDangerous,
                })),
                onClick: ({ key }) => {
                  const action = possible.find((one) => one.key === key);
                  if (action !== undefined) onAction(action, row);
                },
              }}
            >
              <button
                type="button"
                className={styles.rowMenu}
                aria-label={KIT.menuOf(title)}
                aria-haspopup="menu"
              >
                ⋯
              </button>
            </Dropdown>
          )}
        </td>
      )}
    </>
  );
}
