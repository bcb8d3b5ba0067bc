import type { Compared } from './comparison.ts';
import type { LoadResult } from './processes/load.ts';

/** What a load may have given, for tests of reports and verdicts. */
export const aLoad = (requestsPerSecond: number, overrides: Partial<LoadResult> = {}): LoadResult => ({
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
export const aComparison = (overrides: Partial<Compared> = {}): Compared => ({
  scenario: 'list',
  title: 'list of 24',
  isSearch: false,
  hotBytes: 1,
  coldBytes: 1,
  hot: aLoad(600),
  readyBuffer: aLoad(1_000),
  cold: aLoad(1_500),
  bareHop: aLoad(3_000),
  reference: null,
  ...overrides,
});
