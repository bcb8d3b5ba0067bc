import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { QueryCost, UNITS_PER_MS } from '@vidhi/content-engine/internal.ts';
import { createConcurrencyLimiter } from '@vidhi/service-kit/concurrency-limiter.ts';

/** What a read may cost on the spot; beyond, it waits for its turn among the costly ones. */
const CHEAP_UNITS = 10 * UNITS_PER_MS;
const MAX_WAITING = 64;
/** Queries that were costly, so that they are not begun twice. */
const MAX_KNOWN = 1_000;

/** A process has one thread for all readers: cheap reads are executed at once, costly ones after another. */
export interface ReadLanes {
  /**
   * Executes a read that charges its work to the cost that it is given: at once, unless it turns out costly. Then it
   * is executed anew when the costly reads before it have ended, with a turn of the event loop between any two. Rejects
   * with 503 and Retry-After when too many wait. `key` tells what the work depends on.
   */
  read: (key: string, execute: (cost: QueryCost) => Buffer) => Buffer | Promise<Buffer>;
}

class CostlyRead extends Error {}
const beyondCheap = (): Error => new CostlyRead();

export function createReadLanes({
  maxWaiting = MAX_WAITING,
  pause = async (): Promise<void> => nextTurn(),
}: { maxWaiting?: number; pause?: () => Promise<void> } = {}): ReadLanes {
  const gate = createConcurrencyLimiter(1, maxWaiting);
  const knownCostly = new LRUCache<string, true>({ max: MAX_KNOWN });
  return {
    read(key, execute) {
      if (!knownCostly.has(key)) {
        try {
          return execute(new QueryCost({ limit: CHEAP_UNITS, beyond: beyondCheap }));
        } catch (error) {
          if (!(error instanceof CostlyRead)) throw error;
          knownCostly.set(key, true);
        }
      }
      return gate.run(async () => {
        await pause();
        const cost = new QueryCost();
        const body = execute(cost);
        // What it needed may be cached, or the site smaller, by now.
        if (cost.spent <= CHEAP_UNITS) knownCostly.delete(key);
        return body;
      });
    },
  };
}
