import type { ComponentType, ReactNode } from 'react';
import type { CollectionDeclaration } from '@vidhi/collections/declaration.ts';
import type { Session } from '#shared/session/session-slice.ts';
import { mayAccess, type Access } from '../access.ts';
import type { ResourceJobs } from './jobs.ts';
import type { ResourceApi } from './resource-api.ts';
import type { FirstView } from './list-url.ts';
import type { ContentCondition, SortName } from './row.ts';
import type { ListQuery, RowId } from './source.ts';

export type Condition = readonly [path: string, value: string];

export interface Column<Row, Sort extends string = string> {
  key: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** Text of the cell in exports; that of `render` where it is text. */
  text?: (row: Row) => string;
  /** Attribute by which the API sorts the list; columns without it cannot be sorted. */
  sort?: Sort;
  /** The column that links to the row's page and names the row. The first one where no column says so. */
  isTitle?: boolean;
  /** Shown only when chosen. */
  isOptional?: boolean;
  /** Aligned to the right. */
  isNumber?: boolean;
  /** Shown on phones too, where it has a text, however many columns are before it. */
  isAlwaysShown?: boolean;
}

export interface Choice {
  value: string;
  label: string;
}

interface FilterBase<Of> {
  key: string;
  label: string;
  /** Conditions below `filters`, for a value from the address. */
  toConditions: (value: string) => readonly Of[];
}

/**
 * A filter of a list. The values of `choice` are listed, those of `flag` are `true` and `false`, of `date` days, and those of
 * `record` ids of another resource, which is searched on the server.
 */
export type Filter<Of = Condition> =
  | (FilterBase<Of> & { kind: 'choice'; choices: readonly Choice[] })
  | (FilterBase<Of> & { kind: 'flag' })
  | (FilterBase<Of> & { kind: 'date' })
  | (FilterBase<Of> & { kind: 'text' })
  | (FilterBase<Of> & { kind: 'record'; of: RecordChoices });

/** Rows of another resource to choose from, by hooks that request them. */
export interface RecordChoices {
  /** Returns the choices for a searched text; undefined while they load. */
  useChoices: (q: string) => readonly Choice[] | undefined;
  /** Returns the label of one value; undefined while it loads. */
  useLabel: (value: string) => string | undefined;
}

export type Writes = ReturnType<ResourceApi<unknown>['useWrites']>;

/** Something that is done with a row: in its menu and, with `isBulk`, with all that are selected. */
export interface RowAction<Row> {
  key: string;
  label: string;
  isBulk?: boolean;
  isDangerous?: boolean;
  /** Whether the row has no page afterwards. */
  removes?: boolean;
  /** Staff that may run it; all that may change rows where left out. */
  access?: Access;
  /** Whether the row allows it; always where left out. */
  isPossible?: (row: Row) => boolean;
  /** Question before it runs; it runs at once where left out. */
  confirm?: (rows: readonly Row[] | number) => string;
  /** Resolves with `{ error }` or without, as the triggers of RTK Query do. */
  run: (row: Row, writes: Writes) => Promise<{ error?: unknown }>;
}

/** A view that every member of staff has, as a tab before the saved ones. */
export interface GivenView {
  key: string;
  name: string;
  filters: Readonly<Record<string, string>>;
  /** The default one where left out. */
  sort?: string;
  /** Shown while no row is in it. */
  empty?: string;
}

export interface SelectedRows<Row> {
  /** Null while all that match are selected. */
  ids: readonly RowId[] | null;
  /** Resolves with the selected rows of all pages. It rejects with a `Problem`. */
  load: () => Promise<Row[]>;
  clear: () => void;
}

export interface Resource<Row extends { id: RowId }, Sort extends string = string, Of = Condition> {
  api: ResourceApi<Row>;
  one: string;
  many: string;
  /** Address of the list; below it `/new` and `/{id}`. */
  path: string;
  /** Staff that may change rows; all that see the page where left out. */
  writers?: Access;
  /** Whether rows have a page, and can be created there. */
  hasPages: boolean;
  canCreate: boolean;
  /** Attribute of the API, with a hyphen in front for descending order. */
  defaultSort: Sort | `-${Sort}`;
  /** The first view of the list, with the name of its tab; everything where left out. */
  firstView?: FirstView & Pick<GivenView, 'name' | 'empty'>;
  views: readonly GivenView[];
  columns: readonly Column<Row, Sort>[];
  filters: readonly Filter<Of>[];
  actions: readonly RowAction<Row>[];
  /** Actions of the service on selected rows, as jobs; those of `actions` with `isBulk` run in the page where left out. */
  jobs?: ResourceJobs;
  /** Whether there is a search box. */
  isSearched: boolean;
  /** Whether the list is exported from its pages; not where the service records each export. */
  isExported: boolean;
  /** A button that exports what matches, in place of the one that requests its pages. */
  ExportButton?: ComponentType<{ query: ListQuery }>;
  /** Buttons for staff that may change rows, for all selected ones together. */
  BulkTools?: ComponentType<SelectedRows<Row>>;
  /** Shown while there is no row at all. */
  empty: { title: string; hint: string };
}

type Defaults = 'hasPages' | 'canCreate' | 'views' | 'filters' | 'actions' | 'isSearched' | 'isExported';

type Given<Row extends { id: RowId }, Sort extends string = string, Of = Condition> = Omit<
  Resource<Row, Sort, Of>,
  Defaults
> &
  Partial<Pick<Resource<Row, Sort, Of>, Defaults>>;

/** Declares the list of a resource: what `ResourceList` shows, and what can be done with rows. */
export const defineResource = <Row extends { id: RowId }>(resource: Given<Row>): Resource<Row> => ({
  hasPages: true,
  canCreate: resource.api.source.create !== undefined,
  views: [],
  filters: [],
  actions: [],
  isSearched: true,
  isExported: true,
  ...resource,
});

/** Declares the list of a collection of the content API, which is sorted and filtered by attributes that its declaration has. */
export const contentResource = <D extends CollectionDeclaration, Row extends { id: number }>(
  _collection: D,
  resource: Given<Row, SortName<D>, ContentCondition<D>>,
): Resource<Row> => defineResource<Row>(resource);

export const titleColumnOf = <Row extends { id: RowId }>({ columns }: Resource<Row>): Column<Row> => {
  const column = columns.find(({ isTitle }) => isTitle === true) ?? columns[0];
  if (column === undefined) throw new Error('A resource needs a column');
  return column;
};

/** Returns the text of a cell. */
export function textOf<Row>({ text, render }: Column<Row>, row: Row): string {
  if (text !== undefined) return text(row);
  const cell = render(row);
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '';
}

/** Returns the actions that a member of staff may run. */
export const actionsFor = <Row extends { id: RowId }>(
  { actions }: Resource<Row>,
  session: Session,
): readonly RowAction<Row>[] =>
  actions.filter(({ access }) => access === undefined || mayAccess(session, access));

/** Deletes a row, after a question. It goes to the trash. */
export const deleteAction = <Row extends { id: RowId }>(one: string): RowAction<Row> => ({
  key: 'delete',
  label: 'Delete',
  isBulk: true,
  isDangerous: true,
  removes: true,
  confirm: (rows) => {
    const count = typeof rows === 'number' ? rows : rows.length;
    return count === 1
      ? `This ${one.toLowerCase()} goes to the trash. It can be restored for 30 days.`
      : `${count} rows go to the trash. They can be restored for 30 days.`;
  },
  run: (row, writes) => writes.remove(row.id),
});
