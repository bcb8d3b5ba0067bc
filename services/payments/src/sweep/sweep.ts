import { pauseFor } from '@vidhi/service-kit/retry.ts';
import { createPoll, type PollOptions } from './poll.ts';
import { createProviderPace } from './provider-pace.ts';
import type { AppliedEvents } from '../webhooks/apply-events.ts';

export interface SweepOptions extends Omit<PollOptions, 'pace' | 'signal' | 'now'> {
  applyEvents: (limit: number) => Promise<AppliedEvents>;
  followRefunds: () => Promise<void>;
  followReturns: () => Promise<void>;
  /** Reads fees that are due, each after a permit. Resolves with whether more are due. */
  readFees: (takePermit: () => Promise<void>) => Promise<boolean>;
  restoreDueCarts: () => Promise<void>;
  /** Maximum number of polls of unpaid orders per second. */
  callsPerSecond: number;
}

const BATCH = 20;
/**
 * Creates the background work of payments: three loops that run side by side, so that a slow provider or cart-orders delays
 * only its own loop. One applies stored webhooks and follows refunds and disputes, and needs the database alone; one polls
 * the provider for unpaid orders, payments and fees, at `callsPerSecond`; one restores carts through cart-orders. `wake`
 * starts the next round of the first at once, for a webhook that was stored just now.
 */
export function createSweep(options: SweepOptions): {
  start: () => void;
  wake: () => void;
  close: () => Promise<void>;
} {
  const { applyEvents, followRefunds, followReturns, restoreDueCarts, readFees } = options;
  const { sweepMs, callsPerSecond, onFailure } = options;
  const closing = new AbortController();
  let eventsPause = new AbortController();
  const pace = createProviderPace({
    callsPerSecond,
    now: () => performance.now(),
    pause: (ms) => pauseFor(ms, closing.signal),
  });

  const poll = createPoll({ ...options, pace, signal: closing.signal });

  /**
   * Repeats rounds of these steps, with a pause after each, until the sweep is closed. There is no pause after a round in which
   * a step resolved with true, as it has more to do; a step that rejects is reported and repeated in the next round.
   * `startRound` is called before each round and returns the signal that ends the pause after it.
   */
  async function repeat(
    steps: readonly (() => Promise<unknown>)[],
    startRound: () => AbortSignal = () => closing.signal,
  ): Promise<void> {
    while (!closing.signal.aborted) {
      const woken = startRound();
      let hasMore = false;
      for (const step of steps)
        hasMore =
          (await step().catch((error: unknown) => {
            onFailure(error);
            return false;
          })) === true || hasMore;
      if (!hasMore && !closing.signal.aborted)
        await pauseFor(sweepMs, AbortSignal.any([woken, closing.signal]));
    }
  }

  let followAt = 0;
  /** Resolves with whether more events may be due. */
  async function applyBatch(): Promise<boolean> {
    const { due, haveReturns } = await applyEvents(BATCH);
    if (haveReturns) followAt = 0;
    return due === BATCH;
  }
  /** Follows refunds and disputes at the sweep's pace, and at once when a webhook was about one. */
  async function follow(): Promise<void> {
    if (performance.now() < followAt) return;
    followAt = performance.now() + sweepMs;
    const done = await Promise.allSettled([followRefunds(), followReturns()]);
    for (const one of done) if (one.status === 'rejected') onFailure(one.reason);
  }

  let running: Promise<unknown> = Promise.resolve();
  return {
    start() {
      running = Promise.all([
        repeat([applyBatch, follow], () => {
          eventsPause = new AbortController();
          return eventsPause.signal;
        }),
        repeat([poll.checkOrders, poll.list, async () => void (await readFees(pace.takePermit))]),
        repeat([restoreDueCarts]),
      ]);
    },
    wake: () => eventsPause.abort(),
    async close() {
      closing.abort();
      await running;
    },
  };
}
