import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Compared } from '../comparison.ts';
import { aComparison as aScenario, aLoad } from '../result-builder.ts';
import type { Goals } from '../verdicts.ts';
import { catalogFailures, catalogLines, judgeCatalog, type CatalogResult } from './catalog-bench.ts';

const goals = JSON.parse(readFileSync(join(import.meta.dirname, '../goals.json'), 'utf8')) as Goals;

const SEARCH = { scenario: 'search', title: 'three-way search', isSearch: true } as const;
const aComparison = (overrides: Partial<Compared> = {}) => aScenario({ ...SEARCH, ...overrides });
const aResult = (books: number, compared: Compared, quietSearch = aLoad(100)): CatalogResult => ({
  catalogues: [
    {
      books,
      profiles: books / 2,
      loadedMs: 1,
      readerMegabytesLoaded: 100,
      readerMegabytesAfter: 120,
      compared: [compared],
      quietSearch,
    },
  ],
});
const verdictsOf = (result: CatalogResult, words: string) =>
  judgeCatalog(result, goals)
    .filter(({ goal }) => goal.includes(words))
    .map(({ isMet, measured }) => [isMet, measured]);

describe('judgeCatalog', () => {
  it('holds a search to a hop in a small catalogue, to its time in a large one', () => {
    const small = aResult(3_000, aComparison({ cold: aLoad(1_400) }));
    expect(verdictsOf(small, 'bare hop')).toMatchObject([[false, expect.closeTo(0.467)]]);
    expect(verdictsOf(small, 'few ask')).toEqual([]);
    const large = aResult(100_000, aComparison(), aLoad(100, { p975Ms: 21 }));
    expect(verdictsOf(large, 'bare hop')).toEqual([]);
    expect(verdictsOf(large, 'few ask')).toEqual([[false, 21]]);
  });

  it('holds every other call to a hop at any size', () => {
    const list = aComparison({ isSearch: false });
    expect(verdictsOf(aResult(100_000, list), 'bare hop')).toEqual([[true, 0.5]]);
  });

  it('takes the silence of a reference for no success', () => {
    const silent = aResult(3_000, aComparison({ reference: aLoad(0) }));
    expect(verdictsOf(silent, 'living reference')).toEqual([[false, Number.NaN]]);
    expect(catalogLines(silent, judgeCatalog(silent, goals)).join('\n')).toContain('no answer');
  });

  it('counts every request that failed', () => {
    const failing = aComparison({ hot: aLoad(1, { failures: 2 }) });
    expect(catalogFailures(aResult(3_000, failing, aLoad(1, { failures: 3 })))).toBe(5);
  });
});
