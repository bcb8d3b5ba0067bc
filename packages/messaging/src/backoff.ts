import { setTimeout as delay } from 'node:timers/promises';

export interface BackoffLimits {
  firstMs: number;
  maxMs: number;
}

/** Doubles from the first pause to the longest. */
export const backoffMs = (attempt: number, { firstMs, maxMs }: BackoffLimits): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 20));

/** Resolves after the pause, or at once when the signal says that nobody waits any more. */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal, ref: false });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
