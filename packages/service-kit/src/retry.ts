import { setTimeout as delay } from 'node:timers/promises';
import pRetry from 'p-retry';

// Retries with exponential backoff, by p-retry. It does not retry after a `TypeError`, which client libraries also throw
// for a broken connection; so errors are wrapped in an `AttemptFailure`.

/** Pause after the first failure, and maximum pause, in milliseconds. Each pause is twice the previous one. */
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
 * Retries without limit until an attempt succeeds. Resolves null when the signal is aborted, even during an attempt that
 * succeeds, so that the caller does not continue.
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

/** Retries at most `retries` times, and only after errors that `isTransient` accepts. Rejects with the last error. */
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
 * Pause in milliseconds after failure number `attempt`, from 0. For retries that are scheduled elsewhere: a paused
 * partition, a due time in the database.
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

/** Resolves with whether the promise was fulfilled before the signal was aborted. Rejects with the promise. */
export async function isFulfilledBefore(promise: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  const aborted = Promise.withResolvers<void>();
  const onAbort = (): void => aborted.resolve();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (!signal.aborted) await Promise.race([promise, aborted.promise]);
    return !signal.aborted;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
