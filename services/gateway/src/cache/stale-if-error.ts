import type { ResponseCache } from './response-cache.ts';
import type { CacheEntry } from './cache-entry.ts';

/** The cache entry to send, marked as stale, when the upstream fails (stale-if-error, RFC 5861); null for none. */
export type StaleIfError = (key: string) => CacheEntry | null;

/** Wait for the upstream before a stale entry is sent: longer than a healthy one takes. */
export const STALE_AFTER_MS = 2_000;

/**
 * Stale and invalidated entries stay in the cache until they are evicted. Entries of 404 responses are not sent, as
 * the document may exist by now.
 */
export const createStaleIfError =
  (cache: ResponseCache, maxAgeMs: number, now: () => number = Date.now): StaleIfError =>
  (key) => {
    const entry = cache.get(key);
    if (entry === undefined || entry.status >= 400) return null;
    return now() - entry.storedAt <= maxAgeMs ? entry : null;
  };
