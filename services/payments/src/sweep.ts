import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { pauseFor } from '@vidhi/service-kit/retry.ts';
import type { CheckoutStore } from './checkouts/checkout-store.ts';
import type { ListPayments } from './checkouts/payment-listing.ts';
import type { PaymentUpdates } from './checkouts/payment-updates.ts';
import { ProviderRejectedError, type Provider } from './razorpay/provider.ts';

export interface SweepOptions {
  checkouts: CheckoutStore;
  updates: Pick<PaymentUpdates, 'sync'>;
  provider: Pick<Provider, 'refund'>;
  applyEvents: (limit: number) => Promise<number>;
  /** Pauses between looks at an unpaid order; after the last it expires. */
  checkMs: readonly number[];
  sweepMs: number;
  listPayments: ListPayments;
  /** How often the provider's recent payments are listed. */
  listingMs: number;
  onFailure: (error: unknown) => void;
}

const BATCH = 20;
const HOUR_MS = 3_600_000;
/** What each listing covers: longer than the pause between two, so that each payment is in several. */
const RECENT_MS = 2 * HOUR_MS;
/** What the first listing and one a day cover: late authorizations take up to three days. */
export const LONG_LISTING_MS = 96 * HOUR_MS;

/** Does what is due: stored webhooks, looks at unpaid orders, refunds, listings. `notice` runs it at once. */
export function startSweep(options: SweepOptions): { notice: () => void; close: () => Promise<void> } {
  const { checkouts, updates, provider, applyEvents, checkMs, sweepMs, onFailure } = options;
  const { listPayments, listingMs } = options;
  const closing = new AbortController();
  let waiting = new AbortController();

  async function checkOrders(): Promise<void> {
    for (const checkout of await checkouts.findDue('nextCheckAt', BATCH)) {
      // First, so that an order that cannot be read does not hold the others.
      const pauseMs = checkMs[checkout.checks + 1];
      const next = pauseMs === undefined ? null : new Date(Date.now() + pauseMs);
      try {
        await updates.sync(checkout, 'poll');
        await checkouts.checked(checkout._id, next);
      } catch (error) {
        onFailure(error);
        await checkouts.checked(checkout._id, next ?? new Date(Date.now() + (checkMs.at(-1) ?? sweepMs)));
      }
    }
  }

  async function refund(): Promise<void> {
    for (const { _id, refunds } of await checkouts.findDue('refundDueAt', BATCH))
      for (const { paymentId, amountPaise, state } of refunds) {
        if (state !== 'DUE') continue;
        try {
          const { id } = await provider.refund(paymentId, amountPaise, `refund-${_id}-${paymentId}`);
          failPoint('payments.refund-made');
          await checkouts.refunded(_id, paymentId, 'DONE', id);
        } catch (error) {
          onFailure(error);
          if (error instanceof ProviderRejectedError)
            await checkouts.refunded(_id, paymentId, 'FAILED', null);
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

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      waiting = new AbortController();
      let hasMoreEvents = false;
      const apply = async (): Promise<void> => {
        hasMoreEvents = (await applyEvents(BATCH)) === BATCH;
      };
      for (const step of [apply, checkOrders, refund, list])
        await step().catch((error: unknown) => onFailure(error));
      if (hasMoreEvents) continue;
      if (!closing.signal.aborted) await pauseFor(sweepMs, AbortSignal.any([waiting.signal, closing.signal]));
    }
  }

  const running = run();
  return {
    notice: () => waiting.abort(),
    async close() {
      closing.abort();
      await running;
    },
  };
}
