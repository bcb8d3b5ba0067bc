/** A text that a spreadsheet would run as a formula. A full-width sign is one for some of them. */
const FORMULA = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20|%]/u;
const NUMBER = /^-?\d+(\.\d+)?$/;

export type CsvValue = string | number | null | undefined;

/** Returns a value as a cell of CSV (RFC 4180). An apostrophe in front of a formula makes it a text. */
export function csvCell(value: CsvValue): string {
  const text = String(value ?? '');
  const inert = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(inert) || inert !== inert.trim() ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const lineOf = (values: readonly CsvValue[]): string => `${values.map(csvCell).join(',')}\r\n`;

/** Spreadsheets recognize UTF-8 by a byte order mark, without which they misread Devanagari. */
const MARK = '\uFEFF';

export const toCsv = (rows: readonly (readonly CsvValue[])[]): string => MARK + rows.map(lineOf).join('');

export type CsvColumn<Row> = readonly [name: string, value: (row: Row) => CsvValue];

/** Yields a file with a row for each of `rows`, one at a time: the memory for a million is that for one. */
export async function* streamCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<string> {
  yield MARK + lineOf(columns.map(([name]) => name));
  for await (const row of rows) yield lineOf(columns.map(([, value]) => value(row)));
}

/** A row of a file, as its spreadsheet numbers it. */
export interface CsvRow {
  number: number;
  cells: readonly string[];
}

export interface CsvFile {
  rows: readonly CsvRow[];
  /** Why the file cannot be read, for people; null for a file that was read to its end. */
  problem: string | null;
}

const DELIMITERS = [',', ';', '\t'] as const;

/** Returns the separator of the first line outside of quotes: that of a spreadsheet's language, or a tab. */
function delimiterOf(text: string): string {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return DELIMITERS.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0] ?? ',';
}

/** Removes the apostrophe that an export has put before a formula. */
const withoutApostrophe = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;

/** Reads a file as RFC 4180 has it, with commas, semicolons or tabs. Rows without any text are left out. */
export function readCsv(source: string): CsvFile {
  const text = source.replace(MARK, '').replace(/^sep=.\r?\n/i, '');
  const delimiter = delimiterOf(text);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let number = 1;
  let isQuoted = false;
  let wasQuoted = false;
  const endCell = (): void => {
    cells.push(withoutApostrophe(wasQuoted ? cell : cell.trim()));
    cell = '';
    wasQuoted = false;
  };
  const endRow = (): void => {
    endCell();
    if (cells.some((one) => one.trim() !== '')) rows.push({ number, cells });
    cells = [];
    number += 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell.trim() === '' && !wasQuoted) {
      cell = '';
      isQuoted = true;
      wasQuoted = true;
    } else if (character === delimiter) endCell();
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text.charAt(at + 1) === '\n') at += 1;
      endRow();
    } else cell += character;
  }
  if (cell !== '' || cells.length > 0 || wasQuoted) endRow();
  return {
    rows,
    problem: isQuoted
      ? `A quotation mark in row ${number - 1} has no end: the rows after it are missing`
      : null,
  };
}
