import {
  atMost,
  comparedVerdicts,
  failuresOf,
  quietSearchVerdict,
  timesReference,
  type Goals,
  type Verdict,
} from '../verdicts.ts';
import type { NewsResult } from './news-bench.ts';

/** Returns the verdict on every goal of the news. */
export function judge({ sites, costs }: NewsResult, goals: Goals): Verdict[] {
  const verdicts: Verdict[] = [];
  for (const { posts, compared, readerMegabytesAfter } of sites) {
    const size = posts.toLocaleString('en-IN');
    for (const one of compared) {
      verdicts.push(...comparedVerdicts(one, { name: `${size} posts`, isLarge: posts > 2_000 }, goals));
      if (posts === 2_000) verdicts.push(...timesReference(one, goals));
    }
    if (posts === 100_000)
      verdicts.push(
        atMost(
          `a reader with ${size} posts, after the runs`,
          readerMegabytesAfter,
          goals.readerMegabytesAt100000,
          'MB',
        ),
      );
  }
  for (const { posts, scenario, cpuMicroseconds, quiet } of costs) {
    const size = posts.toLocaleString('en-IN');
    if (scenario === 'search') verdicts.push(...quietSearchVerdict(posts, `${size} posts`, quiet, goals));
    const small = costs.find((other) => other.posts === 2_000 && other.scenario === scenario);
    if (posts === 200_000 && scenario !== 'search' && small !== undefined)
      verdicts.push(
        atMost(
          `${scenario}, cost at ${size} posts relative to 2,000`,
          cpuMicroseconds / small.cpuMicroseconds,
          goals.growthOfCost,
          '×',
        ),
      );
  }
  return verdicts;
}

/** Figures with failed requests are not valid. */
export const failuresIn = ({ sites, costs }: NewsResult): number =>
  sites.reduce((sum, { compared }) => sum + failuresOf(compared), 0) +
  costs.reduce((sum, { quiet }) => sum + quiet.failures, 0);
