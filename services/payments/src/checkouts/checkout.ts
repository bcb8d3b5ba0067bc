import { createHash } from 'node:crypto';
import type { OutboxDocument } from '@vidhi/outbox/outbox-document.ts';
import type { Address, DisputeStatus, PricedLine } from '@vidhi/contracts/purchases.ts';
import type { RefundFailure } from '@vidhi/contracts/shop-refunds.ts';

/** In the order in which they are reached; `EXPIRED` may still become `PAID` by a late authorization. */
export type CheckoutStatus = 'CREATED' | 'ORDERED' | 'ATTEMPTED' | 'EXPIRED' | 'PAID' | 'FULFILLED';

/** Begins the receipt of one book that is bought without a cart. */
export const BOOK_RECEIPT = 'book:';

export const UNPAID: CheckoutStatus[] = ['CREATED', 'ORDERED', 'ATTEMPTED', 'EXPIRED'];

export interface Snapshot {
  lines: PricedLine[];
  shippingPaise: number;
  totalPaise: number;
  hash: string;
}

/**
 * Money that was captured and is not owed: of another amount, a second time, or for a purchase that was cancelled. What is
 * left of it is refunded: others may return a part of it, or all.
 */
export interface RefundDue {
  paymentId: string;
  amountPaise: number;
  reason: 'amount' | 'second-payment' | 'cancelled';
  /**
   * `REQUESTED`: the provider has accepted it, and the bank may still return it. `FAILED`: the provider rejected it or the
   * bank returned it; it is requested again a few times, and is a finding of the reconciliation meanwhile.
   */
  state: 'DUE' | 'REQUESTED' | 'DONE' | 'FAILED';
  /** Id of the last request at the provider. */
  providerId: string | null;
  /** Requests that failed. Absent: none. */
  failures?: number;
  /** Requests that had a response; each has its own idempotency key. Absent: as many as failed. */
  requests?: number;
  /** Amount of the request that is under way, stored before it is sent: a repetition must have the same. */
  requestPaise?: number;
}

/** A refund of a part that the shop has ordered. */
export interface PartRefund {
  /** Unique in its checkout; given by cart-orders. */
  key: string;
  amountPaise: number;
  /**
   * `DECIDED`: its request is stored, and is repeated under the same idempotency key until it has a response. `FAILED` is
   * the end: the shop may have promised the amount to somebody else since then.
   */
  state: 'DUE' | 'DECIDED' | 'REQUESTED' | 'DONE' | 'FAILED';
  failure?: RefundFailure;
  /** Id at the provider. */
  providerId?: string;
}

/** States in which a refund of a part has something left to do. */
export const OPEN_PART_STATES = ['DUE', 'DECIDED', 'REQUESTED'] as const satisfies PartRefund['state'][];

/** A refund of any origin: of payments, or made in the provider's dashboard. */
export interface ReturnedRefund {
  id: string;
  paymentId: string;
  amountPaise: number;
  status: 'pending' | 'processed' | 'failed';
}

/** A payment that its bank questions. Money that a lost one has taken went back as by a refund. */
export interface ReturnedDispute {
  id: string;
  paymentId: string;
  amountPaise: number;
  status: DisputeStatus;
}

/** Money of a checkout that goes back or may, of any origin, as the provider reported it. */
export interface Returns {
  /** Grows with each change. */
  rev: number;
  refunds: ReturnedRefund[];
  disputes: ReturnedDispute[];
  /** Time of the last change. */
  at: Date;
}

/** One attempt to buy one snapshot of a cart. Its id is the receipt of the provider's order. */
export interface Checkout extends OutboxDocument<string> {
  /** Unique: the same cart, owner, addresses and generation are the same checkout. */
  idemKey: string;
  /** The cart id of the client. */
  receipt: string;
  userId: number | null;
  snapshot: Snapshot;
  billing: Address | null;
  shipping: Address | null;
  status: CheckoutStatus;
  /** Unique; absent until the provider has the order. */
  providerOrderId?: string;
  /** Unique; absent until it is paid. */
  paymentId?: string;
  payment?: { amountPaise: number; currency: string; method: string | null; capturedAt: Date };
  /** Absent until cart-orders has made a purchase of it. */
  purchaseId?: string;
  refunds: RefundDue[];
  /** Absent: none. */
  partRefunds?: PartRefund[];
  /** Time of the next check of the refunds; absent when nothing is left to do. */
  refundDueAt?: Date;
  /** Absent until the provider has reported some. */
  returns?: Returns;
  /** Time of the next look at them; present while a bank has not ended one. */
  returnsDueAt?: Date;
  /** Time at which the browser has opened the provider's dialog; such orders are polled first. */
  dialogOpenedAt?: Date;
  /** Time of the next poll of the provider for payments; absent when there is none. */
  nextCheckAt?: Date;
  checks: number;
  /** A payment that the browser or the bank has reported and that is not captured: its failure restores the cart. */
  awaitedPaymentId?: string;
  /** Time of the next attempt to restore the cart, which its client may have emptied for a payment that failed. */
  restoreDueAt?: Date;
  /** Lines that were removed until then are restored: when the restoration first became due. */
  restoreRemovedBefore?: Date;
  createdAt: Date;
  history: { to: CheckoutStatus; by: string; at: Date }[];
}

/** Returns an opaque id for the cart of a checkout. The purchase of one book is a cart of its own. */
export function cartOf({ receipt, userId }: Pick<Checkout, 'receipt' | 'userId'>): string {
  const isCart = !receipt.startsWith(BOOK_RECEIPT);
  const parts = [userId, userId !== null && isCart ? null : receipt];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

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
