/** Result of importing one type. */
export interface TypeReport {
  uid: string;
  total: number;
  imported: number;
  unchanged: number;
  skipped: { id: number; reason: string }[];
  /** Documents whose slug is the address of another page. */
  reserved: { id: number; slug: string }[];
}

export interface ImportReport {
  file: string;
  site: string;
  demo: boolean;
  types: TypeReport[];
  /** Types that are not supported yet; their documents stay in the archive. */
  waiting: { uid: string; total: number }[];
  seconds: number;
}

const SHOWN_REASONS = 5;

function reasonLines({ skipped }: TypeReport): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return [...byReason].slice(0, SHOWN_REASONS).map(([reason, items]) => {
    const ids = items.slice(0, 5).map(({ id }) => id);
    const more = items.length > ids.length ? ', …' : '';
    return `      ${items.length} skipped: ${reason} (${ids.join(', ')}${more})`;
  });
}

const reservedLines = ({ reserved }: TypeReport): string[] =>
  reserved.map(
    ({ id, slug }) => `      ${id}: the slug "${slug}" is the address of another page; give it another one`,
  );

/** Returns the report as a human-readable table. */
export function formatReport({ types, waiting, seconds }: ImportReport): string {
  const width = Math.max(...types.map(({ uid }) => uid.length), 10) + 2;
  const row = (cells: (string | number)[]): string =>
    `  ${String(cells[0]).padEnd(width)}${cells
      .slice(1)
      .map((cell) => String(cell).padStart(10))
      .join('')}`;
  return [
    '',
    row(['type', 'total', 'imported', 'unchanged', 'skipped']),
    ...types.flatMap((type) => [
      row([type.uid, type.total, type.imported, type.unchanged, type.skipped.length]),
      ...reasonLines(type),
      ...reservedLines(type),
    ]),
    ...(waiting.length === 0
      ? []
      : [
          '',
          '  Waiting for a later version of Vidhi:',
          ...waiting.map(({ uid, total }) => `    ${uid} (${total})`),
        ]),
    '',
    `  Done in ${seconds.toFixed(1)} s.`,
    '',
  ].join('\n');
}
