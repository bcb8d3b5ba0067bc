import { setTimeout as delay } from 'node:timers/promises';
import pRetry from 'p-retry';

// The one place for repeated attempts. `p-retry` repeats them; it gives up at once on a `TypeError`, which a client
// library throws for a broken connection too, so failures are wrapped before it sees them.

/** The pause after the first failure, and the longest one; each is twice the one before. */
export interface BackoffLimits {
  firstMs: number;
  maxMs: number;
}

interface RetryOptions extends BackoffLimits {
  /** Called for each failed attempt. */
  onFailure?: (error: unknown) => void;
}

class AttemptFailure extends Error {
  constructor(cause: unknown) {
    super('an attempt failed', { cause });
  }
}

const attemptOf =
  <T>(attempt: () => Promise<T>) =>
  async (): Promise<T> => {
    try {
      return await attempt();
    } catch (error) {
      throw new AttemptFailure(error);
    }
  };

const causeOf = (error: unknown): unknown => (error instanceof AttemptFailure ? error.cause : error);

/**
 * Repeats an attempt until it succeeds, however often. Resolves null when the signal is aborted, also when that happens
 * during an attempt that succeeds: what would follow must not start then.
 */
export async function retryForever<T>(
  attempt: () => Promise<T>,
  { firstMs, maxMs, onFailure, signal }: RetryOptions & { signal: AbortSignal },
): Promise<T | null> {
  try {
    return await pRetry(attemptOf(attempt), {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: firstMs,
      maxTimeout: maxMs,
      onFailedAttempt: ({ error }) => onFailure?.(causeOf(error)),
      unref: true,
      signal,
    });
  } catch (error) {
    if (signal.aborted) return null;
    throw causeOf(error);
  }
}

/** Repeats an attempt at most `retries` times, and only after failures that `isTransient` accepts. Rejects with the last. */
export async function retryTransient<T>(
  attempt: () => Promise<T>,
  {
    firstMs,
    maxMs,
    retries,
    isTransient,
    onFailure,
  }: RetryOptions & { retries: number; isTransient: (error: unknown) => boolean },
): Promise<T> {
  try {
    return await pRetry(attemptOf(attempt), {
      retries,
      minTimeout: firstMs,
      maxTimeout: maxMs,
      onFailedAttempt: ({ error }) => onFailure?.(causeOf(error)),
      shouldRetry: ({ error }) => isTransient(causeOf(error)),
    });
  } catch (error) {
    throw causeOf(error);
  }
}

/**
 * The pause after `attempt` failures, counted from 0, for schedules that `p-retry` cannot hold: a paused partition, a
 * time in the database.
 */
export const backoffMs = (attempt: number, { firstMs, maxMs }: BackoffLimits): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 20));

/** Resolves after the pause, or at once when the signal is aborted. Does not keep the process alive. */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal, ref: false });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
