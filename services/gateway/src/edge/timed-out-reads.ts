import { WireError } from '@vidhi/contracts/errors.ts';

/** How long a read that timed out is not sent to any instance again. */
const QUARANTINE_MS = 5_000;
const MAX_READS = 1_000;

/**
 * Reads that their instance did not finish in time, or that two instances did not survive. A client that repeats one would otherwise have it executed by
 * the next instance, and the next.
 */
export interface TimedOutReads {
  add(key: string, failure: WireError): void;
  /** The failure of the last few seconds, or null. */
  recentFailure(key: string): WireError | null;
}

export function createTimedOutReads(now: () => number = Date.now): TimedOutReads {
  const reads = new Map<string, { failure: WireError; until: number }>();
  return {
    add(key, { status, errorName, message, cause }) {
      const failure = new WireError(status, errorName, message, {
        cause,
        retryAfterSeconds: QUARANTINE_MS / 1_000,
      });
      reads.delete(key);
      reads.set(key, { failure, until: now() + QUARANTINE_MS });
      const [oldest] = reads.keys();
      if (reads.size > MAX_READS && oldest !== undefined) reads.delete(oldest);
    },
    recentFailure(key) {
      const read = reads.get(key);
      if (read === undefined) return null;
      if (read.until > now()) return read.failure;
      reads.delete(key);
      return null;
    },
  };
}
