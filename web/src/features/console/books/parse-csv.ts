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
const UTF16_LE = [0xff, 0xfe];

/** Returns the text of a file in UTF-8 or, as some spreadsheets save it, UTF-16; null for another encoding. */
export function decodeCsv(bytes: Uint8Array): string | null {
  const isUtf16 = UTF16_LE.every((byte, index) => bytes[index] === byte);
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

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

/** An apostrophe that an export has put before a formula. */
const withoutApostrophe = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

/** Reads a file as RFC 4180 has it, with commas, semicolons or tabs. Rows without any text are left out. */
export function parseCsv(source: string): CsvFile {
  const text = source.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '');
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
