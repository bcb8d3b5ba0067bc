import { setTimeout as delay } from 'node:timers/promises';

export interface BackoffLimits {
  firstMs: number;
  maxMs: number;
}

/** Exponential backoff without jitter, in milliseconds: `firstMs` for attempt 0, doubled for each later one up to `maxMs`. */
export const backoffMs = (attempt: number, { firstMs, maxMs }: BackoffLimits): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 20));

/** Resolves after the given time, or as soon as the signal aborts. The timer does not hold the process open. */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal, ref: false });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
