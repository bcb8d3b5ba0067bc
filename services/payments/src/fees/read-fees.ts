import { feeOf } from '../checkouts/checkout.ts';
import { ProviderRejectedError, type Provider } from '../razorpay/provider.ts';
import type { FeeStore } from './fee-store.ts';

export interface ReadFeesOptions {
  fees: Pick<FeeStore, 'findDue' | 'known' | 'postponed'>;
  provider: Pick<Provider, 'findPayment'>;
  onFailure: (error: unknown) => void;
  now?: () => number;
}

/** Reads fees that are due, each after a permit. Resolves with whether more are due. */
export type ReadFees = (takePermit: () => Promise<void>) => Promise<boolean>;

const BATCH = 10;
const DAY_MS = 86_400_000;
/** A payment whose fee the provider has not said by then has none. */
const GIVE_UP_MS = 30 * DAY_MS;
const RETRY_MS = 600_000;

/** Reads the fees of captured payments that their capture did not bring, a few at once. */
export function createReadFees({ fees, provider, onFailure, now = Date.now }: ReadFeesOptions): ReadFees {
  return async (takePermit) => {
    const due = await fees.findDue(BATCH);
    for (const { _id, paymentId, payment } of due) {
      if (paymentId === undefined) {
        await fees.postponed(_id, null);
        continue;
      }
      await takePermit();
      try {
        const fee = feeOf(await provider.findPayment(paymentId));
        const ageMs = now() - (payment?.capturedAt.getTime() ?? 0);
        if (fee !== null) await fees.known(_id, paymentId, fee);
        else await fees.postponed(_id, ageMs > GIVE_UP_MS ? null : new Date(now() + DAY_MS));
      } catch (error) {
        onFailure(error);
        const isRejected = error instanceof ProviderRejectedError;
        await fees.postponed(_id, isRejected ? null : new Date(now() + RETRY_MS));
        // The others would wait for the same provider.
        if (!isRejected) return false;
      }
    }
    return due.length === BATCH;
  };
}
