import { unavailable } from '@vidhi/contracts/errors.ts';

interface LimiterOptions {
  /** `Retry-After` header of the 503. */
  retryAfterSeconds?: number;
  /**
   * After a task, no other takes its place for this multiple of its duration, which bounds the share of the time that tasks
   * use however many wait. Results are not delayed. 0 by default.
   */
  pauseFactor?: number;
}

export interface ConcurrencyLimiter {
  /** Runs the task, after waiting in a FIFO queue if necessary. Rejects with 503 at once when the queue is full. */
  run: <Result>(task: () => Promise<Result>) => Promise<Result>;
}

/** Creates a limiter that runs at most `concurrency` tasks at once and queues at most `queueLength` more. */
export function createConcurrencyLimiter(
  concurrency: number,
  queueLength: number,
  { retryAfterSeconds = 2, pauseFactor = 0 }: LimiterOptions = {},
): ConcurrencyLimiter {
  const waiting: (() => void)[] = [];
  let running = 0;

  /** A finished task hands its place to the next one, so that `running` does not change. */
  function handOver(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    async run(task) {
      if (running >= concurrency) {
        if (waiting.length >= queueLength) throw unavailable(retryAfterSeconds);
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      const startedAt = performance.now();
      try {
        return await task();
      } finally {
        const pauseMs = (performance.now() - startedAt) * pauseFactor;
        if (pauseMs > 0) setTimeout(handOver, pauseMs);
        else handOver();
      }
    },
  };
}
