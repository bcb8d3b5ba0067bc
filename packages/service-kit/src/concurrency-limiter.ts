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
  /** Further places, for the lane `reserved` alone; none by default. */
  reservedPlaces?: number;
}

/**
 * `reserved` has its own queue, which gets every second free place, and places of its own where there are some: a crowd in
 * `ordinary` does not delay it.
 */
export type Lane = 'ordinary' | 'reserved';

export interface ConcurrencyLimiter {
  /** Runs the task, after waiting in the FIFO queue of its lane if necessary. Rejects with 503 at once when that is full. */
  run: <Result>(task: () => Promise<Result>, lane?: Lane) => Promise<Result>;
}

type Place = 'common' | 'ofReserved';

/** Creates a limiter that runs at most `concurrency` tasks at once and queues at most `queueLength` more in each lane. */
export function createConcurrencyLimiter(
  concurrency: number,
  queueLength: number,
  { retryAfterSeconds = 2, pause, reservedPlaces = 0 }: LimiterOptions = {},
): ConcurrencyLimiter {
  const queues: Record<Lane, ((place: Place) => void)[]> = { ordinary: [], reserved: [] };
  const free: Record<Place, number> = { common: concurrency, ofReserved: reservedPlaces };
  let turn: Lane = 'reserved';

  /** The next of the lane whose turn it is, or of the other one. */
  function takeNext(): ((place: Place) => void) | undefined {
    const lane = turn;
    const other: Lane = lane === 'reserved' ? 'ordinary' : 'reserved';
    turn = queues[lane].length === 0 ? lane : other;
    return queues[lane].shift() ?? queues[other].shift();
  }

  /** A finished task hands its place to the next one. */
  function handOver(place: Place): void {
    const next = place === 'common' ? takeNext() : queues.reserved.shift();
    if (next === undefined) free[place] += 1;
    else next(place);
  }

  function takePlace(lane: Lane): Place | null {
    const place: Place = free.common === 0 && lane === 'reserved' ? 'ofReserved' : 'common';
    if (free[place] === 0) return null;
    free[place] -= 1;
    return place;
  }

  return {
    async run(task, lane = 'ordinary') {
      let place = takePlace(lane);
      if (place === null) {
        const waiting = queues[lane];
        if (waiting.length >= queueLength) throw unavailable(retryAfterSeconds);
        place = await new Promise<Place>((resolve) => waiting.push(resolve));
      }
      const taken = place;
      try {
        return await task();
      } finally {
        if (pause === undefined) handOver(taken);
        else {
          const { ordinary, reserved } = queues;
          const pauseMs = Math.min(pause.longestMs, pause.sumMs / (ordinary.length + reserved.length));
          setTimeout(() => handOver(taken), pauseMs);
        }
      }
    },
  };
}
