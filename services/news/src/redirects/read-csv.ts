const DELIMITERS = [',', ';', '\t'] as const;

/** Returns the delimiter that the first line has most often: spreadsheets of some countries write semicolons. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1);
  const counts = DELIMITERS.map((delimiter) => [delimiter, line.split(delimiter).length] as const);
  return counts.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ',';
}

/** A row of a CSV file with the number of its first line, from 1. */
export interface CsvRow {
  row: number;
  fields: string[];
}

/** Reads a CSV file (RFC 4180), as spreadsheets write it. Blank lines are left out. */
export function readCsv(file: string): CsvRow[] {
  const text = file.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(text);
  const rows: CsvRow[] = [];
  let line = 1;
  let current: CsvRow = { row: 1, fields: [] };
  let field = '';
  let isQuoted = false;
  const endField = (): void => {
    current.fields.push(field);
    field = '';
  };
  const endRow = (): void => {
    endField();
    if (current.fields.some((one) => one.trim() !== '')) rows.push(current);
    current = { row: line, fields: [] };
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\n') line += 1;
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && field.trim() === '') {
      isQuoted = true;
      field = '';
    } else if (sign === delimiter) endField();
    else if (sign === '\n') endRow();
    else if (sign !== '\r') field += sign;
  }
  endRow();
  return rows;
}
