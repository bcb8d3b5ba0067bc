import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { Checkout, RefundDue } from './checkouts/checkout.ts';
import type { CheckoutStore } from './checkouts/checkout-store.ts';
import {
  ProviderRejectedError,
  ProviderThrottledError,
  type Provider,
  type ProviderRefund,
} from './razorpay/provider.ts';

export interface RefundsOptions {
  checkouts: Pick<CheckoutStore, 'findDue' | 'refundMoved' | 'refundsChecked'>;
  provider: Pick<Provider, 'refund' | 'findRefund'>;
  /** Pause between polls of a requested refund, and before a failed one is requested again. */
  checkMs: number;
  onFailure: (error: unknown) => void;
}

/** Maximum number of requests for one refund; after them a member of staff has to resolve it. */
export const MAX_REQUESTS = 3;
/** Longest pause after a call without a response. */
const MAX_RETRY_MS = 30_000;
const BATCH = 20;

/** Repeated requests are the same refund; after a failure it is another one. */
export const refundKey = (checkoutId: string, { paymentId, failures = 0 }: RefundDue): string =>
  `refund-${checkoutId}-${paymentId}${failures === 0 ? '' : `-${failures + 1}`}`;

/** Returns whether a refund will be requested or followed further: due, requested, or failed with attempts left. */
const isOpen = ({ state, failures = 0 }: RefundDue): boolean =>
  state === 'DUE' || state === 'REQUESTED' || (state === 'FAILED' && failures < MAX_REQUESTS);

/**
 * Requests the refunds that are due and follows them to their end: the bank may return one that the provider has
 * accepted. A refund without a response does not block the others.
 */
export function createRefunds({
  checkouts,
  provider,
  checkMs,
  onFailure,
}: RefundsOptions): () => Promise<void> {
  /** Returns the refund in the state that the provider reports. */
  function after(refund: RefundDue, { id: providerId, status }: ProviderRefund): RefundDue {
    const { failures = 0 } = refund;
    if (status === 'processed') return { ...refund, state: 'DONE', providerId, failures };
    if (status === 'failed') return { ...refund, state: 'FAILED', providerId, failures: failures + 1 };
    return { ...refund, state: 'REQUESTED', providerId, failures };
  }

  /** Executes the next step of a refund. Resolves with the refund as it is then. */
  async function advance(id: string, refund: RefundDue): Promise<RefundDue> {
    const { paymentId, amountPaise, state, providerId, failures = 0 } = refund;
    if (state === 'REQUESTED' && providerId !== null) {
      const next = after(refund, await provider.findRefund(providerId));
      if (next.state !== state) await checkouts.refundMoved(id, next, [state]);
      return next;
    }
    let next: RefundDue;
    try {
      next = after(refund, await provider.refund(paymentId, amountPaise, refundKey(id, refund)));
      failPoint('payments.refund-made');
    } catch (error) {
      if (!(error instanceof ProviderRejectedError)) throw error;
      onFailure(error);
      next = { ...refund, state: 'FAILED', failures: failures + 1 };
    }
    await checkouts.refundMoved(id, next, ['DUE', 'FAILED']);
    return next;
  }

  /** Resolves with the time of the next look; null when nothing is left to do. */
  async function followRefunds({ _id, refunds }: Checkout): Promise<Date | null> {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const refund of refunds) {
      if (!isOpen(refund)) continue;
      try {
        if (isOpen(await advance(_id, refund))) nextMs = Math.min(nextMs, checkMs);
      } catch (error) {
        if (error instanceof ProviderThrottledError) throw error;
        onFailure(error);
        nextMs = Math.min(nextMs, checkMs, MAX_RETRY_MS);
      }
    }
    return Number.isFinite(nextMs) ? new Date(Date.now() + nextMs) : null;
  }

  return async () => {
    for (const checkout of await checkouts.findDue('refundDueAt', BATCH))
      await checkouts.refundsChecked(checkout, await followRefunds(checkout));
  };
}
