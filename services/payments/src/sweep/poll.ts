import type { Checkout } from '../checkouts/checkout.ts';
import type { CheckoutStore } from '../checkouts/checkout-store.ts';
import type { ListPayments } from '../checkouts/payment-listing.ts';
import type { PaymentUpdates } from '../checkouts/payment-updates.ts';
import type { ProviderPace } from './provider-pace.ts';
import { ProviderThrottledError, ProviderUnavailableError } from '../razorpay/provider.ts';

export interface PollOptions {
  checkouts: Pick<CheckoutStore, 'findDueForPoll' | 'checked'>;
  updates: Pick<PaymentUpdates, 'sync'>;
  pace: ProviderPace;
  /** Pauses between polls of an unpaid order; after the last it expires. */
  checkMs: readonly number[];
  sweepMs: number;
  listPayments: ListPayments;
  /** Interval between listings of the provider's recent payments. */
  listingMs: number;
  onFailure: (error: unknown) => void;
  /** Ends the poll: nothing is requested any more. */
  signal?: AbortSignal;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

export const POLL_BATCH = 20;
const HOUR_MS = 3_600_000;
/** Period of each listing: longer than the pause between two, so that each payment is in several. */
const RECENT_MS = 2 * HOUR_MS;
/** Period of the first listing and of one a day: late authorizations take up to three days. */
export const LONG_LISTING_MS = 96 * HOUR_MS;
/** Interval between listings while more orders are due than can be polled: one call has a hundred payments. */
const BACKLOG_LISTING_MS = 30_000;
/** Maximum pause before an order is polled again for which the last poll found no payment. */
const MAX_RETRY_MS = 300_000;

/** The poll of unpaid orders, and the listing of the provider's payments, which finds what the poll is too slow for. */
export function createPoll(options: PollOptions) {
  const { checkouts, updates, pace, checkMs, sweepMs, listPayments, listingMs, onFailure } = options;
  const { signal, now = Date.now } = options;
  let listedAt = 0;
  let listedLongAt = 0;
  let hasBacklog = false;

  /** Polls one order. Resolves with false when the provider has throttled it: then all stay due. */
  async function pollOne(checkout: Checkout): Promise<boolean> {
    const pauseMs = checkMs[checkout.checks + 1];
    const after = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(now() + ms));
    try {
      await updates.sync(checkout, 'poll');
      pace.responded();
      await checkouts.checked(checkout, after(pauseMs));
    } catch (error) {
      onFailure(error);
      if (error instanceof ProviderThrottledError) {
        pace.throttled();
        return false;
      }
      const isUnavailable = error instanceof ProviderUnavailableError;
      const retryMs = isUnavailable ? Math.min(checkMs.at(-1) ?? sweepMs, MAX_RETRY_MS) : undefined;
      await checkouts.checked(checkout, after(pauseMs ?? retryMs));
    }
    return true;
  }

  return {
    /** Polls the next batch of unpaid orders. Resolves with whether more are due. */
    async checkOrders(): Promise<boolean> {
      const batch = await checkouts.findDueForPoll(POLL_BATCH);
      hasBacklog = batch.length === POLL_BATCH;
      for (const checkout of batch) {
        await pace.takePermit();
        if (signal?.aborted === true || !(await pollOne(checkout))) return false;
      }
      return hasBacklog;
    },
    /** Lists the provider's payments when that is due: sooner while orders wait for their poll. */
    async list(): Promise<void> {
      const at = now();
      if (at - listedAt < (hasBacklog ? Math.min(listingMs, BACKLOG_LISTING_MS) : listingMs)) return;
      listedAt = at;
      const isLong = at - listedLongAt > 24 * HOUR_MS;
      await listPayments(new Date(at - (isLong ? LONG_LISTING_MS : Math.max(RECENT_MS, 2 * listingMs))));
      if (isLong) listedLongAt = at;
    },
  };
}
