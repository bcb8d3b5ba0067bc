import { toCsv } from '@vidhi/contracts/csv.ts';
import { SEPARATOR } from '../batches/plan-file.ts';
import { COLUMNS, type ColumnName } from './import-columns.ts';
import { cellText, type StoredBook } from './plan-import.ts';

const EXAMPLE: Readonly<Partial<Record<ColumnName, string>>> = {
  title: 'Law of Bail in India',
  isbn: '978-81-000-0000-7',
  price: '450',
  discount: '10',
  pages: '320',
  binding: 'Paperback',
  authors: `A. Rao ${SEPARATOR} B. Sen`,
  publishers: 'Nyaya Press',
};

const isList = (column: ColumnName): column is keyof StoredBook['lists'] =>
  column === 'authors' || column === 'publishers' || column === 'categories';

function cellOf({ id, values, lists }: StoredBook, column: ColumnName): string {
  if (column === 'id') return String(id);
  if (isList(column)) return lists[column].join(` ${SEPARATOR} `);
  return cellText(values[column]);
}

/** Returns a CSV file of books that can be imported again. */
export const booksToCsv = (books: readonly StoredBook[]): string =>
  toCsv([[...COLUMNS], ...books.map((book) => COLUMNS.map((column) => cellOf(book, column)))]);

/** The first row of a file, and an example below it. */
export const templateCsv = (): string =>
  toCsv([[...COLUMNS], COLUMNS.map((column) => EXAMPLE[column] ?? '')]);
