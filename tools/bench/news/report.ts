import { comparedLines, table, verdictLines } from '../report-tables.ts';
import type { Verdict } from '../verdicts.ts';
import type { NewsResult } from './news-bench.ts';

/** Returns the printed report: figures with their bounds, then each goal. */
export function reportLines({ sites, costs }: NewsResult, verdicts: readonly Verdict[]): string[] {
  const lines: string[] = [];
  for (const { posts, compared, loadedMs, readerMegabytesLoaded, readerMegabytesAfter } of sites) {
    lines.push(
      '',
      `${posts.toLocaleString('en-IN')} posts: a reader hydrates in ${(loadedMs / 1_000).toFixed(1)} s and takes ` +
        `${Math.round(readerMegabytesLoaded)} MB, ${Math.round(readerMegabytesAfter)} MB after the runs`,
    );
    if (compared.length === 0) continue;
    lines.push(...comparedLines(compared));
  }
  lines.push(
    '',
    ...table(
      ['CPU time of a reader per request', 'posts', 'processor', 'p50/p97.5 at low load'],
      costs.map(({ scenario, posts, cpuMicroseconds, quiet }) => [
        scenario,
        posts.toLocaleString('en-IN'),
        Number.isFinite(cpuMicroseconds) ? `${Math.round(cpuMicroseconds)} µs` : 'no answer',
        `${quiet.p50Ms}/${quiet.p975Ms} ms`,
      ]),
    ),
    '',
    ...verdictLines(verdicts),
  );
  return lines;
}
