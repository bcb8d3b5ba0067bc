import { OrderMailTexts } from './order-mail-texts.ts';
import { Type, type Static } from 'typebox';
import { REQUEST_KINDS, REQUEST_STATES } from './order-requests.ts';

/** Fields that older clients do not send are absent while blank. */
export const Address = Type.Object({
  name: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  address: Type.String(),
  landmark: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  pincode: Type.String(),
});
export type Address = Static<typeof Address>;
export const NullableAddress = Type.Union([Address, Type.Null()]);
const NullableUser = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]);

/** A line of a cart at the price of the moment: of one copy, `listPaise` before the discount and `unitPaise` after it. */
export const PricedLine = Type.Object({
  lineId: Type.String(),
  lineRev: Type.Integer(),
  bookId: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  listPaise: Type.Integer({ minimum: 0 }),
  unitPaise: Type.Integer({ minimum: 0 }),
  quantity: Type.Integer({ minimum: 1 }),
});
export type PricedLine = Static<typeof PricedLine>;

/** Body of cart-orders' `POST /internal/carts/price`: a cart, or one book. */
export const PriceQuery = Type.Object({
  userId: NullableUser,
  batchId: Type.Union([Type.String(), Type.Null()]),
  bookId: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type PriceQuery = Static<typeof PriceQuery>;
export const PriceResponse = Type.Object({
  lines: Type.Array(PricedLine),
  /** Absent in responses of older releases: `SHIPPING_PAISE`. */
  shippingPaise: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Days for which buyers may return the books, as promised at the checkout. */
  returnDays: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type PriceResponse = Static<typeof PriceResponse>;

/**
 * Body of cart-orders' `POST /internal/carts/restore`: the lines of a checkout whose payment failed. Those that its client
 * has deleted until `removedBefore` come back: later deletions are the buyer's own. May be repeated.
 */
export const RestoreQuery = Type.Object({
  lines: Type.Array(Type.Pick(PricedLine, ['lineId', 'lineRev']), { maxItems: 100 }),
  removedBefore: Type.String({ format: 'date-time' }),
});
export type RestoreQuery = Static<typeof RestoreQuery>;

/** Body and response of cart-orders' `POST /internal/stock/reserve`: the books of which there are too few copies. */
export const StockQuery = Type.Object({
  checkoutId: Type.String({ maxLength: 60 }),
  /** Identifies the cart: reservations of its earlier checkouts are released when copies are needed. */
  cart: Type.Optional(Type.String({ maxLength: 64 })),
  lines: Type.Array(Type.Pick(PricedLine, ['bookId', 'quantity']), { maxItems: 100 }),
  /** Pseudonym of the buyer's network address, whose unpaid reservations are limited; absent where they are not. */
  network: Type.Optional(Type.String({ maxLength: 64 })),
  /** Whether the buyer is in the dialog of the card provider, or has been there: the reservation then lasts longer. */
  opened: Type.Optional(Type.Boolean()),
});
export type StockQuery = Static<typeof StockQuery>;
/** Name of the error of a checkout whose network has too many unpaid reservations. */
export const RESERVATION_LIMIT_ERROR = 'ReservationLimitError';

/** A book of which one network may have only so many more copies reserved and not paid for. */
export const LimitedBook = Type.Object({ bookId: Type.Integer(), copies: Type.Integer({ minimum: 0 }) });
export type LimitedBook = Static<typeof LimitedBook>;
/** Books of which there are too few copies, and those of which the buyer's network has too many; both empty: reserved. */
export const StockResponse = Type.Object({
  missing: Type.Array(Type.Integer()),
  /** Absent in responses of older releases. */
  limited: Type.Optional(Type.Array(LimitedBook)),
});
export type StockResponse = Static<typeof StockResponse>;

/** `open`: the bank has not decided. `won`: the money stays, also after a mere inquiry of the bank. `lost`: it went back. */
export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** A payment that the buyer's bank questions. */
export const PaymentDispute = Type.Object({
  id: Type.String(),
  /** The amount that a lost one has taken, or that another one is about. */
  amountPaise: Type.Integer({ minimum: 0 }),
  status: Type.Enum([...DISPUTE_STATUSES]),
  /** Time at which this status was noted; absent where an older release has noted it. */
  at: Type.Optional(Type.String()),
});
export type PaymentDispute = Static<typeof PaymentDispute>;

/** A refund of a payment, of any origin. */
export const ReturnedRefund = Type.Object({
  id: Type.String(),
  amountPaise: Type.Integer({ minimum: 0 }),
  status: Type.Enum(['pending', 'processed', 'failed']),
  /** Key of the refund that the shop has ordered; absent in others. */
  key: Type.Optional(Type.String()),
  /** Time at which this status was noted; absent where an older release has noted it. */
  at: Type.Optional(Type.String()),
});
export type ReturnedRefund = Static<typeof ReturnedRefund>;

/** Money of a payment that went back or may, of any origin, as the provider reports it. */
export const PaymentReturns = Type.Object({
  /** Grows with each change at payments. */
  rev: Type.Integer({ minimum: 1 }),
  /** Processed refunds and lost disputes: only grows. */
  returnedPaise: Type.Integer({ minimum: 0 }),
  /** Refunds that the bank has not ended, and may yet return. */
  pendingPaise: Type.Integer({ minimum: 0 }),
  disputes: Type.Array(PaymentDispute),
  /** Absent in responses of older releases. */
  refunds: Type.Optional(Type.Array(ReturnedRefund)),
});
export type PaymentReturns = Static<typeof PaymentReturns>;

/** Response of payments to `GET /internal/checkouts/{id}`: a paid checkout; 404 for others. */
export const PaidCheckout = Type.Object({
  checkoutId: Type.String(),
  /** The cart, as in `StockQuery`. */
  cart: Type.Optional(Type.String()),
  /** The payment link that it was paid by; absent in others. */
  linkId: Type.Optional(Type.String()),
  orderId: Type.String(),
  paymentId: Type.String(),
  userId: NullableUser,
  lines: Type.Array(PricedLine),
  shippingPaise: Type.Integer(),
  totalPaise: Type.Integer(),
  /** As in `PriceResponse`; absent in checkouts of older releases. */
  returnDays: Type.Optional(Type.Integer({ minimum: 0 })),
  billing: NullableAddress,
  shipping: NullableAddress,
  capturedAt: Type.String(),
  /** Absent while nothing of the payment went back, or may. */
  returns: Type.Optional(PaymentReturns),
});
export type PaidCheckout = Static<typeof PaidCheckout>;

/** Response of cart-orders to `GET /internal/checkouts/{id}/purchase`: the purchase of a checkout. 404 without one. */
export const PurchasedCheckout = Type.Object({
  purchaseId: Type.String(),
  isCancelled: Type.Boolean(),
  /** Lines have the revision 0. */
  paid: PaidCheckout,
});
export type PurchasedCheckout = Static<typeof PurchasedCheckout>;

/**
 * Body of payments' `POST /internal/checkouts/{id}/returns-known`: the purchase knows what went back up to this revision.
 */
export const KnownReturns = Type.Object({ rev: Type.Integer({ minimum: 1 }) });
export type KnownReturns = Static<typeof KnownReturns>;

/**
 * Why a purchase was cancelled: no copy was left when it was paid, another purchase has bought the same lines of the cart,
 * staff cancelled it, or its payment link before it was paid, or all of its money went back at the provider.
 */
export const CANCELLATIONS = ['no-copies', 'bought-before', 'staff', 'link-cancelled', 'refunded'] as const;
export type Cancellation = (typeof CANCELLATIONS)[number];

/**
 * Response of cart-orders to `GET /internal/purchases/{id}`, for the mails and documents of a purchase. Cancelled
 * purchases are at `GET /internal/cancelled-purchases/{id}`, and 404 here.
 */
export const PurchaseDetails = Type.Object({
  /** The number by which buyer and seller name the order; absent in purchases that have none yet. */
  purchaseNumber: Type.Optional(Type.String()),
  /** Path of its page, with the key that shows the addresses: only for its buyer. */
  statusPath: Type.Optional(Type.String()),
  /** Address and phone number of the seller, for questions. */
  help: Type.Optional(Type.Object({ email: Type.String(), phone: Type.String() })),
  /** Texts of the shop in mails about it; absent in responses of older releases. */
  mailTexts: Type.Optional(OrderMailTexts),
  /** Order and payment at the provider; absent in orders by hand. */
  orderId: Type.Optional(Type.String()),
  paymentId: Type.Optional(Type.String()),
  /** Payment of an order by hand, as documents print it; absent in others. */
  paidBy: Type.Optional(Type.String()),
  /** Buyer of an order by hand who has given no address; absent in others. */
  contact: Type.Optional(
    Type.Object({ address: Type.String(), name: Type.Union([Type.String(), Type.Null()]) }),
  ),
  userId: NullableUser,
  lines: Type.Array(
    Type.Intersect([
      Type.Pick(PricedLine, ['title', 'listPaise', 'unitPaise', 'quantity']),
      Type.Object({
        /** Id of the order on the wire. */
        id: Type.Optional(Type.Integer()),
        /** Day as YYYY-MM-DD; null or absent before. */
        shippingDate: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        /** Every copy was refunded before it was shipped. */
        isCancelled: Type.Optional(Type.Boolean()),
        /** Copies that were refunded before they were shipped, of more; absent where none were. */
        cancelledCopies: Type.Optional(Type.Integer({ minimum: 1 })),
      }),
    ]),
  ),
  shippingPaise: Type.Integer(),
  totalPaise: Type.Integer(),
  billing: NullableAddress,
  shipping: NullableAddress,
  createdAt: Type.String(),
  /** Reason of a cancellation; only in cancelled purchases. */
  cancelledFor: Type.Optional(Type.Enum([...CANCELLATIONS])),
  /** Parcels; absent without any. */
  shipments: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Integer(),
        carrier: Type.String(),
        number: Type.Union([Type.String(), Type.Null()]),
        url: Type.Union([Type.String(), Type.Null()]),
        lineIds: Type.Array(Type.Integer()),
        /** Its copies of each line, without those that were refunded before it; absent in responses of older releases. */
        copies: Type.Optional(
          Type.Array(Type.Object({ id: Type.Integer(), copies: Type.Integer({ minimum: 0 }) })),
        ),
        day: Type.String(),
      }),
    ),
  ),
  /** Requests of the buyer; absent without any. */
  requests: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Integer(),
        kind: Type.Enum([...REQUEST_KINDS]),
        lines: Type.Array(Type.Object({ id: Type.Integer(), copies: Type.Integer() })),
        reason: Type.String(),
        state: Type.Enum([...REQUEST_STATES]),
        reply: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  ),
  /** Address to which buyers send returned books; absent in responses of older releases. */
  returnAddress: Type.Optional(Type.String()),
  /** Disputes of the payment; absent without any. */
  disputes: Type.Optional(Type.Array(PaymentDispute)),
});
export type PurchaseDetails = Static<typeof PurchaseDetails>;

/** Response of accounts to `GET /internal/users/{id}/contact`; 404 for an erased or unknown account. */
export const UserContact = Type.Object({
  address: Type.String(),
  name: Type.Union([Type.String(), Type.Null()]),
  /** Whether the owner of the account has confirmed the address. */
  isConfirmed: Type.Optional(Type.Boolean()),
});
export type UserContact = Static<typeof UserContact>;

/** Rs. 100 for every order that is not empty, unless the settings of the shop say otherwise. */
export const SHIPPING_PAISE = 10_000;
