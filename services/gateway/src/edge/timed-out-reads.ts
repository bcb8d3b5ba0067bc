import { LRUCache } from 'lru-cache';
import { WireError } from '@vidhi/contracts/errors.ts';

/** Time for which a read that timed out is not sent to any instance again. */
const QUARANTINE_MS = 5_000;
const MAX_READS = 1_000;

/**
 * Reads that their instance did not finish in time, or that two instances did not survive. A client that repeats one
 * would otherwise have it executed by the next instance, and the next.
 */
export interface TimedOutReads {
  add(key: string, failure: WireError): void;
  /** The failure of the last few seconds, or null. */
  recentFailure(key: string): WireError | null;
}

export function createTimedOutReads(): TimedOutReads {
  const reads = new LRUCache<string, WireError>({
    max: MAX_READS,
    ttl: QUARANTINE_MS,
    ttlResolution: 0,
    // The default clock is `performance`.
    perf: Date,
  });
  return {
    add(key, { status, errorName, message, cause }) {
      const retryAfterSeconds = QUARANTINE_MS / 1_000;
      reads.set(key, new WireError(status, errorName, message, { cause, retryAfterSeconds }));
    },
    recentFailure: (key) => reads.get(key) ?? null,
  };
}
