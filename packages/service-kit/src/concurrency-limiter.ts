import { unavailable } from '@vidhi/contracts/errors.ts';

/** Time after a task in which no other takes its place, so that others get processor time. Delays no result. */
export interface Pause {
  longestMs: number;
  /** Bound of the pauses that the last in the queue waits for, in sum: the more wait, the shorter they are. */
  sumMs: number;
}

interface LimiterOptions {
  /** `Retry-After` header of the 503. */
  retryAfterSeconds?: number;
  /** None by default. */
  pause?: Pause | undefined;
}

export interface ConcurrencyLimiter {
  /** Runs the task, after waiting in a FIFO queue if necessary. Rejects with 503 at once when the queue is full. */
  run: <Result>(task: () => Promise<Result>) => Promise<Result>;
}

/** Creates a limiter that runs at most `concurrency` tasks at once and queues at most `queueLength` more. */
export function createConcurrencyLimiter(
  concurrency: number,
  queueLength: number,
  { retryAfterSeconds = 2, pause }: LimiterOptions = {},
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
      try {
        return await task();
      } finally {
        if (pause === undefined) handOver();
        else setTimeout(handOver, Math.min(pause.longestMs, pause.sumMs / waiting.length));
      }
    },
  };
}
