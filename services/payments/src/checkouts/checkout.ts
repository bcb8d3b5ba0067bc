import { createHash } from 'node:crypto';
import type { ProviderPayment } from '../razorpay/provider.ts';
import type { StoredDocument } from '@vidhi/service-kit/stored-collection.ts';
import type { CHECKOUTS } from './checkout-collection.ts';

/** One attempt to buy one snapshot of a cart. */
export type Checkout = StoredDocument<typeof CHECKOUTS>;
export type CheckoutStatus = Checkout['status'];
export type Snapshot = Checkout['snapshot'];
export type RefundDue = Checkout['refunds'][number];
export type PartRefund = NonNullable<Checkout['partRefunds']>[number];
export type Returns = NonNullable<Checkout['returns']>;
export type ReturnedRefund = Returns['refunds'][number];
export type ReturnedDispute = Returns['disputes'][number];

/** Begins the receipt of one book that is bought without a cart. */
export const BOOK_RECEIPT = 'book:';

/** States in which a refund of a part has something left to do. */
export const OPEN_PART_STATES = ['DUE', 'DECIDED', 'REQUESTED'] as const satisfies PartRefund['state'][];

/** Returns an opaque id for the cart of a checkout. The purchase of one book is a cart of its own, as is a payment link. */
export function cartOf({ receipt, userId, linkId }: Pick<Checkout, 'receipt' | 'userId' | 'linkId'>): string {
  if (linkId !== undefined) return linkId;
  const isCart = !receipt.startsWith(BOOK_RECEIPT);
  const parts = [userId, userId !== null && isCart ? null : receipt];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Returns the fee of a payment as it is stored; null where the provider has not said it. */
export const feeOf = ({ fee, tax }: Pick<ProviderPayment, 'fee' | 'tax'>) =>
  typeof fee === 'number' ? { feePaise: fee, taxPaise: tax ?? 0 } : null;

/** Sums of what goes back of one payment. */
export interface ReturnedSums {
  /** Processed refunds and lost disputes. */
  returnedPaise: number;
  /** Refunds that the bank has not ended. */
  pendingPaise: number;
  /** Disputes that have not ended. */
  disputedPaise: number;
  /** Lost disputes, of which the provider's payment knows nothing. */
  lostPaise: number;
}

const sumOf = (entries: readonly { amountPaise: number }[]): number =>
  entries.reduce((sum, { amountPaise }) => sum + amountPaise, 0);

export function sumReturns(returns: Returns | undefined, paymentId: string | undefined): ReturnedSums {
  const refunds = (returns?.refunds ?? []).filter((one) => one.paymentId === paymentId);
  const disputes = (returns?.disputes ?? []).filter((one) => one.paymentId === paymentId);
  const lostPaise = sumOf(disputes.filter(({ status }) => status === 'lost'));
  return {
    returnedPaise: sumOf(refunds.filter(({ status }) => status === 'processed')) + lostPaise,
    pendingPaise: sumOf(refunds.filter(({ status }) => status === 'pending')),
    disputedPaise: sumOf(disputes.filter(({ status }) => status === 'open')),
    lostPaise,
  };
}

/**
 * Returns whether its payment goes back in full, because its purchase was cancelled or by a refund of the dashboard: the
 * same cart can be bought again.
 */
export function isCancelled(
  checkout: Pick<Checkout, 'paymentId' | 'refunds' | 'returns' | 'snapshot'>,
): boolean {
  const { paymentId, refunds, returns, snapshot } = checkout;
  if (paymentId === undefined) return false;
  const { returnedPaise, pendingPaise } = sumReturns(returns, paymentId);
  return (
    refunds.some((refund) => refund.paymentId === paymentId) ||
    (snapshot.totalPaise > 0 && returnedPaise + pendingPaise >= snapshot.totalPaise)
  );
}

export const changedEventId = (checkoutId: string, rev: number): string =>
  `payment.changed:${checkoutId}:${rev}`;
export const verifiedEventId = (checkoutId: string): string => `payment.verified:${checkoutId}`;
