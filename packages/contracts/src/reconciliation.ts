import { Type, type Static } from 'typebox';

const Count = Type.Integer({ minimum: 0 });

/** A finding as far as the provider knows of it. */
export const FindingDetails = Type.Object({
  id: Type.String(),
  paymentId: Type.Union([Type.String(), Type.Null()]),
  amountPaise: Type.Union([Type.Integer(), Type.Null()]),
  /** Event of a webhook, such as `payment.captured`; null for a payment. */
  name: Type.Union([Type.String(), Type.Null()]),
  at: Type.String(),
});
export type FindingDetails = Static<typeof FindingDetails>;

/** Findings of one kind: their number, and the ids of the first. */
export const Findings = Type.Object({
  count: Count,
  ids: Type.Array(Type.String()),
  /** Set for webhooks and payments of unknown orders; absent in others, and in responses of older releases. */
  details: Type.Optional(Type.Array(FindingDetails)),
});
export type Findings = Static<typeof Findings>;

/** Maximum number of ids of each kind in a report. */
export const MAX_FINDING_IDS = 100;

/** Response of payments to `GET /internal/reconciliation`. */
export const PaymentsFindings = Type.Object({
  /** Webhooks of orders that are unknown. */
  unmatchedEvents: Findings,
  /** Captured payments at the provider that belong to no checkout. */
  unmatchedPayments: Findings,
  /** Checkouts with a refund that the provider rejected. */
  failedRefunds: Findings,
  /** Checkouts with a payment that a bank disputes: to be answered at the provider. */
  openDisputes: Findings,
  /** Age of the oldest event that is not published or not acknowledged. */
  outboxSeconds: Type.Number({ minimum: 0 }),
});
export type PaymentsFindings = Static<typeof PaymentsFindings>;

/**
 * Response of payments to `POST /internal/reconciliation/dismissals`. `unknown`: there is no such finding. `busy`: its refund
 * is being requested.
 */
export const Dismissed = Type.Object({ outcome: Type.Enum(['dismissed', 'unknown', 'busy']) });
export type DismissalOutcome = Static<typeof Dismissed>['outcome'];

/**
 * Response of payments to `GET /internal/paid-checkouts?after=&since=`, ids in ascending order and none after the last, and
 * to `POST /internal/paid-checkouts/find`.
 */
export const PaidCheckouts = Type.Object({
  checkouts: Type.Array(
    Type.Object({
      id: Type.String(),
      capturedAt: Type.String(),
      /** Money of its payment that went back, and the time of the last change. */
      returnedPaise: Type.Integer({ minimum: 0 }),
      returnsAt: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});
export type PaidCheckouts = Static<typeof PaidCheckouts>;
export const MAX_PAID_CHECKOUTS = 500;

/** Body of payments' `POST /internal/paid-checkouts/find`: ids of checkouts, paid or not. */
export const CheckoutIds = Type.Object({
  ids: Type.Array(Type.String({ maxLength: 60 }), { maxItems: MAX_PAID_CHECKOUTS }),
});
export type CheckoutIds = Static<typeof CheckoutIds>;

/** Response of notify to `GET /internal/mails/state`. */
export const MailState = Type.Object({
  /** Mails that are not sent yet. */
  pending: Count,
  dead: Count,
  oldestPendingSeconds: Type.Number({ minimum: 0 }),
});
export type MailState = Static<typeof MailState>;

/** Response of cart-orders to `GET /api/orders/reconciliation`. */
export const ReconciliationReport = Type.Object({
  /** Whether everything is 0 that should be. */
  isClean: Type.Boolean(),
  measuredAt: Type.String(),
  /** Checkouts that were paid some minutes ago and have no purchase. */
  moneyWithoutOrder: Findings,
  /** Purchases whose checkout is not paid. */
  orderWithoutMoney: Findings,
  /** Purchases that disagree with the provider about what went back, or whose credit notes do. */
  refundsDiffer: Findings,
  /** Age of the oldest `order.created` that is not published or not acknowledged. */
  outboxSeconds: Type.Number({ minimum: 0 }),
  payments: PaymentsFindings,
  /** Null where notify is not configured. */
  mails: Type.Union([MailState, Type.Null()]),
});
export type ReconciliationReport = Static<typeof ReconciliationReport>;
