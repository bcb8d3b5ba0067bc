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

/** `reserved` has its own queue, which gets every second free place: a crowd in `ordinary` does not delay it. */
export type Lane = 'ordinary' | 'reserved';

export interface ConcurrencyLimiter {
  /** Runs the task, after waiting in the FIFO queue of its lane if necessary. Rejects with 503 at once when that is full. */
  run: <Result>(task: () => Promise<Result>, lane?: Lane) => Promise<Result>;
}

/** Creates a limiter that runs at most `concurrency` tasks at once and queues at most `queueLength` more in each lane. */
export function createConcurrencyLimiter(
  concurrency: number,
  queueLength: number,
  { retryAfterSeconds = 2, pause }: LimiterOptions = {},
): ConcurrencyLimiter {
  const queues: Record<Lane, (() => void)[]> = { ordinary: [], reserved: [] };
  let running = 0;
  let turn: Lane = 'reserved';

  /** The next of the lane whose turn it is, or of the other one. */
  function takeNext(): (() => void) | undefined {
    const lane = turn;
    const other: Lane = lane === 'reserved' ? 'ordinary' : 'reserved';
    turn = queues[lane].length === 0 ? lane : other;
    return queues[lane].shift() ?? queues[other].shift();
  }

  /** A finished task hands its place to the next one, so that `running` does not change. */
  function handOver(): void {
    const next = takeNext();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    async run(task, lane = 'ordinary') {
      const waiting = queues[lane];
      if (running >= concurrency) {
        if (waiting.length >= queueLength) throw unavailable(retryAfterSeconds);
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      try {
        return await task();
      } finally {
        if (pause === undefined) handOver();
        else {
          const { ordinary, reserved } = queues;
          setTimeout(handOver, Math.min(pause.longestMs, pause.sumMs / (ordinary.length + reserved.length)));
        }
      }
    },
  };
}
