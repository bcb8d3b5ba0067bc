import { missedGoals } from './goals.ts';
import { KINDS, READS, type Kind } from './outcomes.ts';
import { sumOf, type KindCounts, type TrialResult } from './trial-result.ts';

const HEAD = [
  'Configuration',
  'Fault',
  'Process',
  'Ready s',
  'Healthy s',
  'Outage s',
  'Reads',
  'Failed',
  'Held up',
  'Wrong',
  'Slow',
  'Other failed',
  'Lost',
  'Views −/+',
  'Missed goals',
];

const seconds = (value: number | null): string => (value === null ? 'never' : value.toFixed(1));
const isRead = (kind: Kind): boolean => READS.has(kind);

/** Returns a count with its parts by kind. */
function byKind(result: TrialResult, count: keyof KindCounts, fits: (kind: Kind) => boolean): string {
  const parts = KINDS.filter(fits).flatMap((kind) => {
    const value = result.kinds[kind]?.[count] ?? 0;
    return value === 0 ? [] : [`${kind} ${value}`];
  });
  const total = sumOf(result, count, fits);
  return total === 0 ? '0' : `${total} (${parts.join(', ')})`;
}

function rowOf(result: TrialResult): string[] {
  const { config, fault, target } = result;
  if (result.notRun !== null)
    return [config, fault, target, ...HEAD.slice(4).map(() => ''), `not run: ${result.notRun}`];
  const missed = missedGoals(result);
  return [
    config,
    fault,
    target,
    seconds(result.readySeconds),
    seconds(result.healthySeconds),
    seconds(result.outageSeconds),
    String(sumOf(result, 'ok', isRead) + sumOf(result, 'failed', isRead) + sumOf(result, 'wrong', isRead)),
    byKind(result, 'failed', isRead),
    String(sumOf(result, 'failedHeldUp', isRead)),
    byKind(result, 'wrong', () => true),
    byKind(result, 'slow', isRead),
    byKind(result, 'failed', (kind) => !isRead(kind)),
    String(result.lostWrites.length),
    `${result.missingViews}/${result.extraViews}`,
    missed.length === 0 ? 'none' : missed.join('; '),
  ];
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Returns one result as a row of the table. */
export const lineOf = (result: TrialResult): string => line(rowOf(result));

export const tableHead = (): string => `${line(HEAD)}\n${line(HEAD.map(() => '---'))}`;

/** Returns the first bad responses, one line each. */
export function sampleLines({ config, fault, target, samples }: TrialResult): string[] {
  return samples.map(
    ({ kind, path, status, verdict, reason, ms, at }) =>
      `  ${config}, ${fault} ${target}, ${at.toFixed(1)} s: ${kind} ${verdict} (${status ?? 'no status'}, ${reason ?? ''}, ${ms} ms) ${path}`,
  );
}
