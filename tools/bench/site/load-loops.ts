import { setTimeout as delay } from 'node:timers/promises';

export interface OpenLoop {
  perSecond: number;
  seconds: number;
}

/**
 * Open-loop load: starts a task at each interval, whether or not earlier ones have ended, so that a slow site gets no fewer
 * requests. Resolves when all have ended.
 */
export async function runOpenLoop(
  { perSecond, seconds }: OpenLoop,
  task: (index: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const pending: Promise<void>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const waitMs = startedAt + (index * 1_000) / perSecond - performance.now();
    if (waitMs > 0) await delay(waitMs);
    pending.push(task(index));
  }
  await Promise.all(pending);
}

/** Closed-loop load: each of several clients starts its next task when the last has ended, for some seconds. */
export async function runClosedLoop(
  { clients, seconds }: { clients: number; seconds: number },
  task: (index: number) => Promise<void>,
): Promise<void> {
  const endsAt = performance.now() + seconds * 1_000;
  let index = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      index += 1;
      await task(index);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}
