import { HAND_CHANNELS, HAND_METHODS } from '@vidhi/contracts/hand-order-names.ts';
import { CANCELLATIONS } from '@vidhi/contracts/purchases.ts';
import type { Address, PaymentDispute, ReturnedRefund } from '@vidhi/contracts/purchases.ts';
import { REQUEST_KINDS, REQUEST_STATES } from '@vidhi/contracts/order-requests.ts';
import { FULFILMENTS, REFUND_STATES } from '@vidhi/contracts/shop-desk.ts';
import { SHOP_REFUND_STATES, type RefundFailure } from '@vidhi/contracts/shop-refunds.ts';
import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  nullable,
  oneOf,
  optional,
  optionalOneOf,
  part,
  required,
  requiredOrNull,
  storedCollection,
  valueOf,
} from '@vidhi/service-kit/stored-collection.ts';
import type { Seller } from '../bills/bill.ts';

const LINE = part({
  /** Numeric id of the order on the wire. */
  id: required(Number),
  /** Id of the cart line that was bought. */
  lineId: required(String),
  bookId: required(Number),
  title: required(String),
  pictureUrl: requiredOrNull(String),
  /** Absent in purchases of before bills were issued. */
  publisher: nullable(String),
  quantity: required(Number),
  /** Prices of one copy before and after the discount. */
  listPaise: required(Number),
  unitPaise: required(Number),
  /** Dates as YYYY-MM-DD. */
  purchase_date: required(String),
  expiry_date: required(String),
  shipping_date: requiredOrNull(String),
  delivered_date: requiredOrNull(String),
  /** Times at which these dates were noted without a parcel, and by whom; absent in those of older releases. */
  shippedAt: nullable(Date),
  shippedBy: nullable(Number),
  deliveredAt: nullable(Date),
  deliveredBy: nullable(Number),
  /** Every copy was refunded before it was shipped: nothing of it is sent. */
  isCancelled: optional(valueOf<true>()),
});

/** A parcel. Days as YYYY-MM-DD. */
const SHIPMENT = part({
  /** Number within its purchase, from 1. */
  id: required(Number),
  carrier: required(String),
  /** The tracking number. */
  number: requiredOrNull(String),
  /** Page of the carrier for buyers. */
  url: requiredOrNull(String),
  /** Ids of its lines. */
  lines: required([Number]),
  day: required(String),
  deliveredOn: requiredOrNull(String),
  returnedOn: requiredOrNull(String),
  /** Times at which these days were noted, and by whom; absent in those of older releases. */
  deliveredAt: optional(Date),
  returnedAt: optional(Date),
  deliveredBy: optional(Number),
  returnedBy: optional(Number),
  at: required(Date),
  /** Id of the member of staff. */
  by: requiredOrNull(Number),
});

const SETTLEMENT = { at: required(Date), by: requiredOrNull(Number), reason: required(String) };

/** A refund of a part of a purchase that the shop has ordered. */
const REFUND = part({
  /** Hash of the purchase and the key of the request. */
  id: required(String),
  /** Hash of the request. */
  fingerprint: required(String),
  amountPaise: required(Number),
  lines: required([
    part({
      id: required(Number),
      copies: required(Number),
      wasShipped: required(Boolean),
      /** Copies to be counted back where it is fewer: a refund that failed has counted back the others. */
      restocked: optional(Number),
    }),
  ]),
  /** Part of the shipping charge. */
  shippingPaise: required(Number),
  reason: required(String),
  /** Whether the copies are counted as free again, and whether that is done. */
  restock: required(Boolean),
  isRestocked: optional(valueOf<true>()),
  /** As payments reports it. One that has ended stays so. */
  state: oneOf(SHOP_REFUND_STATES),
  failure: optional(valueOf<RefundFailure>()),
  /** Id at the provider. */
  providerId: optional(String),
  at: required(Date),
  /** Time at which it was known to be done or to have failed; absent in those of older releases. */
  endedAt: optional(Date),
  by: requiredOrNull(Number),
  /** Note of staff that a failed refund was paid back another way. */
  settled: optional(part(SETTLEMENT)),
  /** Such notes that were wrong: who has taken them back, and when. */
  unsettled: optional([part({ ...SETTLEMENT, undoneAt: required(Date), undoneBy: requiredOrNull(Number) })]),
});

