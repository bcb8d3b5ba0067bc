import { setTimeout as delay } from 'node:timers/promises';

/** Resolves at the next end of a step. */
export type EndOfStep = () => Promise<void>;

/**
 * Divides the time from now on into steps. Responses at the end of a step do not show how long the work of the request took
 * within it: that depends on whether an account exists, and on a busy machine it may take longer than one step. Without
 * a duration there are no steps.
 */
export function startSteps(
  stepMs: number,
  pause: (ms: number) => Promise<unknown> = (ms) => delay(ms),
): EndOfStep {
  if (stepMs === 0) return async () => undefined;
  const startedAt = performance.now();
  return async () => {
    const intoStepMs = (performance.now() - startedAt) % stepMs;
    await pause(stepMs - intoStepMs);
  };
}
