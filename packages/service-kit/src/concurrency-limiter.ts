import { unavailable } from '@vidhi/contracts/errors.ts';

export interface ConcurrencyLimiter {
  /** Runs the task, after waiting in a FIFO queue if necessary. Rejects with 503 at once when the queue is full. */
  run: <Result>(task: () => Promise<Result>) => Promise<Result>;
}

/**
 * Creates a limiter that runs at most `concurrency` tasks at once and queues at most `queueLength` more.
 * `retryAfterSeconds` goes into the `Retry-After` header of the 503.
 */
export function createConcurrencyLimiter(
  concurrency: number,
  queueLength: number,
  { retryAfterSeconds = 2 }: { retryAfterSeconds?: number } = {},
): ConcurrencyLimiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(task) {
      if (running >= concurrency) {
        if (waiting.length >= queueLength) throw unavailable(retryAfterSeconds);
        // A finished task hands its place to the next one, so `running` does not change.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
