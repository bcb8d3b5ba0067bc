import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import { DISPUTE_STATUSES, type Address, type PricedLine } from '@vidhi/contracts/purchases.ts';
import type { RefundFailure } from '@vidhi/contracts/shop-refunds.ts';
import {
  oneOf,
  optional,
  part,
  required,
  requiredOrNull,
  storedCollection,
  valueOf,
} from '@vidhi/service-kit/stored-collection.ts';

/** In the order in which they are reached; `EXPIRED` may still become `PAID` by a late authorization. */
const STATUSES = ['CREATED', 'ORDERED', 'ATTEMPTED', 'EXPIRED', 'PAID', 'FULFILLED'] as const;

const SNAPSHOT = part({
  lines: required([valueOf<PricedLine>()]),
  shippingPaise: required(Number),
  /** Days for returns that were promised; absent in checkouts of older releases. */
  returnDays: optional(Number),
  totalPaise: required(Number),
  hash: required(String),
});

/**
 * Money that was captured and is not owed: of another amount, a second time, or for a purchase that was cancelled. What is
 * left of it is refunded: others may return a part of it, or all.
 */
const REFUND_DUE = part({
  paymentId: required(String),
  amountPaise: required(Number),
  reason: oneOf(['amount', 'second-payment', 'cancelled']),
  /**
   * `REQUESTED`: the provider has accepted it, and the bank may still return it. `FAILED`: the provider rejected it or the
   * bank returned it; it is requested again a few times, and is a finding of the reconciliation meanwhile. `SETTLED`: one
   * that failed was paid back another way, as staff has said: nothing is requested any more.
   */
  state: oneOf(['DUE', 'REQUESTED', 'DONE', 'FAILED', 'SETTLED']),
  /** Id of the last request at the provider. */
  providerId: requiredOrNull(String),
  /** Requests that failed. Absent: none. */
  failures: optional(Number),
  /** Requests that had a response; each has its own idempotency key. Absent: as many as failed. */
  requests: optional(Number),
  /** Amount of the request that is under way, stored before it is sent: a repetition must have the same. */
  requestPaise: optional(Number),
});

/** A refund of a part that the shop has ordered. */
const PART_REFUND = part({
  /** Unique in its checkout; given by cart-orders. */
  key: required(String),
  amountPaise: required(Number),
  /**
   * `DECIDED`: its request is stored, and is repeated under the same idempotency key until it has a response. `FAILED` is
   * the end: the shop may have promised the amount to somebody else since then.
   */
  state: oneOf(['DUE', 'DECIDED', 'REQUESTED', 'DONE', 'FAILED']),
  failure: optional(valueOf<RefundFailure>()),
  /** Id at the provider. */
  providerId: optional(String),
});

/** Money of a checkout that goes back or may, of any origin, as the provider reported it. */
const RETURNS = part({
  /** Grows with each change. */
  rev: required(Number),
  /** Refunds of any origin: of payments, or made in the provider's dashboard. */
  refunds: required([
    part({
      id: required(String),
      paymentId: required(String),
      amountPaise: required(Number),
      status: oneOf(['pending', 'processed', 'failed']),
      /** Time at which this status was noted; absent in those of older releases. */
      at: optional(Date),
    }),
  ]),
  /** Payments that their bank questions. Money that a lost one has taken went back as by a refund. */
  disputes: required([
    part({
      id: required(String),
      paymentId: required(String),
      amountPaise: required(Number),
      status: oneOf(DISPUTE_STATUSES),
      at: optional(Date),
    }),
  ]),
  /** Time of the last change. */
  at: required(Date),
});

/** Each is one attempt to buy one snapshot of a cart. Its id is the receipt of the provider's order. */
export const CHECKOUTS = storedCollection(
  'checkouts',
  {
    _id: required(String),
    /** Unique: the same cart, owner, addresses and generation are the same checkout. */
    idemKey: required(String),
    /** The cart id of the client. */
    receipt: required(String),
    /** The payment link that it was made of, which is its cart; absent in others. */
    linkId: optional(String),
    userId: requiredOrNull(Number),
    snapshot: required(SNAPSHOT),
    billing: requiredOrNull(valueOf<Address>()),
    shipping: requiredOrNull(valueOf<Address>()),
    status: oneOf(STATUSES),
    /** Unique; absent until the provider has the order. */
    providerOrderId: optional(String),
    /** Unique; absent until it is paid. */
    paymentId: optional(String),
    payment: optional(
      part({
        amountPaise: required(Number),
        currency: required(String),
        method: requiredOrNull(String),
        capturedAt: required(Date),
        /** Fee of the provider with the tax on it, and this tax; absent until the provider has reported them. */
        feePaise: optional(Number),
        taxPaise: optional(Number),
      }),
    ),
    /** Time at which the fee of the payment is read at the provider; absent where it is known. */
    feeDueAt: optional(Date),
    /** Absent until cart-orders has made a purchase of it. */
    purchaseId: optional(String),
    refunds: required([REFUND_DUE]),
    /** Absent: none. */
    partRefunds: optional([PART_REFUND]),
    /** Time of the next check of the refunds; absent when nothing is left to do. */
    refundDueAt: optional(Date),
    /** Absent until the provider has reported some. */
    returns: optional(RETURNS),
    /** Time of the next look at them; present while a bank has not ended one. */
    returnsDueAt: optional(Date),
    /** Time at which the browser has opened the provider's dialog; such orders are polled first. */
    dialogOpenedAt: optional(Date),
    /** Time of the next poll of the provider for payments; absent when there is none. */
    nextCheckAt: optional(Date),
    checks: required(Number),
    /** A payment that the browser or the bank has reported and that is not captured: its failure restores the cart. */
    awaitedPaymentId: optional(String),
    /** Time of the next attempt to restore the cart, which its client may have emptied for a payment that failed. */
    restoreDueAt: optional(Date),
    /** Lines that were removed until then are restored: when the restoration first became due. */
    restoreRemovedBefore: optional(Date),
    createdAt: required(Date),
    history: required([part({ to: oneOf(STATUSES), by: required(String), at: required(Date) })]),
    ...OUTBOX_FIELDS,
  },
  [
    { fields: { idemKey: 1 }, unique: true },
    { fields: { providerOrderId: 1 }, unique: true, sparse: true },
    { fields: { paymentId: 1 }, unique: true, sparse: true },
    { fields: { nextCheckAt: 1 }, sparse: true },
    { fields: { refundDueAt: 1 }, sparse: true },
    { fields: { feeDueAt: 1 }, sparse: true },
    { fields: { restoreDueAt: 1 }, sparse: true },
    { fields: { returnsDueAt: 1 }, sparse: true },
    { fields: { 'refunds.paymentId': 1 }, sparse: true },
    // Of the reconciliation.
    { fields: { 'payment.capturedAt': 1 }, sparse: true },
    { fields: { 'returns.at': 1 }, sparse: true },
    { fields: { 'refunds.state': 1 }, sparse: true },
    { fields: { 'returns.disputes.status': 1 }, sparse: true },
    ...OUTBOX_INDEXES,
  ],
);
