import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { RefundFailure } from '@vidhi/contracts/shop-refunds.ts';
import { OPEN_PART_STATES, sumReturns, type Checkout, type PartRefund } from '../checkouts/checkout.ts';
import type { PartRefundStore } from '../checkouts/part-refund-store.ts';
import { ProviderRejectedError, ProviderThrottledError, type Provider } from '../razorpay/provider.ts';
import type { ReturnsReader } from './returns.ts';

export interface PartRefundSteps {
  store: Pick<PartRefundStore, 'moved'>;
  provider: Pick<Provider, 'refund' | 'findPayment'>;
  returns: Pick<ReturnsReader, 'read'>;
  /** Pause between looks at a refund that the bank has not ended. */
  checkMs: number;
  onFailure: (error: unknown) => void;
}

/** Longest pause after a call without a response. */
const MAX_RETRY_MS = 30_000;

/** Returns the idempotency key of a refund: all of its requests are one refund at the provider. */
export const partRefundKey = (checkoutId: string, key: string): string => `part-${checkoutId}-${key}`;

export const isOpenPart = ({ state }: PartRefund): boolean => OPEN_PART_STATES.some((open) => open === state);

const failedFor = ({ state: _state, ...refund }: PartRefund, failure: RefundFailure): PartRefund => ({
  ...refund,
  state: 'FAILED',
  failure,
});

/**
 * Takes the next steps of the refunds of parts of a checkout: what is left of the payment is read, the decision stored, and
 * the provider asked for exactly the amount. Resolves with the time of the next poll; null when all have ended.
 */
export function createFollowPartRefunds(
  options: PartRefundSteps,
): (checkout: Checkout) => Promise<Date | null> {
  const { store, provider, returns, checkMs, onFailure } = options;

  async function request(checkoutId: string, paymentId: string, refund: PartRefund): Promise<PartRefund> {
    try {
      const made = await provider.refund(
        paymentId,
        refund.amountPaise,
        partRefundKey(checkoutId, refund.key),
      );
      failPoint('payments.part-refund-made');
      const accepted: PartRefund = { ...refund, state: 'REQUESTED', providerId: made.id };
      return made.status === 'failed' ? failedFor(accepted, 'returned') : accepted;
    } catch (error) {
      if (!(error instanceof ProviderRejectedError)) throw error;
      onFailure(error);
      return failedFor(refund, 'rejected');
    }
  }

  async function advance(checkoutId: string, paymentId: string, refund: PartRefund): Promise<PartRefund> {
    const known = await returns.read(checkoutId, paymentId);
    if (refund.state === 'DUE') {
      const { amount, amount_refunded } = await provider.findPayment(paymentId);
      const { disputedPaise, lostPaise } = sumReturns(known, paymentId);
      const left = amount - amount_refunded - disputedPaise - lostPaise;
      return left < refund.amountPaise ? failedFor(refund, 'nothing-left') : { ...refund, state: 'DECIDED' };
    }
    if (refund.state === 'DECIDED') return request(checkoutId, paymentId, refund);
    const own = known?.refunds.find(({ id }) => id === refund.providerId);
    if (own?.status === 'processed') return { ...refund, state: 'DONE' };
    return own?.status === 'failed' ? failedFor(refund, 'returned') : refund;
  }

  return async ({ _id, paymentId, partRefunds = [] }) => {
    if (paymentId === undefined) return null;
    let nextMs = Number.POSITIVE_INFINITY;
    for (const stored of partRefunds) {
      let refund = stored;
      try {
        // The decision is stored before its request; a refund that waits for the bank stays as it is.
        while (isOpenPart(refund)) {
          const next = await advance(_id, paymentId, refund);
          if (next === refund) break;
          await store.moved(_id, next, refund.state);
          if (next.state === 'DECIDED') failPoint('payments.part-refund-decided');
          refund = next;
        }
        if (isOpenPart(refund)) nextMs = Math.min(nextMs, checkMs);
      } catch (error) {
        if (error instanceof ProviderThrottledError) throw error;
        onFailure(error);
        nextMs = Math.min(nextMs, checkMs, MAX_RETRY_MS);
      }
    }
    return Number.isFinite(nextMs) ? new Date(Date.now() + nextMs) : null;
  };
}
