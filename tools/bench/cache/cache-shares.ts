import type { CacheEntry } from '../../../services/gateway/src/cache/cache-entry.ts';
import { ResponseCache } from '../../../services/gateway/src/cache/response-cache.ts';
import { createRandomSource } from '../cost/random-source.ts';

/** Distribution of requests: `articles` pages whose popularity falls with the power `exponent` of their rank (Zipf). */
export interface Readership {
  articles: number;
  exponent: number;
  cacheBytes: number;
}

/** A page of an article in the gateway's cache: plain, gzip and Brotli together. */
const PAGE_BYTES = 48_000;
const WARM_UP_REQUESTS = 100_000;
const REQUESTS = 100_000;
const PRECISION = 2 ** 31;
const SEED = 20_261_124;
const BODY = Buffer.alloc(PAGE_BYTES);

const entryOf = (key: string): CacheEntry => ({
  key,
  rule: { topics: ['news.posts'], freshMs: 2_000, staleMs: 3_000 },
  status: 200,
  tag: key,
  compressible: true,
  variants: { identity: { pieces: [BODY], headers: [], notModifiedHeaders: [] } },
  position: new Map(),
  epochAtRequest: 0,
  dataAgeSeconds: 0,
  storedAt: 0,
  checkedEpoch: 0,
  refreshing: false,
  compressing: false,
});

/** Returns the cumulative popularity by rank, up to 1. */
function popularity(articles: number, exponent: number): Float64Array {
  const sums = new Float64Array(articles);
  let sum = 0;
  for (let rank = 0; rank < articles; rank += 1) {
    sum += (rank + 1) ** -exponent;
    sums[rank] = sum;
  }
  return sums.map((value) => value / sum);
}

/** Returns the rank whose share of the popularity contains a number from 0 to 1. */
function rankAt(sums: Float64Array, value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 1) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the share of requests that the gateway's own cache (`ResponseCache`) serves once it is warm, while nothing is
 * published. Deterministic.
 */
export function cachedShare({ articles, exponent, cacheBytes }: Readership): number {
  const sums = popularity(articles, exponent);
  const random = createRandomSource(SEED);
  const cache = new ResponseCache(cacheBytes);
  let hits = 0;
  for (let request = 0; request < WARM_UP_REQUESTS + REQUESTS; request += 1) {
    const key = `/article-${rankAt(sums, random.roll(PRECISION) / PRECISION)}`;
    if (cache.get(key) !== undefined) hits += request < WARM_UP_REQUESTS ? 0 : 1;
    else if (cache.admits(key, PAGE_BYTES)) cache.set(entryOf(key));
  }
  return hits / REQUESTS;
}

export const CACHE_SIZES_MB = [64, 256, 1_024] as const;
const ARTICLES = [2_000, 20_000, 200_000] as const;
const EXPONENTS = [1, 0.8] as const;
const MEGABYTE = 2 ** 20;

/** Returns the first columns of the table's rows: number of articles and exponent. */
export const readerships = (): { articles: number; exponent: number }[] =>
  EXPONENTS.flatMap((exponent) => ARTICLES.map((articles) => ({ articles, exponent })));

export function rowOf(row: { articles: number; exponent: number }): string {
  const shares = CACHE_SIZES_MB.map(
    (size) => `${(cachedShare({ ...row, cacheBytes: size * MEGABYTE }) * 100).toFixed(0)} %`,
  );
  return `| ${row.articles.toLocaleString('en')} | ${row.exponent} | ${shares.join(' | ')} |`;
}
