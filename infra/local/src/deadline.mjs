import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * Calls `attempt` every `everyMs` until it returns a value; undefined after `withinMs`, or when `isOver()` is
 * true.
 * @template T
 * @param {() => Promise<T | undefined> | T | undefined} attempt
 * @param {{ withinMs: number, everyMs?: number, isOver?: () => boolean }} limits
 * @returns {Promise<T | undefined>}
 */
export async function pollUntil(attempt, { withinMs, everyMs = POLL_MS, isOver = () => false }) {
  const end = Date.now() + withinMs;
  for (;;) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (isOver() || Date.now() >= end) return undefined;
    await delay(everyMs);
  }
}
