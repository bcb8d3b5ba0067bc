import { pauseFor } from '@vidhi/service-kit/retry.ts';
import { createPoll, type PollOptions } from './poll.ts';
import { createProviderPace } from './provider-pace.ts';

export interface SweepOptions extends Omit<PollOptions, 'pace' | 'signal' | 'now'> {
  applyEvents: (limit: number) => Promise<number>;
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
 * Creates three loops: the first applies stored webhooks and follows refunds and disputes; the second polls unpaid
 * orders and lists payments, and waits for the provider; the third restores carts, and waits for cart-orders. `wake`
 * ends the pause of the first.
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
   * Repeats the steps until the sweep is closed; a step that resolves with true has more to do, so that no pause follows.
   * `startRound` is called before the steps and returns the signal that ends the pause after them.
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

  let running: Promise<unknown> = Promise.resolve();
  return {
    start() {
      running = Promise.all([
        repeat([async () => (await applyEvents(BATCH)) === BATCH, followRefunds, followReturns], () => {
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
