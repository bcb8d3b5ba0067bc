import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';
import { RequestOfBuyer, Requestable } from './order-requests.ts';
import { CANCELLATIONS, NullableAddress } from './purchases.ts';
import { DeskShipment } from './shop-shipments.ts';

const NullableDay = nullable(Type.String());
const Cancellation = nullable(Type.Enum([...CANCELLATIONS]));

/** Letters and digits that nobody mistakes for one another, read, written or dictated: no 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V. */
export const ORDER_NUMBER_ALPHABET = '34679ACDEFGHJKMNPQRTWXY';
export const ORDER_NUMBER_LENGTH = 10;

/** Returns an order number as it is stored, from what somebody has typed: with spaces, hyphens, small letters. */
export const normalizeOrderNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}#]/gu, '')
    .toUpperCase();

/** Address and phone number of the seller, for questions of buyers. */
export const OrderHelp = Type.Object({ email: Type.String(), phone: Type.String() });
export type OrderHelp = Static<typeof OrderHelp>;

/**
 * Response of cart-orders to `GET /internal/checkouts/{id}/progress`, 404 without a purchase: what anybody with the id of
 * the checkout may read. No names and no addresses.
 */
export const PurchaseProgress = Type.Object({
  purchaseNumber: nullable(Type.String()),
  cancelledFor: Cancellation,
  /** In the order of the lines of the checkout; days as YYYY-MM-DD. */
  lines: Type.Array(
    Type.Object({
      shippingDate: NullableDay,
      deliveredDate: NullableDay,
      /** Every copy was refunded before it was shipped; absent for others, and in responses of older releases. */
      isCancelled: Type.Optional(Type.Boolean()),
    }),
  ),
  /** Time at which it was packed; absent before, and in responses of older releases. */
  packedAt: Type.Optional(Type.String()),
  help: OrderHelp,
});
export type PurchaseProgress = Static<typeof PurchaseProgress>;

/** Something that happened to an order, as its buyer reads it. */
export const OrderFact = Type.Object({
  /** A time, or a day (YYYY-MM-DD) where nothing else is known. */
  at: Type.String(),
  kind: Type.String(),
  /** A sentence. */
  text: Type.String(),
  /** Page of the carrier. */
  url: Type.Optional(Type.String()),
});
export type OrderFact = Static<typeof OrderFact>;

/** Response to `GET /api/order-status/{checkout_id}`: a purchase with its addresses, for its buyer. */
export const OrderStatusResponse = Type.Object({
  data: Type.Object({
    checkout_id: Type.String(),
    /** The key of its link. */
    key: Type.String(),
    purchase_number: nullable(Type.String()),
    status: Type.Enum(['CONFIRMED', 'CANCELLED']),
    cancelled_for: Cancellation,
    createdAt: Type.String(),
    lines: Type.Array(
      Type.Object({
        /** Id of the order on the wire. */
        id: Type.Integer(),
        book_id: Type.Integer(),
        title: Type.String(),
        quantity: Type.Integer(),
        unit_paise: Type.Integer(),
        shipping_date: NullableDay,
        delivered_date: NullableDay,
        /** Copies that were refunded, or are about to be. */
        refunded_copies: Type.Integer(),
        /** Whether nothing of it is sent, as all of it was refunded before. */
        is_cancelled: Type.Boolean(),
      }),
    ),
    packed_at: nullable(Type.String()),
    shipments: Type.Array(DeskShipment),
    shipping_paise: Type.Integer(),
    total_paise: Type.Integer(),
    billing: NullableAddress,
    shipping: NullableAddress,
    /** Whether it waits for its address: `PUT /api/order-status/{checkout_id}/address`. */
    needs_address: Type.Boolean(),
    bill_number: nullable(Type.String()),
    /** Number of the last credit note. */
    credit_note_number: nullable(Type.String()),
    /** All of them, in the order of their numbers. */
    credit_notes: Type.Array(
      Type.Object({ number: Type.String(), date: Type.String(), amount_paise: Type.Integer() }),
    ),
    /** Money that went back, by our refunds, the provider's, and lost disputes. */
    refunded_paise: Type.Integer(),
    requests: Type.Array(RequestOfBuyer),
    /** Copies that a request may be about; none while one is open. */
    requestable: Type.Array(Requestable),
    /** The oldest first. */
    timeline: Type.Array(OrderFact),
    help: OrderHelp,
  }),
});
export type OrderStatusResponse = Static<typeof OrderStatusResponse>;

/** Body and response of `POST /api/order-status`: finds the link of an order again. */
export const OrderQuery = Type.Object({
  purchase_number: Type.String({ minLength: 1, maxLength: 40 }),
  email: Type.String({ minLength: 1, maxLength: 320 }),
});
export type OrderQuery = Static<typeof OrderQuery>;
export const OrderLinkResponse = Type.Object({
  data: Type.Object({ checkout_id: Type.String(), key: Type.String() }),
});
export type OrderLinkResponse = Static<typeof OrderLinkResponse>;
