import type { SubscriberRow } from '@vidhi/contracts/newsletter.ts';

const COLUMNS = [
  'email',
  'state',
  'source',
  'created_at',
  'confirmed_at',
  'unsubscribed_at',
  'consent',
] as const satisfies readonly (keyof SubscriberRow)[];

/** Quotes a value; a first character that spreadsheets take for a formula gets an apostrophe before it. */
function cell(value: string | null): string {
  const text = value ?? '';
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}

const line = (values: readonly (string | null)[]): string => `${values.map(cell).join(',')}\r\n`;

/** The rows as a spreadsheet, with a byte order mark that makes spreadsheets read UTF-8. */
export async function* subscribersAsCsv(rows: AsyncIterable<SubscriberRow>): AsyncIterable<string> {
  yield `\uFEFF${line(COLUMNS)}`;
  for await (const row of rows) yield line(COLUMNS.map((name) => row[name]));
}
