import type { CsvFile } from '@vidhi/contracts/csv.ts';
import { nameKey, type BatchRow, type BookValues } from '@vidhi/contracts/book-import.ts';
import { isbnKey } from '@vidhi/contracts/isbn.ts';
import {
  readHeading,
  type ImportPlan,
  type RowChange,
  type RowFault,
  type RowPlan,
} from '../batches/import-plan.ts';
import {
  ATTRIBUTES,
  columnOf,
  LISTS,
  readNames,
  readValue,
  SEPARATOR,
  type ColumnName,
  type ListColumn,
  type ValueColumn,
} from './import-columns.ts';

/** A book as the API lists it. */
export interface StoredBook {
  id: number;
  values: Readonly<Partial<Record<ValueColumn, string | number | boolean | null>>>;
  /** Names. */
  lists: Readonly<Record<ListColumn, readonly string[]>>;
}

/** The catalogue that a file is compared with. */
export interface Shelf {
  books: readonly StoredBook[];
  /** Every name of a list. */
  names: Readonly<Record<ListColumn, readonly string[]>>;
}

/** Columns by which books are found. */
const KEYS = ['title', 'isbn', 'id'] as const;
const CREATED_LISTS: readonly ListColumn[] = ['authors', 'publishers'];
const VALUE_COLUMNS = Object.keys(ATTRIBUTES) as ValueColumn[];
const LIST_COLUMNS = Object.keys(LISTS) as ListColumn[];
/** Returns a value as a spreadsheet has it. */
export const cellText = (value: string | number | boolean | null | undefined): string =>
  value === true ? 'yes' : value === false ? 'no' : String(value ?? '');

interface Index {
  byId: ReadonlyMap<number, StoredBook>;
  byIsbn: ReadonlyMap<string, readonly StoredBook[]>;
  byTitle: ReadonlyMap<string, StoredBook>;
  names: Readonly<Record<ListColumn, ReadonlyMap<string, string>>>;
}

function indexOf({ books, names }: Shelf): Index {
  const byIsbn = new Map<string, StoredBook[]>();
  for (const book of books) {
    const key = isbnKey(cellText(book.values.isbn));
    if (key !== null) byIsbn.set(key, [...(byIsbn.get(key) ?? []), book]);
  }
  const mapOf = (column: ListColumn): Map<string, string> =>
    new Map(names[column].map((name) => [nameKey(name), name]));
  return {
    byId: new Map(books.map((book) => [book.id, book])),
    byIsbn,
    byTitle: new Map(books.map((book) => [nameKey(cellText(book.values.title)), book])),
    names: { authors: mapOf('authors'), publishers: mapOf('publishers'), categories: mapOf('categories') },
  };
}

type Cells = ReadonlyMap<ColumnName, string>;

/** Finds the book that a row is about: by its id, or by its ISBN in any form. */
function findBook(cells: Cells, { byId, byIsbn, byTitle }: Index): StoredBook | null | RowFault {
  const id = cells.get('id') ?? '';
  const key = isbnKey(cells.get('isbn') ?? '');
  const same = key === null ? [] : (byIsbn.get(key) ?? []);
  if (id !== '') {
    const book = /^\d{1,15}$/.test(id) ? byId.get(Number(id)) : undefined;
    if (book === undefined)
      return { column: 'id', message: `There is no book ${id}. Leave it empty for a new one` };
    const other = same.find((one) => one.id !== book.id);
    return other === undefined
      ? book
      : { column: 'isbn', message: `Book ${other.id}, “${cellText(other.values.title)}”, has this ISBN` };
  }
  if (same.length > 1)
    return {
      column: 'isbn',
      message: `Books ${same.map((one) => one.id).join(' and ')} have this ISBN: give the id of the one that is meant`,
    };
  const [book] = same;
  if (book !== undefined) return book;
  const titled = byTitle.get(nameKey(cells.get('title') ?? ''));
  return titled === undefined || key !== null
    ? null
    : {
        column: 'title',
        message: `Book ${titled.id} has this title: give its id to change it, or an ISBN for another book`,
      };
}

/** Values that an empty column stands for. */
const NONE: Readonly<Partial<Record<ValueColumn, number | boolean>>> = { discount: 0, hidden: false };

