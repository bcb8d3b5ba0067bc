import type { Audience } from '@vidhi/content-engine/internal.ts';
import type { ContractCase } from '@vidhi/tests-contract/cases.ts';
import type { Comparison } from './compare-executors.ts';
import type { Skipped } from './contract-queries.ts';

/** Recordings of reads in tests/contract. */
export const READ_RECORDINGS = ['transport', 'filters', 'populate', 'pagination', 'found', 'catalogue'];

export interface Outcome {
  readonly one: ContractCase;
  readonly audience: Audience;
  readonly comparison: Comparison | { readonly verdict: Skipped };
}

const MAX_SHOWN = 20;

function countBy(outcomes: readonly Outcome[], keyOf: (outcome: Outcome) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(keyOf(outcome), (counts.get(keyOf(outcome)) ?? 0) + 1);
  return counts;
}

/** Median, 95th percentile and maximum, in milliseconds. */
function distribution(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2);
  return `${at(0.5)} | ${at(0.95)} | ${at(1)}`;
}

const isSearch = ({ one: { path } }: Outcome): boolean =>
  /\$(?:not)?contains|_q=|\$(?:starts|ends)With/i.test(path);

/** Returns the table of verdicts, the reasons of those that are not equal, and the times, as Markdown. */
export function formatReport(outcomes: readonly Outcome[], documents: number): string {
  const audiences = [...new Set(outcomes.map(({ audience }) => audience))];
  const verdicts = countBy(outcomes, ({ comparison }) => comparison.verdict);
  const lines = [
    `${documents} documents`,
    '',
    `| Verdict | ${audiences.join(' | ')} |`,
    `|---|${audiences.map(() => '---|').join('')}`,
  ];
  for (const verdict of verdicts.keys()) {
    const counts = countBy(
      outcomes.filter(({ comparison }) => comparison.verdict === verdict),
      ({ audience }) => audience,
    );
    lines.push(`| ${verdict} | ${audiences.map((audience) => counts.get(audience) ?? 0).join(' | ')} |`);
  }
  lines.push('', '| Time in ms | Queries | Median | p95 | Maximum |', '|---|---|---|---|---|');
  for (const [kind, chosen] of [
    ['searches', outcomes.filter(isSearch)],
    ['other lists', outcomes.filter((outcome) => !isSearch(outcome))],
  ] as const) {
    const times = chosen.flatMap(({ comparison }) => (comparison.verdict === 'equal' ? [comparison] : []));
    lines.push(
      `| ${kind}, in memory | ${times.length} | ${distribution(times.map(({ memoryMs }) => memoryMs))} |`,
      `| ${kind}, SQLite | ${times.length} | ${distribution(times.map(({ otherMs }) => otherMs))} |`,
    );
  }
  const reasons = outcomes.flatMap(({ one, audience, comparison }) =>
    'reason' in comparison ? [`${comparison.verdict}: ${comparison.reason}: ${one.path} (${audience})`] : [],
  );
  if (reasons.length > 0) lines.push('', ...reasons.slice(0, MAX_SHOWN));
  if (reasons.length > MAX_SHOWN) lines.push(`… and ${reasons.length - MAX_SHOWN} more`);
  return lines.join('\n');
}
