import { toCsv } from '@vidhi/contracts/csv.ts';
import { saveFile } from '#shared/files/save-file.ts';

/** Has the browser save rows as a CSV file; the name has no extension. */
export const saveCsv = (name: string, rows: Parameters<typeof toCsv>[0]): void =>
  saveFile(`${name}.csv`, new Blob([toCsv(rows)], { type: 'text/csv' }));
