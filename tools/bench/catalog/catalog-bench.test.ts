import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Compared } from '../comparison.ts';
import { createComparisonResult as aScenario, createLoadResult } from '../result-builder.ts';
import type { Goals } from '../verdicts.ts';
import { catalogFailures, catalogLines, judgeCatalog, type CatalogResult } from './catalog-bench.ts';

const goals = JSON.parse(readFileSync(join(import.meta.dirname, '../goals.json'), 'utf8')) as Goals;

const SEARCH = { scenario: 'search', title: 'three-way search', isSearch: true } as const;
const createComparisonResult = (overrides: Partial<Compared> = {}) => aScenario({ ...SEARCH, ...overrides });
const createResult = (
  books: number,
  compared: Compared,
  searchAtLowLoad = createLoadResult(100),
): CatalogResult => ({
  catalogues: [
    {
      books,
      profiles: books / 2,
      loadedMs: 1,
      readerMegabytesLoaded: 100,
      readerMegabytesAfter: 120,
      compared: [compared],
      searchAtLowLoad,
    },
  ],
});
const verdictsOf = (result: CatalogResult, words: string) =>
  judgeCatalog(result, goals)
    .filter(({ goal }) => goal.includes(words))
    .map(({ isMet, measured }) => [isMet, measured]);

describe('judgeCatalog', () => {
  it('compares a search with a proxy hop in a small catalogue, and limits its time in a large one', () => {
    const small = createResult(3_000, createComparisonResult({ cold: createLoadResult(1_400) }));
    expect(verdictsOf(small, 'bare hop')).toMatchObject([[false, expect.closeTo(0.467)]]);
    expect(verdictsOf(small, 'at low load')).toEqual([]);
    const large = createResult(100_000, createComparisonResult(), createLoadResult(100, { p975Ms: 21 }));
    expect(verdictsOf(large, 'bare hop')).toEqual([]);
    expect(verdictsOf(large, 'at low load')).toEqual([[false, 21]]);
  });

  it('compares every other request with a proxy hop at any size', () => {
    const list = createComparisonResult({ isSearch: false });
    expect(verdictsOf(createResult(100_000, list), 'bare hop')).toEqual([[true, 0.5]]);
  });

  it('misses the goal when the reference does not respond', () => {
    const silent = createResult(3_000, createComparisonResult({ reference: createLoadResult(0) }));
    expect(verdictsOf(silent, 'running reference')).toEqual([[false, Number.NaN]]);
    expect(catalogLines(silent, judgeCatalog(silent, goals)).join('\n')).toContain('no answer');
  });

  it('counts every request that failed', () => {
    const failing = createComparisonResult({ hot: createLoadResult(1, { failures: 2 }) });
    expect(catalogFailures(createResult(3_000, failing, createLoadResult(1, { failures: 3 })))).toBe(5);
  });
});
