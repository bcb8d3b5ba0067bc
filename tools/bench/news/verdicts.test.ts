import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Compared } from '../comparison.ts';
import { aComparison, aLoad } from '../result-builder.ts';
import type { Goals } from '../verdicts.ts';
import type { NewsResult } from './news-bench.ts';
import { reportLines } from './report.ts';
import { failuresIn, judge } from './verdicts.ts';

const goals = JSON.parse(readFileSync(join(import.meta.dirname, '../goals.json'), 'utf8')) as Goals;

const aResult = (compared: Compared, costs: NewsResult['costs'] = []): NewsResult => ({
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
  it('takes shares of what was measured beside, up to the limit and not below', () => {
    expect(verdictOf(aResult(aComparison()), 'of a ready buffer')).toEqual([[true, 0.6]]);
    expect(verdictOf(aResult(aComparison({ hot: aLoad(599) })), 'of a ready buffer')).toEqual([[false, 0.6]]);
    expect(verdictOf(aResult(aComparison()), 'of a bare hop')).toEqual([[true, 0.5]]);
    expect(verdictOf(aResult(aComparison({ cold: aLoad(1_400) })), 'of a bare hop')).toEqual([[false, 0.47]]);
  });

  it('holds the living reference against ours where there is one, else the recorded one', () => {
    const living = aComparison({ reference: aLoad(100) });
    expect(verdictOf(aResult(living), 'living reference')).toEqual([[false, 15]]);
    expect(verdictOf(aResult(living), 'recorded reference')).toEqual([]);
    expect(verdictOf(aResult(aComparison()), 'recorded reference')).toEqual([[true, 32.61]]);
    expect(verdictOf(aResult(aComparison({ scenario: 'tag' })), 'recorded reference')).toEqual([]);
  });

  it('asks more of search', () => {
    const search = aComparison({ reference: aLoad(40), isSearch: true });
    expect(judge(aResult(search), goals).find(({ goal }) => goal.includes('living'))?.limit).toBe(40);
  });

  it('takes silence for no success', () => {
    const silent = aComparison({ cold: aLoad(0, { p99Ms: 0 }) });
    expect(judge(aResult(silent), goals).filter(({ goal }) => goal.includes('p99'))).toMatchObject([
      { isMet: false },
    ]);
    expect(reportLines(aResult(silent), judge(aResult(silent), goals)).join('\n')).toContain('no answer');
  });

  it('compares what a request costs with what it costs on the small site', () => {
    const cost = (posts: number, cpuMicroseconds: number) => ({
      posts,
      scenario: 'list',
      cpuMicroseconds,
      quiet: aLoad(100),
    });
    const grown = (factor: number) => aResult(aComparison(), [cost(2_000, 100), cost(200_000, 100 * factor)]);
    expect(verdictOf(grown(1.3), 'cost at')).toEqual([[true, 1.3]]);
    expect(verdictOf(grown(1.31), 'cost at')).toEqual([[false, 1.31]]);
  });

  it('counts every request that failed', () => {
    const failing = aComparison({ cold: aLoad(1, { failures: 2 }), bareHop: aLoad(1, { failures: 3 }) });
    expect(failuresIn(aResult(failing))).toBe(5);
  });
});
