/** One figure with its goal; `isMet` is null when it could not be measured. */
export interface Verdict {
  what: string;
  figure: string;
  goal: string;
  isMet: boolean | null;
}

type Figure = number | null | undefined;
const shown = (value: Figure, unit: string): string =>
  value === null || value === undefined ? 'not measured' : `${Math.round(value * 1_000) / 1_000}${unit}`;

export const atLeast = (what: string, value: Figure, goal: number, unit = ''): Verdict => ({
  what,
  figure: shown(value, unit),
  goal: `≥ ${goal}${unit}`,
  isMet: value === null || value === undefined ? null : value >= goal,
});

export const atMost = (what: string, value: Figure, goal: number, unit = ''): Verdict => ({
  what,
  figure: shown(value, unit),
  goal: `≤ ${goal}${unit}`,
  isMet: value === null || value === undefined ? null : value <= goal,
});

const WORDS = new Map([
  [true, 'met'],
  [false, 'NOT MET'],
  [null, '–'],
]);

/** Returns a table of all verdicts, one line each. */
export function tableOf(verdicts: readonly Verdict[]): string {
  const rows = [
    ['', 'figure', 'goal', ''],
    ...verdicts.map(({ what, figure, goal, isMet }) => [what, figure, goal, WORDS.get(isMet) ?? '']),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Counts of met goals, missed goals and goals without measurement. */
export function countsOf(verdicts: readonly Verdict[]): string {
  const count = (isMet: boolean | null): number =>
    verdicts.filter((verdict) => verdict.isMet === isMet).length;
  return `Of ${verdicts.length}: ${count(true)} met, ${count(false)} not met, ${count(null)} not measured`;
}
