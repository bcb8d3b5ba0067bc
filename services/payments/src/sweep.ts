import { pauseFor } from '@vidhi/service-kit/retry.ts';
import type { CheckoutStore } from './checkouts/checkout-store.ts';
import type { ListPayments } from './checkouts/payment-listing.ts';
import type { PaymentUpdates } from './checkouts/payment-updates.ts';
import { createProviderPace } from './provider-pace.ts';
import { ProviderThrottledError, ProviderUnavailableError } from './razorpay/provider.ts';

export interface SweepOptions {
  checkouts: Pick<CheckoutStore, 'findDue' | 'checked'>;
  updates: Pick<PaymentUpdates, 'sync'>;
  applyEvents: (limit: number) => Promise<number>;
  followRefunds: () => Promise<void>;
  followReturns: () => Promise<void>;
  restoreDueCarts: () => Promise<void>;
  /** Pauses between polls of an unpaid order; after the last it expires. */
  checkMs: readonly number[];
  sweepMs: number;
  listPayments: ListPayments;
  /** Interval between listings of the provider's recent payments. */
  listingMs: number;
  /** Maximum number of polls of unpaid orders per second. */
  callsPerSecond: number;
  onFailure: (error: unknown) => void;
}

const BATCH = 20;
const HOUR_MS = 3_600_000;
/** Period of each listing: longer than the pause between two, so that each payment is in several. */
const RECENT_MS = 2 * HOUR_MS;
/** Period of the first listing and of one a day: late authorizations take up to three days. */
export const LONG_LISTING_MS = 96 * HOUR_MS;
/** Maximum pause before an order is polled again for which the last poll found no payment. */
const MAX_RETRY_MS = 300_000;

/**
 * Starts three loops: one applies stored webhooks and follows refunds and disputes, one polls unpaid orders and lists payments, which
 * waits for the provider, and one restores carts, which waits for cart-orders. `wake` ends the pause of the first.
 */
export function startSweep(options: SweepOptions): { wake: () => void; close: () => Promise<void> } {
  const { checkouts, updates, applyEvents, followRefunds, followReturns, restoreDueCarts } = options;
  const { checkMs, sweepMs, onFailure } = options;
  const { listPayments, listingMs, callsPerSecond } = options;
  const closing = new AbortController();
  let eventsPause = new AbortController();
  const pace = createProviderPace({
    callsPerSecond,
    now: () => performance.now(),
    pause: (ms) => pauseFor(ms, closing.signal),
  });

  async function checkOrders(): Promise<void> {
    for (const checkout of await checkouts.findDue('nextCheckAt', BATCH)) {
      await pace.takePermit();
      if (closing.signal.aborted) return;
      const pauseMs = checkMs[checkout.checks + 1];
      const after = (ms: number | undefined): Date | null =>
        ms === undefined ? null : new Date(Date.now() + ms);
      try {
        await updates.sync(checkout, 'poll');
        pace.responded();
        await checkouts.checked(checkout, after(pauseMs));
      } catch (error) {
        onFailure(error);
        if (error instanceof ProviderThrottledError) {
          // The orders stay due.
          pace.throttled();
          return;
        }
        const isUnavailable = error instanceof ProviderUnavailableError;
        const retryMs = isUnavailable ? Math.min(checkMs.at(-1) ?? sweepMs, MAX_RETRY_MS) : undefined;
        await checkouts.checked(checkout, after(pauseMs ?? retryMs));
      }
    }
  }

  let listedAt = 0;
  let listedLongAt = 0;
  async function list(): Promise<void> {
    const now = Date.now();
    if (now - listedAt < listingMs) return;
    listedAt = now;
    const isLong = now - listedLongAt > 24 * HOUR_MS;
    await listPayments(new Date(now - (isLong ? LONG_LISTING_MS : Math.max(RECENT_MS, 2 * listingMs))));
    if (isLong) listedLongAt = now;
  }

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

  const running = Promise.all([
    repeat([async () => (await applyEvents(BATCH)) === BATCH, followRefunds, followReturns], () => {
      eventsPause = new AbortController();
      return eventsPause.signal;
    }),
    repeat([checkOrders, list]),
    repeat([restoreDueCarts]),
  ]);
  return {
    wake: () => eventsPause.abort(),
    async close() {
      closing.abort();
      await running;
    },
  };
}
