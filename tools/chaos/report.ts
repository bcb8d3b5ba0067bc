import type { FaultRun } from './fault-run.ts';

const MS_PER_SECOND = 1_000;
const HEAD = ['Fault', 'Runs', 'Not reached', 'Violations', 'Settled p50 s', 'max s'];

const seconds = (ms: number | undefined): string =>
  ms === undefined ? '–' : (ms / MS_PER_SECOND).toFixed(1);

function rowOf(fault: string, runs: readonly FaultRun[]): string[] {
  const fired = runs.filter(({ hasFired }) => hasFired);
  const times = fired.flatMap(({ settleMs }) => settleMs ?? []).toSorted((a, b) => a - b);
  const violating = runs.filter(({ violations }) => violations.length > 0).length;
  return [
    fault,
    String(fired.length),
    String(runs.length - fired.length),
    String(violating),
    seconds(times[Math.floor((times.length - 1) / 2)]),
    seconds(times.at(-1)),
  ];
}

/** Returns a table with a row for each fault, in the order of their first runs, and one for all. */
export function tableOf(runs: readonly FaultRun[]): string {
  const rows = [...Map.groupBy(runs, ({ fault }) => fault)].map(([fault, own]) => rowOf(fault, own));
  const table = [HEAD, ...rows, rowOf('all', runs)];
  const widths = HEAD.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

/** Formats the violations found after a run, and its log. */
export const violationLines = ({ fault, journey, violations, history }: FaultRun): string =>
  [
    `${fault}, ${journey}:`,
    ...violations.map(({ kind, subject, details }) => `  ${kind}: ${subject}: ${details}`),
    ...history.map(({ at, text }) => `    ${at.toISOString().slice(11, 23)}  ${text}`),
  ].join('\n');
