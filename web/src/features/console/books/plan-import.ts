import type { CsvFile } from '@vidhi/contracts/csv.ts';
import { nameKey, type BatchRow, type BookValues } from '@vidhi/contracts/book-import.ts';
import { isbnKey } from '@vidhi/contracts/isbn.ts';
import type { ImportPlan, RowChange, RowFault } from '../batches/import-plan.ts';
import { compareNames, planFile } from '../batches/plan-file.ts';
import {
  ATTRIBUTES,
  columnOf,
  LISTS,
  readValue,
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
    if (text === cellText(stored).trim()) continue;
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

const CREATED_ONES: Readonly<Record<ListColumn, string>> = {
  authors: 'Author',
  publishers: 'Publisher',
  categories: 'Category',
};

/** Compares a file with the catalogue. Changes nothing. */
export function planImport(file: CsvFile, shelf: Shelf): ImportPlan<BatchRow> {
  const index = indexOf(shelf);
  const created = new Map<string, string>();
  const plan = planFile<ColumnName, StoredBook, BookValues>(file, {
    one: 'book',
    columnOf,
    keys: KEYS,
    find: (cells) => findBook(cells, index),
    namesOf(cells, book) {
      const key = isbnKey(cells.get('isbn') ?? '');
      return [
        ...(book === null ? [] : [`book ${book.id}`]),
        ...(key === null ? [] : [`ISBN ${key}`]),
        ...(book === null && key === null ? [`title ${nameKey(cells.get('title') ?? '')}`] : []),
      ];
    },
    titleOf: (cells, book) => cells.get('title') || cellText(book?.values.title) || cells.get('isbn') || '',
    compare({ cells, stored, faults }) {
      const compared = compareValues(cells, stored, faults);
      const listed = compareNames(
        cells,
        {
          attributes: LISTS,
          stored: stored?.lists,
          isKnown: (column, name) => index.names[column].has(nameKey(name)),
          faultOf: (column, unknown) =>
            CREATED_LISTS.includes(column)
              ? null
              : `There is no category ${unknown.map((name) => `“${name}”`).join(' or ')}`,
        },
        faults,
      );
      if (faults.length === 0)
        for (const { column, unknown } of listed.found)
          for (const name of unknown) {
            const text = `${CREATED_ONES[column]} ${name}`;
            created.set(nameKey(text), text);
          }
      return {
        changes: [...compared.changes, ...listed.changes],
        before: { ...compared.before, ...listed.before },
        values: { ...compared.values, ...listed.values },
      };
    },
  });
  return { ...plan, created: [...created.values()] };
}
