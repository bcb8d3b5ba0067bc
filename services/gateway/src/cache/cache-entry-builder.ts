import type { CacheEntry } from './cache-entry.ts';

/** Creates a cache entry for tests. */
export const aCacheEntry = (overrides: Partial<CacheEntry> = {}): CacheEntry => ({
  key: '/api/posts',
  rule: { topics: ['news.posts'], freshMs: 2_000, staleMs: 3_000 },
  status: 200,
  tag: 'tag',
  compressible: true,
  variants: { identity: { pieces: [Buffer.alloc(1_000)], headers: [], notModifiedHeaders: [] } },
  position: new Map([['news.posts', 10]]),
  epochAtRequest: 0,
  dataAgeSeconds: 0,
  storedAt: 1_000,
  checkedEpoch: 0,
  refreshing: false,
  compressing: false,
  ...overrides,
});
