import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Compared } from '../comparison.ts';
import { createComparisonResult, createLoadResult } from '../result-builder.ts';
import type { Goals } from '../verdicts.ts';
import type { NewsResult } from './news-bench.ts';
import { reportLines } from './report.ts';
import { failuresIn, judge } from './verdicts.ts';

const goals = JSON.parse(readFileSync(join(import.meta.dirname, '../goals.json'), 'utf8')) as Goals;

const createResult = (compared: Compared, costs: NewsResult['costs'] = []): NewsResult => ({
  sites: [
    {
      posts: 2_000,
      loadedMs: 1,
      readerMegabytesLoaded: 100,
      readerMegabytesAfter: 120,
      compared: [compared],
    },
  ],
  costs,
});
const verdictOf = (result: NewsResult, words: string) => {
  const found = judge(result, goals).filter(({ goal }) => goal.includes(words));
  return found.map(({ isMet, measured }) => [isMet, Number(measured.toFixed(2))]);
};

describe('judge', () => {
  it('meets a share goal at its limit and misses it below', () => {
    expect(verdictOf(createResult(createComparisonResult()), 'of a ready buffer')).toEqual([[true, 0.6]]);
    expect(
      verdictOf(createResult(createComparisonResult({ hot: createLoadResult(599) })), 'of a ready buffer'),
    ).toEqual([[false, 0.6]]);
    expect(verdictOf(createResult(createComparisonResult()), 'of a bare hop')).toEqual([[true, 0.5]]);
    expect(
      verdictOf(createResult(createComparisonResult({ cold: createLoadResult(1_400) })), 'of a bare hop'),
    ).toEqual([[false, 0.47]]);
  });

  it('compares with the running reference if there is one, else with the recorded one', () => {
    const living = createComparisonResult({ reference: createLoadResult(100) });
    expect(verdictOf(createResult(living), 'running reference')).toEqual([[false, 15]]);
    expect(verdictOf(createResult(living), 'recorded reference')).toEqual([]);
    expect(verdictOf(createResult(createComparisonResult()), 'recorded reference')).toEqual([[true, 32.61]]);
    expect(
      verdictOf(createResult(createComparisonResult({ scenario: 'tag' })), 'recorded reference'),
    ).toEqual([]);
  });

  it('requires a higher factor for search', () => {
    const search = createComparisonResult({ reference: createLoadResult(40), isSearch: true });
    expect(judge(createResult(search), goals).find(({ goal }) => goal.includes('running'))?.limit).toBe(40);
  });

  it('misses a goal without responses', () => {
    const silent = createComparisonResult({ cold: createLoadResult(0, { p99Ms: 0 }) });
    expect(judge(createResult(silent), goals).filter(({ goal }) => goal.includes('p99'))).toMatchObject([
      { isMet: false },
    ]);
    expect(reportLines(createResult(silent), judge(createResult(silent), goals)).join('\n')).toContain(
      'no answer',
    );
  });

  it('compares the CPU time of a request with that on the small site', () => {
    const cost = (posts: number, cpuMicroseconds: number) => ({
      posts,
      scenario: 'list',
      cpuMicroseconds,
      quiet: createLoadResult(100),
    });
    const grown = (factor: number) =>
      createResult(createComparisonResult(), [cost(2_000, 100), cost(200_000, 100 * factor)]);
    expect(verdictOf(grown(1.3), 'cost at')).toEqual([[true, 1.3]]);
    expect(verdictOf(grown(1.31), 'cost at')).toEqual([[false, 1.31]]);
  });

  it('counts every request that failed', () => {
    const failing = createComparisonResult({
      cold: createLoadResult(1, { failures: 2 }),
      bareHop: createLoadResult(1, { failures: 3 }),
    });
    expect(failuresIn(createResult(failing))).toBe(5);
  });
});