/** Returns the values of a row that differ from those of its book, and what is wrong with them. */
function compareValues(cells: Cells, book: StoredBook | null, faults: RowFault[]) {
  const changes: RowChange[] = [];
  const values: BookValues = {};
  const before: BookValues = {};
  for (const column of VALUE_COLUMNS) {
    const text = cells.get(column);
    const isRequired = column === 'title' || column === 'price';
    if (text === undefined || text === '') {
      if (isRequired && (text === '' || book === null))
        faults.push({ column, message: `The ${column} is missing` });
      else if (text === '' && cellText(book?.values[column]) !== '') {
        changes.push({ column, from: cellText(book?.values[column]), to: '' });
        before[ATTRIBUTES[column]] = book?.values[column] ?? null;
        values[ATTRIBUTES[column]] = null;
      }
      continue;
    }
    const stored = book?.values[column] ?? null;
    // A value of the shop that stays as it is may be older than the check.
    if (text === cellText(stored)) continue;
    const read = readValue(column, text);
    if ('message' in read) faults.push({ column, message: read.message });
    else if (read.value !== (stored ?? NONE[column] ?? null)) {
      changes.push({ column, from: cellText(stored), to: cellText(read.value) });
      before[ATTRIBUTES[column]] = stored;
      values[ATTRIBUTES[column]] = read.value;
    }
  }
  return { changes, values, before };
}

function compareLists(cells: Cells, book: StoredBook | null, { names }: Index, faults: RowFault[]) {
  const changes: RowChange[] = [];
  const lists: BookValues = {};
  const stored: BookValues = {};
  const created: string[] = [];
  for (const column of LIST_COLUMNS) {
    const text = cells.get(column);
    if (text === undefined) continue;
    const wanted = readNames(text);
    const before = book?.lists[column] ?? [];
    const keys = (list: readonly string[]): string => list.map(nameKey).toSorted().join('\n');
    if (keys(wanted) === keys(before)) continue;
    const unknown = wanted.filter((name) => !names[column].has(nameKey(name)));
    if (unknown.length > 0 && !CREATED_LISTS.includes(column)) {
      faults.push({
        column,
        message: `There is no category ${unknown.map((name) => `“${name}”`).join(' or ')}`,
      });
      continue;
    }
    created.push(...unknown.map((name) => `${column === 'authors' ? 'Author' : 'Publisher'} ${name}`));
    const list = (of: readonly string[]): string => of.join(` ${SEPARATOR} `);
    changes.push({ column, from: list(before), to: list(wanted) });
    stored[LISTS[column]] = before;
    lists[LISTS[column]] = wanted;
  }
  return { changes, lists, stored, created };
}

/** Compares a file with the catalogue. Changes nothing. */
export function planImport(file: CsvFile, shelf: Shelf): ImportPlan<BatchRow> {
  const [first, ...rest] = file.rows;
  const { columns, ignored, problem } = readHeading(first, columnOf, KEYS);
  if (problem !== null || file.problem !== null)
    return { rows: [], problem: file.problem ?? problem, ignored, created: [] };
  const index = indexOf(shelf);
  /** The first row of each book of the file. */
  const seen = new Map<string, number>();
  const created = new Map<string, string>();
  const rows = rest.map(({ number, cells: texts }): RowPlan<BatchRow> => {
    const cells: Cells = new Map(
      columns.flatMap((column, at) => (column === null ? [] : [[column, (texts[at] ?? '').trim()] as const])),
    );
    const found = findBook(cells, index);
    const faults: RowFault[] = [];
    const book = found !== null && 'message' in found ? null : found;
    if (found !== null && 'message' in found) faults.push(found);
    const key = isbnKey(cells.get('isbn') ?? '');
    const names = [
      ...(book === null ? [] : [`book ${book.id}`]),
      ...(key === null ? [] : [`ISBN ${key}`]),
      ...(book === null && key === null ? [`title ${nameKey(cells.get('title') ?? '')}`] : []),
    ];
    const double = names.map((name) => seen.get(name)).find((row) => row !== undefined);
    if (double !== undefined) faults.push({ column: null, message: `Row ${double} is about the same book` });
    for (const name of names) if (!seen.has(name)) seen.set(name, number);
    const compared = compareValues(cells, book, faults);
    const listed = compareLists(cells, book, index, faults);
    if (texts.length > columns.length && texts.slice(columns.length).some((text) => text.trim() !== ''))
      faults.push({ column: null, message: 'The row has more cells than the first row' });
    const changes = [...compared.changes, ...listed.changes];
    if (faults.length === 0) for (const name of listed.created) created.set(nameKey(name), name);
    return {
      number,
      title: cells.get('title') || cellText(book?.values.title) || cells.get('isbn') || '',
      kind: faults.length > 0 ? 'failed' : book === null ? 'new' : changes.length > 0 ? 'changed' : 'same',
      id: book?.id ?? null,
      changes,
      faults,
      write: {
        row: number,
        id: book?.id ?? null,
        before: book === null ? {} : { ...compared.before, ...listed.stored },
        values: { ...compared.values, ...listed.lists },
      },
    };
  });
  return {
    rows,
    problem: rows.length === 0 ? 'The file has no rows below the first one' : null,
    ignored,
    created: [...created.values()],
  };
}
