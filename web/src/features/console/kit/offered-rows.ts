/**
 * Returns the rows that are offered for a typed text. While they are those of an earlier text, only the ones whose label has what is
 * typed now are: Enter takes the first. Undefined while there are none yet.
 */
export function offeredRows<Row>(
  rows: readonly Row[] | undefined,
  labelOf: (row: Row) => string,
  { q, isOutdated }: { q: string; isOutdated: boolean },
): readonly Row[] | undefined {
  if (!isOutdated || rows === undefined) return rows;
  const typed = q.trim().toLowerCase();
  const fitting = rows.filter((row) => labelOf(row).toLowerCase().includes(typed));
  return fitting.length > 0 ? fitting : undefined;
}
