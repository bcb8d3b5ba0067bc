import { pauseFor } from '@vidhi/service-kit/retry.ts';
import type { CheckoutStore } from './checkouts/checkout-store.ts';
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
  onFailure: (error: unknown) => void;
}

const BATCH = 20;

/** Does what is due: stored webhooks, looks at unpaid orders, refunds. `notice` runs it at once. */
export function startSweep(options: SweepOptions): { notice: () => void; close: () => Promise<void> } {
  const { checkouts, updates, provider, applyEvents, checkMs, sweepMs, onFailure } = options;
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
          await checkouts.refunded(_id, paymentId, 'DONE', id);
        } catch (error) {
          onFailure(error);
          if (error instanceof ProviderRejectedError)
            await checkouts.refunded(_id, paymentId, 'FAILED', null);
        }
      }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      waiting = new AbortController();
      for (const step of [() => applyEvents(BATCH), checkOrders, refund])
        await step().catch((error: unknown) => onFailure(error));
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
