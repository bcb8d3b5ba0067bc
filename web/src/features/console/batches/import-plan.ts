import type { CsvRow } from '@vidhi/contracts/csv.ts';

export interface RowChange {
  column: string;
  from: string;
  to: string;
}
export interface RowFault {
  column: string | null;
  message: string;
}

/** The plan of one row of a file. */
export interface RowPlan<Write> {
  /** As the spreadsheet numbers it. */
  number: number;
  title: string;
  /** `failed` rows are not written; `same` ones need not be. */
  kind: 'new' | 'changed' | 'same' | 'failed';
  /** Id of the document; null for a new one. */
  id: number | null;
  changes: readonly RowChange[];
  faults: readonly RowFault[];
  /** Hints about a row that is written all the same. */
  notes?: readonly string[];
  /** The row as it is sent. */
  write: Write;
}

export interface ImportPlan<Write> {
  rows: readonly RowPlan<Write>[];
  /** Why the file as a whole is not read; null where it is. */
  problem: string | null;
  /** Headings that name no column. */
  ignored: readonly string[];
  /** Names that the import adds to lists. */
  created: readonly string[];
}

interface Heading<Column> {
  columns: readonly (Column | null)[];
  ignored: readonly string[];
  problem: string | null;
}

/** Reads the first row of a file, which names the columns. One of `keys`, which identify rows, must be among them. */
export function readHeading<Column extends string>(
  row: CsvRow | undefined,
  columnOf: (heading: string) => Column | null,
  keys: readonly Column[],
): Heading<Column> {
  const cells = row?.cells ?? [];
  const columns = cells.map(columnOf);
  const named = columns.filter((column) => column !== null);
  const double = named.find((column, index) => named.indexOf(column) !== index);
  const ignored = cells.filter((cell, index) => columns[index] === null && cell.trim() !== '');
  if (double !== undefined)
    return { columns, ignored, problem: `The first row names the column “${double}” twice` };
  const problem = named.some((column) => keys.includes(column))
    ? null
    : `The first row must name the columns: ${keys.join(', ')} and so on. Begin with the template`;
  return { columns, ignored, problem };
}