/** A buyer's wish to cancel copies that are not shipped, or to return copies that are. */
const REQUEST = part({
  /** Number within its purchase, from 1. */
  id: required(Number),
  kind: oneOf(REQUEST_KINDS),
  lines: required([part({ id: required(Number), copies: required(Number) })]),
  reason: required(String),
  state: oneOf(REQUEST_STATES),
  at: required(Date),
  decidedAt: optional(Date),
  /** Text of the shop for the buyer. */
  reply: optional(String),
  /** Id of the member of staff who has decided. */
  by: nullable(Number),
});

/** A move of copies in the stock that follows from a write of the purchase, and is stored with it. */
const COPY_MOVE = part({
  /** Id of the move in the stock, by which its repetition is recognized. */
  id: required(String),
  lineId: required(Number),
  /** Added to the copies that are free, or taken from them when negative. */
  copies: required(Number),
  reason: required(String),
  at: required(Date),
  /** Id of the member of staff. */
  by: requiredOrNull(Number),
  isDone: optional(valueOf<true>()),
});

/** Something that staff have written down. */
const NOTE = part({
  /** Number within its purchase, from 1. */
  id: required(Number),
  text: required(String),
  at: required(Date),
  by: requiredOrNull(Number),
});

/** When an address was given after the order, or corrected, and by whom: null for the buyer. */
const ADDRESS_CHANGE = part({ at: required(Date), by: requiredOrNull(Number) });

/** Fields by which the desk filters purchases. They follow from the purchase and are stored for the indexes. */
const DESK = part({
  fulfilment: oneOf(FULFILMENTS),
  /** Whether something is yet to be shipped. */
  isOpen: required(Boolean),
  refund: oneOf(REFUND_STATES),
  hasProblem: required(Boolean),
  /** Whether a request of the buyer waits for a decision; absent where it was indexed before there were any. */
  hasRequest: optional(Boolean),
  /** Key of the city that it goes to. */
  city: requiredOrNull(String),
  keys: required([String]),
});

/** Origin and payment of an order by hand. */
const HAND = part({
  channel: oneOf(HAND_CHANNELS),
  method: oneOf(HAND_METHODS),
  reference: requiredOrNull(String),
  /** Name and e-mail address of a buyer who has given no address. Removed with the addresses. */
  name: requiredOrNull(String),
  email: requiredOrNull(String),
  /** Hash of the request. */
  fingerprint: required(String),
  /** Id of the member of staff. */
  by: requiredOrNull(Number),
});

/** Origin of an order that was paid by a link. */
const PAYMENT_LINK = part({
  id: required(String),
  channel: oneOf(HAND_CHANNELS),
  /** Id of the member of staff, and time. */
  by: requiredOrNull(Number),
  at: required(Date),
});

const ISSUED = { number: required(String), date: required(String) };

