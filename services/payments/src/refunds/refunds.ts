import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { sumReturns, type Checkout, type RefundDue } from '../checkouts/checkout.ts';
import type { CheckoutStore } from '../checkouts/checkout-store.ts';
import {
  ProviderRejectedError,
  ProviderThrottledError,
  type Provider,
  type ProviderRefund,
} from '../razorpay/provider.ts';
import type { ReturnsReader } from './returns.ts';

export interface RefundsOptions {
  checkouts: Pick<CheckoutStore, 'findDue' | 'refundMoved' | 'refundsChecked'>;
  provider: Pick<Provider, 'refund' | 'findPayment'>;
  returns: Pick<ReturnsReader, 'read'>;
  /** Takes the next steps of refunds of parts. Resolves with the time of the next poll; null when all have ended. */
  followPartRefunds: (checkout: Checkout) => Promise<Date | null>;
  /** Pause between polls of a requested refund, and before a failed one is requested again. */
  checkMs: number;
  onFailure: (error: unknown) => void;
}

/** Maximum number of requests that fail for one refund; after them a member of staff has to resolve it. */
export const MAX_REQUESTS = 3;
/** Longest pause after a call without a response. */
const MAX_RETRY_MS = 30_000;
const BATCH = 20;

/** Repeated requests are the same refund; after a response it is another one. */
export function refundKey(
  checkoutId: string,
  { paymentId, failures = 0, requests = failures }: RefundDue,
): string {
  return `refund-${checkoutId}-${paymentId}${requests === 0 ? '' : `-${requests + 1}`}`;
}

/** Returns whether a refund will be requested or followed further: due, requested, or failed with attempts left. */
const isOpen = ({ state, failures = 0 }: RefundDue): boolean =>
  state === 'DUE' || state === 'REQUESTED' || (state === 'FAILED' && failures < MAX_REQUESTS);

/** Returns the refund after a response to its request, whose key is not used again. */
function responded(refund: RefundDue, fields: Partial<RefundDue>): RefundDue {
  const { requestPaise: _sent, failures = 0, requests = failures, ...rest } = refund;
  return { ...rest, failures, requests: requests + 1, ...fields };
}
const failed = (refund: RefundDue, fields: Partial<RefundDue> = {}): RefundDue =>
  responded(refund, { state: 'FAILED', failures: (refund.failures ?? 0) + 1, ...fields });

/**
 * Refunds payments that are not owed, and follows each refund to its end. Meanwhile staff may refund a part or all of
 * the payment, a dispute may take it, and the bank may return a refund that the provider has accepted. So each step
 * reads the payment first, and refunds what is left. A refund without a response does not block the others.
 */
export function createRefunds(options: RefundsOptions): () => Promise<void> {
  const { checkouts, provider, returns, followPartRefunds, checkMs, onFailure } = options;

  /** Reads what may be requested of a payment, and whether a bank has something of it left to end. */
  async function readLeft(id: string, paymentId: string) {
    const known = await returns.read(id, paymentId);
    const { amount, amount_refunded } = await provider.findPayment(paymentId);
    const { pendingPaise, disputedPaise, lostPaise } = sumReturns(known, paymentId);
    return {
      known,
      left: amount - amount_refunded - disputedPaise - lostPaise,
      waits: pendingPaise + disputedPaise > 0,
    };
  }

  /** Requests the stored amount. Resolves with the refund after the response. */
  async function request(id: string, refund: RefundDue, requestPaise: number): Promise<RefundDue> {
    const { paymentId } = refund;
    let made: ProviderRefund;
    try {
      made = await provider.refund(paymentId, requestPaise, refundKey(id, refund));
      failPoint('payments.refund-made');
    } catch (error) {
      if (!(error instanceof ProviderRejectedError)) throw error;
      // Others have refunded a part since the amount was stored: another request has what is left now.
      if ((await readLeft(id, paymentId)).left !== requestPaise) return responded(refund, { state: 'DUE' });
      onFailure(error);
      return failed(refund);
    }
    if (made.status === 'failed') return failed(refund, { providerId: made.id });
    return responded(refund, { state: 'REQUESTED', providerId: made.id });
  }

  /** Executes the next step of a refund. Resolves with the refund afterwards; null if another process changed it meanwhile. */
  async function advance(id: string, refund: RefundDue): Promise<RefundDue | null> {
    const { paymentId, state, providerId, requestPaise: sent, ...rest } = refund;
    const { known, left, waits } = await readLeft(id, paymentId);
    const isReturned = (one: typeof known): boolean =>
      one?.refunds.find(({ id: made }) => made === providerId)?.status === 'failed';
    let next: RefundDue;
    // Money is left also when the bank has returned the refund after the refunds were read and before the payment was.
    if (
      state === 'REQUESTED' &&
      (isReturned(known) || (left > 0 && isReturned(await returns.read(id, paymentId))))
    )
      next = failed(refund);
    else if (left > 0) {
      const requestPaise = sent ?? left;
      const decided = { ...refund, requestPaise };
      if (sent === undefined && !(await checkouts.refundMoved(id, decided, [state]))) return null;
      failPoint('payments.refund-decided');
      next = await request(id, decided, requestPaise);
    } else next = { ...rest, paymentId, providerId, state: waits ? 'REQUESTED' : 'DONE' };
    await checkouts.refundMoved(id, next, [state]);
    return next;
  }

  /** Resolves with the time of the next poll; null when all have ended. */
  async function followRefunds({ _id, refunds }: Checkout): Promise<Date | null> {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const refund of refunds) {
      if (!isOpen(refund)) continue;
      try {
        const next = await advance(_id, refund);
        // Another amount is requested at once.
        if (next !== null && isOpen(next)) nextMs = Math.min(nextMs, next.state === 'DUE' ? 0 : checkMs);
      } catch (error) {
        if (error instanceof ProviderThrottledError) throw error;
        onFailure(error);
        nextMs = Math.min(nextMs, checkMs, MAX_RETRY_MS);
      }
    }
    return Number.isFinite(nextMs) ? new Date(Date.now() + nextMs) : null;
  }

  return async () => {
    for (const checkout of await checkouts.findDue('refundDueAt', BATCH)) {
      const times = [await followPartRefunds(checkout), await followRefunds(checkout)];
      const next = times.filter((time) => time !== null).toSorted((a, b) => a.getTime() - b.getTime());
      await checkouts.refundsChecked(checkout, next[0] ?? null);
    }
  };
}
