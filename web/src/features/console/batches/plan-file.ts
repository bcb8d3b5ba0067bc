import { nameKey, type BatchRow } from '@vidhi/contracts/book-import.ts';
import type { CsvFile } from '@vidhi/contracts/csv.ts';
import { readHeading, type ImportPlan, type RowChange, type RowFault, type RowPlan } from './import-plan.ts';

/** Separates the names of a list. */
export const SEPARATOR = '|';

/** Reads names between `|`, each once. */
function readNames(text: string): string[] {
  const names = new Map<string, string>();
  for (const part of text.split(SEPARATOR)) {
    const name = part.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
    if (name !== '' && !names.has(nameKey(name))) names.set(nameKey(name), name);
  }
  return [...names.values()];
}

/** The columns of a file that have several names, and what is stored of one document. */
interface NameColumns<Column extends string, Attribute extends string> {
  attributes: Readonly<Record<Column, Attribute>>;
  stored: Readonly<Record<Column, readonly string[]>> | undefined;
  isKnown: (column: Column, name: string) => boolean;
  /** Returns the fault of a row with names that no list has; null where the import adds them. */
  faultOf: (column: Column, unknown: readonly string[]) => string | null;
}

/** Returns the lists of a row that differ from those of its document, by attribute. Adds to the faults of the row. */
export function compareNames<Column extends string, Attribute extends string>(
  cells: ReadonlyMap<string, string>,
  { attributes, stored, isKnown, faultOf }: NameColumns<Column, Attribute>,
  faults: RowFault[],
) {
  type Lists = Partial<Record<Attribute, readonly string[]>>;
  const list = (names: readonly string[]): string => names.join(` ${SEPARATOR} `);
  const keysOf = (names: readonly string[]): string => names.map(nameKey).toSorted().join('\n');
  const found = (Object.keys(attributes) as Column[]).flatMap((column) => {
    const text = cells.get(column);
    const before = stored?.[column] ?? [];
    const after = readNames(text ?? '');
    if (text === undefined || keysOf(after) === keysOf(before)) return [];
    const unknown = after.filter((name) => !isKnown(column, name));
    const message = unknown.length === 0 ? null : faultOf(column, unknown);
    if (message === null) return [{ column, before, after, unknown }];
    faults.push({ column, message });
    return [];
  });
  const changes: RowChange[] = found.map(({ column, before, after }) => ({
    column,
    from: list(before),
    to: list(after),
  }));
  const listsOf = (which: 'before' | 'after') =>
    Object.fromEntries(found.map((one) => [attributes[one.column], one[which]])) as Lists;
  return { changes, found, before: listsOf('before'), values: listsOf('after') };
}

/** A file of documents of one kind, and what it is compared with. */
export interface PlannedFile<Column extends string, Stored extends { id: number }, Values> {
  /** One document, in words: `book`. */
  one: string;
  columnOf: (heading: string) => Column | null;
  /** Columns by which documents are found. */
  keys: readonly Column[];
  /** Finds the document that a row is about; null for a new one. */
  find: (cells: ReadonlyMap<Column, string>) => Stored | RowFault | null;
  /** Returns names of the document of a row, by which two rows about one document are found. */
  namesOf: (cells: ReadonlyMap<Column, string>, stored: Stored | null) => readonly string[];
  titleOf: (cells: ReadonlyMap<Column, string>, stored: Stored | null) => string;
  /** Compares the values of a row. Adds to the faults of the row. */
  compare: (row: {
    number: number;
    cells: ReadonlyMap<Column, string>;
    stored: Stored | null;
    faults: RowFault[];
  }) => { changes: readonly RowChange[]; before: Values; values: Values; notes?: readonly string[] };
}

function kindOf(
  faults: readonly RowFault[],
  stored: object | null,
  changes: readonly RowChange[],
): RowPlan<unknown>['kind'] {
  if (faults.length > 0) return 'failed';
  if (stored === null) return 'new';
  return changes.length > 0 ? 'changed' : 'same';
}

/** Compares the rows of a file with what is stored. Changes nothing. */
export function planFile<Column extends string, Stored extends { id: number }, Values extends object>(
  file: CsvFile,
  { one, columnOf, keys, find, namesOf, titleOf, compare }: PlannedFile<Column, Stored, Values>,
): Omit<ImportPlan<BatchRow<Values>>, 'created'> {
  const [first, ...rest] = file.rows;
  const { columns, ignored, problem } = readHeading(first, columnOf, keys);
  if (problem !== null || file.problem !== null)
    return { rows: [], problem: file.problem ?? problem, ignored };
  /** The first row of each document of the file. */
  const seen = new Map<string, number>();
  const rows = rest.map(({ number, cells: texts }): RowPlan<BatchRow<Values>> => {
    const cells: ReadonlyMap<Column, string> = new Map(
      columns.flatMap((column, at) => (column === null ? [] : [[column, (texts[at] ?? '').trim()] as const])),
    );
    const found = find(cells);
    const faults: RowFault[] = [];
    const stored = found !== null && 'message' in found ? null : found;
    if (found !== null && 'message' in found) faults.push(found);
    const names = namesOf(cells, stored);
    const double = names.map((name) => seen.get(name)).find((row) => row !== undefined);
    if (double !== undefined)
      faults.push({ column: null, message: `Row ${double} is about the same ${one}` });
    for (const name of names) if (!seen.has(name)) seen.set(name, number);
    const { changes, before, values, notes } = compare({ number, cells, stored, faults });
    if (texts.slice(columns.length).some((text) => text.trim() !== ''))
      faults.push({ column: null, message: 'The row has more cells than the first row' });
    const id = stored?.id ?? null;
    return {
      number,
      title: titleOf(cells, stored),
      kind: kindOf(faults, stored, changes),
      id,
      changes,
      faults,
      ...(notes === undefined ? {} : { notes }),
      write: { row: number, id, before: stored === null ? ({} as Values) : before, values },
    };
  });
  return { rows, problem: rows.length === 0 ? 'The file has no rows below the first one' : null, ignored };
}
