import { setTimeout as delay } from 'node:timers/promises';

/** Runs attempts of clients that have used up their budget: one at a time for each, with a delay. */
export interface SlowLane {
  /** Queues and runs the attempt; null when the client's queue is full. */
  run<Result>(client: string, attempt: () => Promise<Result>): Promise<Result | null>;
}

interface SlowLaneOptions {
  stepMs: number;
  maxWaiting: number;
  pause?: (ms: number) => Promise<unknown>;
}

export function createSlowLane({ stepMs, maxWaiting, pause = delay }: SlowLaneOptions): SlowLane {
  const lanes = new Map<string, { waiting: number; last: Promise<unknown> }>();
  return {
    async run(client, attempt) {
      const lane = lanes.get(client) ?? { waiting: 0, last: Promise.resolve() };
      if (lane.waiting >= maxWaiting) return null;
      lanes.set(client, lane);
      lane.waiting += 1;
      const delayed = lane.last.then(() => pause(stepMs));
      const result = delayed.then(attempt);
      // The next one waits for this attempt to end, however it ends.
      lane.last = result.catch(() => undefined);
      try {
        return await result;
      } finally {
        lane.waiting -= 1;
        if (lane.waiting === 0) lanes.delete(client);
      }
    },
  };
}
