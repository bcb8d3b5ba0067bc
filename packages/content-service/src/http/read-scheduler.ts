import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { QueryCost, UNITS_PER_MS } from '@vidhi/content-engine/internal.ts';
import { createConcurrencyLimiter } from '@vidhi/service-kit/concurrency-limiter.ts';

/** Reads up to this cost are executed at once; costlier ones are queued. */
const CHEAP_UNITS = 10 * UNITS_PER_MS;
const MAX_QUEUED = 64;
/** Keys of costly reads are remembered, so that these are queued without a first attempt. */
const MAX_REMEMBERED = 1_000;

/** Schedules reads on the single thread of a process: cheap reads run at once, costly ones one after the other. */
export interface ReadScheduler {
  /**
   * Executes a read, which charges its work to the given cost. A cheap read returns its result at once. A costly read is
   * aborted and executed again after the costly reads before it, with a turn of the event loop in between. Rejects with
   * 503 and Retry-After when the queue is full. Reads with the same `key` are assumed to have the same cost.
   */
  read: (key: string, execute: (cost: QueryCost) => Buffer) => Buffer | Promise<Buffer>;
}

class CostlyRead extends Error {}
const createCostlyRead = (): Error => new CostlyRead();

/** @param pause runs before each queued read; by default it yields to the event loop. */
export function createReadScheduler({
  maxQueued = MAX_QUEUED,
  pause = async (): Promise<void> => nextTurn(),
}: { maxQueued?: number; pause?: () => Promise<void> } = {}): ReadScheduler {
  const limiter = createConcurrencyLimiter(1, maxQueued);
  const costlyKeys = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  return {
    read(key, execute) {
      if (!costlyKeys.has(key)) {
        try {
          return execute(new QueryCost({ limit: CHEAP_UNITS, beyond: createCostlyRead }));
        } catch (error) {
          if (!(error instanceof CostlyRead)) throw error;
          costlyKeys.set(key, true);
        }
      }
      return limiter.run(async () => {
        await pause();
        const cost = new QueryCost();
        const body = execute(cost);
        // A read can become cheap when indexes or results that it needs have been cached.
        if (cost.spent <= CHEAP_UNITS) costlyKeys.delete(key);
        return body;
      });
    },
  };
}
