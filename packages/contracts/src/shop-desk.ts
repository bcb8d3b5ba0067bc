import { Type, type Static } from 'typebox';
import { pageParameters, paginationSchema } from './paging.ts';
import { nullable } from './nullable.ts';
import { HandFacts } from './hand-orders.ts';
import { RequestOfBuyer } from './order-requests.ts';
import { DeskRefund } from './shop-refunds.ts';
import { DeskShipment } from './shop-shipments.ts';
import { CANCELLATIONS, NullableAddress, PaymentDispute } from './purchases.ts';

// Purchases as the desk of the shop reads them. Amounts are paise, times are ISO 8601, days are YYYY-MM-DD in India.

const NullableText = nullable(Type.String());
const Paise = Type.Integer({ minimum: 0 });

/** States of the parcels of a purchase. `partly_shipped`: some of its lines are on their way or delivered. */
export const FULFILMENTS = ['unshipped', 'partly_shipped', 'shipped', 'delivered', 'cancelled'] as const;
export type Fulfilment = (typeof FULFILMENTS)[number];
export const REFUND_STATES = ['none', 'partial', 'full'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Orders by which purchases are listed; a hyphen in front reverses one. */
export const PURCHASE_SORTS = ['created_at', '-created_at', 'total', '-total'] as const;

/** Counting ends at this number of matches, and so do the pages: what is older is found by filters. */
export const MAX_LISTED_PURCHASES = 10_000;
export const MAX_PURCHASE_PAGE_SIZE = 150;

const Day = (description: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description }));
const PaiseText = (description: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{1,12}$', description }));

/** Filters of a list of purchases; every one must match. */
export const purchaseFilters = {
  q: Type.Optional(
    Type.String({
      maxLength: 120,
      description:
        'Number of the purchase, bill, credit note or order, e-mail address, phone, payment, ISBN or tracking number, or the beginning of one; beginning of a name or city',
    }),
  ),
  status: Type.Optional(Type.Enum([...FULFILMENTS], { description: 'How far its parcels are' })),
  unshipped: Type.Optional(Type.Enum(['true'], { description: 'Something of it is yet to be shipped' })),
  problem: Type.Optional(
    Type.Enum(['true'], { description: 'A bank disputes its payment, or a refund of it has failed' }),
  ),
  request: Type.Optional(Type.Enum(['open'], { description: 'Its buyer has asked for something' })),
  refund: Type.Optional(Type.Enum([...REFUND_STATES])),
  from: Day('First day of the purchase'),
  to: Day('Last day of the purchase'),
  min: PaiseText('Smallest total in paise'),
  max: PaiseText('Largest total in paise'),
  book: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'Id of a book in it' })),
  city: Type.Optional(Type.String({ minLength: 1, maxLength: 120, description: 'City that it goes to' })),
  buyer: Type.Optional(Type.Enum(['guest', 'account'])),
  user: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'Id of the account' })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  sort: Type.Optional(Type.Enum([...PURCHASE_SORTS], { default: '-created_at' })),
};
/** Query of `GET /api/purchases.csv`. */
export const PurchaseFilters = Type.Object(purchaseFilters, { additionalProperties: false });
export type PurchaseFilters = Static<typeof PurchaseFilters>;
/** Query of `GET /api/purchases`. */
export const PurchaseQuery = Type.Object(
  {
    ...purchaseFilters,
    ...pageParameters,
  },
  { additionalProperties: false },
);
export type PurchaseQuery = Static<typeof PurchaseQuery>;

const LineSummary = Type.Object({
  /** Id of the order on the wire. */
  id: Type.Integer(),
  book_id: Type.Integer(),
  title: Type.String(),
  quantity: Type.Integer(),
});

/** A purchase in the list. */
export const PurchaseRow = Type.Object({
  id: Type.String(),
  purchase_number: NullableText,
  bill_number: NullableText,
  created_at: Type.String(),
  buyer: Type.Object({
    name: NullableText,
    city: NullableText,
    /** Null for a guest. */
    user_id: nullable(Type.Integer()),
  }),
  lines: Type.Array(LineSummary),
  copies: Type.Integer(),
  total_paise: Paise,
  refunded_paise: Paise,
  status: Type.Enum([...FULFILMENTS]),
  refund: Type.Enum([...REFUND_STATES]),
  /** Whether a bank disputes the payment, or a refund has failed. */
  has_problem: Type.Boolean(),
  /** Whether a request of the buyer waits for a decision. */
  has_request: Type.Boolean(),
  /** Whether its buyer is yet to give an address. */
  needs_address: Type.Boolean(),
  tags: Type.Array(Type.String()),
  /** Origin and payment of an order by hand; null for others. */
  by_hand: nullable(HandFacts),
});
export type PurchaseRow = Static<typeof PurchaseRow>;

