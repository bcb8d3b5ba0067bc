const ADDRESS = /[^\s,;<>"']+@[^\s,;<>"']+/;

/** Returns the addresses of a pasted list or a CSV file, one for each line; a line without one is returned as it is. */
export function readAddresses(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [head = ''] = lines;
  // The first line of a CSV file names its columns.
  const rows = lines.length > 1 && !ADDRESS.test(head) ? lines.slice(1) : lines;
  return rows.map((row) => ADDRESS.exec(row)?.[0] ?? row.slice(0, 500));
}
