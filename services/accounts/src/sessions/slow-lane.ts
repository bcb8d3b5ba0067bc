import { setTimeout as delay } from 'node:timers/promises';

/** An address, and the budget that it has used up alone or together with others. */
export interface LaneMember {
  /** A client address, or a network in which each address may wait once. */
  lane: string;
  address: string;
}

/** Runs attempts of clients that have used up their budget: one at a time for each lane, with a delay. */
export interface SlowLane {
  /** Queues and runs the attempt; null when the lane is full, or an address waits in the lane of its network already. */
  run<Result>(member: LaneMember, attempt: () => Promise<Result>): Promise<Result | null>;
}

interface SlowLaneOptions {
  stepMs: number;
  maxWaiting: number;
  pause?: (ms: number) => Promise<unknown>;
}

export function createSlowLane({ stepMs, maxWaiting, pause = delay }: SlowLaneOptions): SlowLane {
  const lanes = new Map<string, { waiting: string[]; last: Promise<unknown> }>();
  return {
    async run({ lane: key, address }, attempt) {
      const lane = lanes.get(key) ?? { waiting: [], last: Promise.resolve() };
      const isRepeated = key !== address && lane.waiting.includes(address);
      if (lane.waiting.length >= maxWaiting || isRepeated) return null;
      lanes.set(key, lane);
      lane.waiting.push(address);
      const delayed = lane.last.then(() => pause(stepMs));
      const result = delayed.then(attempt);
      // The next one waits for this attempt to end, however it ends.
      lane.last = result.catch(() => undefined);
      try {
        return await result;
      } finally {
        lane.waiting.splice(lane.waiting.indexOf(address), 1);
        if (lane.waiting.length === 0) lanes.delete(key);
      }
    },
  };
}
