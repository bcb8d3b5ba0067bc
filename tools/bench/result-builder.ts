import type { Compared } from './comparison.ts';
import type { LoadResult } from './processes/load.ts';

/** Example results of loads, for tests of reports and verdicts. */
export const createLoadResult = (
  requestsPerSecond: number,
  overrides: Partial<LoadResult> = {},
): LoadResult => ({
  requestsPerSecond,
  requests: requestsPerSecond * 3,
  p50Ms: 1,
  p975Ms: 2,
  p99Ms: 3,
  megabytesPerSecond: 1,
  failures: 0,
  ...overrides,
});

/** A scenario that meets its goals. */
export const createComparisonResult = (overrides: Partial<Compared> = {}): Compared => ({
  scenario: 'list',
  title: 'list of 24',
  isSearch: false,
  hotBytes: 1,
  coldBytes: 1,
  hot: createLoadResult(600),
  readyBuffer: createLoadResult(1_000),
  cold: createLoadResult(1_500),
  bareHop: createLoadResult(3_000),
  reference: null,
  ...overrides,
});