export const PurchasePage = Type.Object({
  data: Type.Array(PurchaseRow),
  meta: Type.Object({
    pagination: Type.Object({
      ...paginationSchema.properties,
      /** Whether there are more matches than `total`, which are not counted. */
      has_more: Type.Boolean(),
    }),
    /** Whether the search was for whole words, because too many begin with it. Null without a search. */
    searched: nullable(Type.Enum(['beginnings', 'whole words'])),
  }),
});
export type PurchasePage = Static<typeof PurchasePage>;

export const FACT_SOURCES = ['orders', 'payments', 'provider', 'mails', 'stock'] as const;

/** Something that happened to a purchase. */
export const TimelineFact = Type.Object({
  /** A time, or a day (YYYY-MM-DD) where nothing else is known. */
  at: Type.String(),
  source: Type.Enum([...FACT_SOURCES]),
  /** `checkout.created`, `mail.sent`, … */
  kind: Type.String(),
  /** A sentence for people. */
  text: Type.String(),
  /** Number or id of what it is about. */
  ref: Type.Optional(Type.String()),
  /** Id of the member of staff who did it. */
  by: Type.Optional(Type.Integer()),
});
export type TimelineFact = Static<typeof TimelineFact>;

/** A refund of any origin, as payments knows it. */
export const ProviderRefundFact = Type.Object({
  id: Type.String(),
  amount_paise: Paise,
  status: Type.Enum(['pending', 'processed', 'failed']),
  /** Time at which this status was noted; absent where an older release has noted it. */
  at: Type.Optional(Type.String()),
});
export type ProviderRefundFact = Static<typeof ProviderRefundFact>;

/** Response of payments to `GET /internal/checkouts/{id}/facts`. */
export const PaymentFacts = Type.Object({
  method: NullableText,
  history: Type.Array(Type.Object({ to: Type.String(), by: Type.String(), at: Type.String() })),
  webhooks: Type.Array(
    Type.Object({ id: Type.String(), name: NullableText, at: Type.String(), state: Type.String() }),
  ),
  refunds: Type.Array(ProviderRefundFact),
  /** Time of the last change of the refunds and disputes; null without one. */
  returnsAt: NullableText,
});
export type PaymentFacts = Static<typeof PaymentFacts>;

/** Response of notify to `GET /internal/purchases/{id}/mails`. Old mails have neither template nor times. */
export const MailFacts = Type.Object({
  mails: Type.Array(
    Type.Object({
      id: Type.String(),
      template: NullableText,
      role: Type.String(),
      state: Type.String(),
      created_at: NullableText,
      ended_at: NullableText,
      failure: NullableText,
    }),
  ),
});
export type MailFacts = Static<typeof MailFacts>;

/** A purchase with everything that is known of it. */
export const DeskPurchase = Type.Object({
  ...PurchaseRow.properties,
  checkout_id: Type.String(),
  /** Null for an order by hand, as is the order at the provider. */
  payment_id: NullableText,
  order_id: NullableText,
  cancelled_for: nullable(Type.Enum([...CANCELLATIONS])),
  lines: Type.Array(
    Type.Object({
      ...LineSummary.properties,
      isbn: NullableText,
      picture_url: NullableText,
      list_paise: Paise,
      unit_paise: Paise,
      shipping_date: NullableText,
      delivered_date: NullableText,
      /** Copies that the shop has refunded. */
      refunded_copies: Type.Integer(),
      /** Whether it can be put into a parcel. */
      can_ship: Type.Boolean(),
    }),
  ),
  shipping_paise: Paise,
  billing: NullableAddress,
  shipping: NullableAddress,
  /** Path of the page that the buyer has the link of. */
  status_path: Type.String(),
  credit_notes: Type.Array(Type.Object({ number: Type.String(), date: Type.String(), amount_paise: Paise })),
  disputes: Type.Array(PaymentDispute),
  shipments: Type.Array(DeskShipment),
  packed_at: NullableText,
  /** Notes of staff, the oldest first. */
  notes: Type.Array(
    Type.Object({
      id: Type.Integer(),
      text: Type.String(),
      at: Type.String(),
      by: nullable(Type.Integer()),
    }),
  ),
  /** Requests of the buyer, the oldest first. */
  requests: Type.Array(RequestOfBuyer),
  /** Refunds of any origin, each once. */
  refunds: Type.Array(DeskRefund),
  /** Amount that may yet be refunded. */
  left_paise: Paise,
  /** As much of it as the desk of the client may refund. */
  may_refund_paise: Paise,
  payment_method: NullableText,
  /** Null while notify does not respond. */
  mails: nullable(MailFacts.properties.mails),
  timeline: Type.Array(TimelineFact),
  /** Services that did not respond in time: their facts are missing. */
  missing: Type.Array(Type.Enum(['payments', 'mails'])),
});
export type DeskPurchase = Static<typeof DeskPurchase>;
export const DeskPurchaseResponse = Type.Object({ data: DeskPurchase });