/** The order of one captured payment. One document, so that no half of an order exists. */
export const PURCHASES = storedCollection(
  'purchases',
  {
    _id: required(String),
    checkoutId: required(String),
    /** Unique, random: by which buyer and seller name the order. Absent until a purchase of an older release has got one. */
    purchaseNumber: optional(String),
    /** The address of the buyer in small letters, by which a guest's order is found. Removed with the addresses. */
    buyerEmail: optional(String),
    /** Unique. Absent in orders by hand, as is the order at the provider. */
    paymentId: optional(String),
    orderId: optional(String),
    /** Present in an order that staff have written down, which was paid to the shop itself. */
    hand: optional(HAND),
    /** Present in an order that staff have written down, and that was paid by a link. */
    paymentLink: optional(PAYMENT_LINK),
    userId: requiredOrNull(Number),
    lines: required([LINE]),
    shippingPaise: required(Number),
    totalPaise: required(Number),
    /** Days for which its books can be returned, as promised at the checkout; absent in purchases of older releases. */
    returnDays: optional(Number),
    billing: requiredOrNull(valueOf<Address>()),
    shipping: requiredOrNull(valueOf<Address>()),
    /** The latest ones; absent before the first, and in those of older releases. */
    addressChanges: optional([ADDRESS_CHANGE]),
    /** `CANCELLED`: the money goes back. */
    status: oneOf(['CONFIRMED', 'CANCELLED']),
    cartCleanup: oneOf(['PENDING', 'DONE']),
    bill: optional(part({ ...ISSUED, seller: required(valueOf<Seller>()) })),
    /** Credit note of a purchase that an older release cancelled, of the whole bill. Read it by `creditNotesOf`. */
    creditNote: optional(part(ISSUED)),
    /** One for each part of the bill that went back. */
    creditNotes: optional([
      part({
        ...ISSUED,
        amountPaise: required(Number),
        refundId: optional(String),
        /** Time at which it was issued; absent in those of older releases. */
        at: optional(Date),
      }),
    ]),
    /** Money that went back by processed refunds of any origin and lost disputes. Only grows. */
    returnedPaise: optional(Number),
    /** Disputes of the payment by the buyer's bank. */
    disputes: optional([valueOf<PaymentDispute>()]),
    /** Grows with each change of what went back; absent before the first. */
    returnsRev: optional(Number),
    cancelledAt: optional(Date),
    /** Id of the member of staff who has cancelled it; absent in those of older releases. */
    cancelledBy: optional(Number),
    /** Absent in purchases of before reasons were stored. */
    cancelledFor: optionalOneOf(CANCELLATIONS),
    /** Times of the next attempt after a failure: at the documents, at the clean-up of the cart. */
    documentsRetryAt: optional(Date),
    cleanupRetryAt: optional(Date),
    /** Present while the bill or, after a cancellation, the refund and the credit note are to be made. */
    documentsDue: optional(valueOf<true>()),
    /** By which the desk finds it; absent until it was indexed. */
    desk: optional(DESK),
    /** Present while those are to be computed again; `deskSeq` grows with each change that they follow from. */
    deskDue: optional(valueOf<true>()),
    deskSeq: optional(Number),
    shipments: optional([SHIPMENT]),
    /** Time at which it was packed, and who has noted it; absent in those of older releases. */
    packedAt: optional(Date),
    packedBy: optional(Number),
    requests: optional([REQUEST]),
    notes: optional([NOTE]),
    refunds: optional([REFUND]),
    /** Copies that come back with a cancellation, and those that go after all; `documentsDue` while one is to be made. */
    copyMoves: optional([COPY_MOVE]),
    /** Time of the next look at these; present while one has not ended. */
    refundsCheckAt: optional(Date),
    /** Refunds of any origin, as payments has last reported them. */
    providerRefunds: optional([valueOf<ReturnedRefund>()]),
    /** Words by which the shop groups purchases. */
    tags: optional([String]),
    createdAt: required(Date),
    ...OUTBOX_FIELDS,
  },
  [
    { fields: { paymentId: 1 }, unique: true, sparse: true },
    { fields: { userId: 1 } },
    { fields: { cartCleanup: 1 } },
    { fields: { 'lines.id': 1 } },
    { fields: { purchaseNumber: 1 }, unique: true, sparse: true },
    { fields: { buyerEmail: 1 }, sparse: true },
    { fields: { documentsDue: 1 }, sparse: true },
    { fields: { refundsCheckAt: 1 }, sparse: true },
    // Of the accounts of a month.
    { fields: { 'bill.date': 1 }, sparse: true },
    { fields: { 'creditNotes.date': 1 }, sparse: true },
    { fields: { 'creditNote.date': 1 }, sparse: true },
    // Of the desk.
    { fields: { createdAt: -1 } },
    { fields: { totalPaise: -1, createdAt: -1 } },
    { fields: { 'desk.keys': 1, createdAt: -1 } },
    { fields: { 'desk.fulfilment': 1, createdAt: -1 } },
    { fields: { 'desk.isOpen': 1, createdAt: -1 } },
    { fields: { 'desk.refund': 1, createdAt: -1 } },
    { fields: { 'desk.hasProblem': 1, createdAt: -1 } },
    { fields: { 'desk.hasRequest': 1, createdAt: -1 } },
    { fields: { 'desk.city': 1, createdAt: -1 } },
    { fields: { 'lines.bookId': 1, createdAt: -1 } },
    { fields: { userId: 1, createdAt: -1 } },
    { fields: { tags: 1, createdAt: -1 } },
    { fields: { deskDue: 1 }, sparse: true },
    ...OUTBOX_INDEXES,
  ],
);

/** Accounts that are erased. Their purchases stay, for as long as the law asks for their documents. */
export const ERASED_ACCOUNTS = storedCollection('erased_accounts', {
  _id: required(Number),
  at: required(Date),
});
