import type { Compared } from './comparison.ts';
import type { LoadResult } from './processes/load.ts';
import { shareOf, type Verdict } from './verdicts.ts';

const rate = ({ requestsPerSecond }: LoadResult): string =>
  Math.round(requestsPerSecond).toLocaleString('en-IN');
const delays = ({ requests, p50Ms, p99Ms }: LoadResult): string =>
  requests === 0 ? 'no answer' : `${p50Ms}/${p99Ms}`;
const ratio = (own: LoadResult, bound: LoadResult): string => {
  const share = shareOf(own, bound);
  return Number.isNaN(share) ? '-' : `${Math.round(100 * share)} %`;
};
const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} KB`;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

function shown({ measured, unit }: Verdict, value = measured): string {
  if (!Number.isFinite(value)) return 'no answer';
  if (unit === 'of it') return `${Math.round(value * 100)} %`;
  return `${value >= 100 ? Math.round(value) : Number(value.toPrecision(3))} ${unit}`;
}

/** Figures of one site with their bounds. */
export const comparedLines = (compared: readonly Compared[]): string[] =>
  table(
    [
      'requests/s (p50/p99 ms)',
      'size',
      'hot',
      '',
      'ready buffer',
      'share',
      'cold',
      '',
      'bare hop',
      '',
      'share',
      'reference',
    ],
    compared.map(({ title, coldBytes, hot, readyBuffer, cold, bareHop, reference }) => [
      title,
      kilobytes(coldBytes),
      rate(hot),
      delays(hot),
      rate(readyBuffer),
      ratio(hot, readyBuffer),
      rate(cold),
      delays(cold),
      rate(bareHop),
      delays(bareHop),
      ratio(cold, bareHop),
      reference === null ? '-' : `${rate(reference)} (${delays(reference)})`,
    ]),
  );

/** Returns the verdict on each goal, and a summary. */
export const verdictLines = (verdicts: readonly Verdict[]): string[] => [
  ...table(
    ['goal', 'measured', 'limit', ''],
    verdicts.map((verdict) => [
      verdict.goal,
      shown(verdict),
      shown(verdict, verdict.limit),
      verdict.isMet ? 'met' : 'NOT MET',
    ]),
  ),
  '',
  `${verdicts.filter(({ isMet }) => isMet).length} goals met, ${verdicts.filter(({ isMet }) => !isMet).length} not`,
];
