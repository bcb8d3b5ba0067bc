import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * Asks until the answer is not undefined; gives undefined when the time is up or `isOver` says that asking is pointless.
 * @template T
 * @param {() => Promise<T | undefined> | T | undefined} ask
 * @param {{ withinMs: number, everyMs?: number, isOver?: () => boolean }} limits
 * @returns {Promise<T | undefined>}
 */
export async function askUntil(ask, { withinMs, everyMs = POLL_MS, isOver = () => false }) {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (isOver() || Date.now() >= end) return undefined;
    await delay(everyMs);
  }
}
