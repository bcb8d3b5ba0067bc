import { createHash, randomInt } from 'node:crypto';
import { mailableAddress } from '@vidhi/contracts/email-address.ts';
import { ORDER_NUMBER_ALPHABET, ORDER_NUMBER_LENGTH } from '@vidhi/contracts/order-status.ts';
import type { BillOfSupply, CreditNote, IssuedNumber } from '../bills/bill.ts';
import type { Fulfilment, RefundState } from '@vidhi/contracts/shop-desk.ts';
import type { RequestKind, RequestState } from '@vidhi/contracts/order-requests.ts';
import type { RefundFailure, ShopRefundState } from '@vidhi/contracts/shop-refunds.ts';
import type { Address, Cancellation, PaymentDispute, ReturnedRefund } from '@vidhi/contracts/purchases.ts';
import type { OutboxDocument } from '@vidhi/outbox/outbox-document.ts';

export interface PurchaseLine {
  /** Numeric id of the order on the wire. */
  id: number;
  /** Id of the cart line that was bought. */
  lineId: string;
  bookId: number;
  title: string;
  pictureUrl: string | null;
  /** Absent in purchases of before bills were issued. */
  publisher?: string | null;
  quantity: number;
  /** Prices of one copy before and after the discount. */
  listPaise: number;
  unitPaise: number;
  /** Dates as YYYY-MM-DD. */
  purchase_date: string;
  expiry_date: string;
  shipping_date: string | null;
  delivered_date: string | null;
  /** Every copy was refunded before it was shipped: nothing of it is sent. */
  isCancelled?: true;
}

/** A parcel. Days as YYYY-MM-DD. */
export interface Shipment {
  /** Number within its purchase, from 1. */
  id: number;
  carrier: string;
  /** The tracking number. */
  number: string | null;
  /** Page of the carrier for buyers. */
  url: string | null;
  /** Ids of its lines. */
  lines: number[];
  day: string;
  deliveredOn: string | null;
  returnedOn: string | null;
  at: Date;
  /** Id of the member of staff. */
  by: number | null;
}

/** A refund of a part of a purchase that the shop has ordered. */
export interface ShopRefund {
  /** Hash of the purchase and the key of the request. */
  id: string;
  /** Hash of the request. */
  fingerprint: string;
  amountPaise: number;
  lines: { id: number; copies: number; wasShipped: boolean }[];
  /** Part of the shipping charge. */
  shippingPaise: number;
  reason: string;
  /** Whether the copies are counted as free again, and whether that is done. */
  restock: boolean;
  isRestocked?: true;
  /** As payments reports it. One that has ended stays so. */
  state: ShopRefundState;
  failure?: RefundFailure;
  /** Id at the provider. */
  providerId?: string;
  at: Date;
  by: number | null;
}

/** A buyer's wish to cancel copies that are not shipped, or to return copies that are. */
export interface BuyerRequest {
  /** Number within its purchase, from 1. */
  id: number;
  kind: RequestKind;
  lines: { id: number; copies: number }[];
  reason: string;
  state: RequestState;
  at: Date;
  decidedAt?: Date;
  /** Text of the shop for the buyer. */
  reply?: string;
  /** Id of the member of staff who has decided. */
  by?: number | null;
}

/** Something that staff have written down. */
export interface PurchaseNote {
  /** Number within its purchase, from 1. */
  id: number;
  text: string;
  at: Date;
  by: number | null;
}

/** Fields by which the desk filters purchases. They follow from the purchase and are stored for the indexes. */
export interface DeskFields {
  fulfilment: Fulfilment;
  /** Whether something is yet to be shipped. */
  isOpen: boolean;
  refund: RefundState;
  hasProblem: boolean;
  /** Whether a request of the buyer waits for a decision; absent where it was indexed before there were any. */
  hasRequest?: boolean;
  /** Key of the city that it goes to. */
  city: string | null;
  keys: string[];
}

/** The order of one captured payment. One document, so that no half of an order exists. */
export interface Purchase extends OutboxDocument<string> {
  checkoutId: string;
  /** Unique, random: by which buyer and seller name the order. Absent until a purchase of an older release has got one. */
  purchaseNumber?: string;
  /** The address of the buyer in small letters, by which a guest's order is found. Removed with the addresses. */
  buyerEmail?: string;
  /** Unique. */
  paymentId: string;
  orderId: string;
  userId: number | null;
  lines: PurchaseLine[];
  shippingPaise: number;
  totalPaise: number;
  billing: Address | null;
  shipping: Address | null;
  /** `CANCELLED`: the money goes back. */
  status: 'CONFIRMED' | 'CANCELLED';
  cartCleanup: 'PENDING' | 'DONE';
  bill?: BillOfSupply;
  /** Credit note of a purchase that an older release cancelled, of the whole bill. Read it by `creditNotesOf`. */
  creditNote?: IssuedNumber;
  /** One for each part of the bill that went back. */
  creditNotes?: CreditNote[];
  /** Money that went back by processed refunds of any origin and lost disputes. Only grows. */
  returnedPaise?: number;
  /** Disputes of the payment by the buyer's bank. */
  disputes?: PaymentDispute[];
  /** Grows with each change of what went back; absent before the first. */
  returnsRev?: number;
  cancelledAt?: Date;
  /** Absent in purchases of before reasons were stored. */
  cancelledFor?: Cancellation;
  /** Times of the next attempt after a failure: at the documents, at the clean-up of the cart. */
  documentsRetryAt?: Date;
  cleanupRetryAt?: Date;
  /** Present while the bill or, after a cancellation, the refund and the credit note are to be made. */
  documentsDue?: true;
  /** By which the desk finds it; absent until it was indexed. */
  desk?: DeskFields;
  /** Present while those are to be computed again; `deskSeq` grows with each change that they follow from. */
  deskDue?: true;
  deskSeq?: number;
  shipments?: Shipment[];
  /** Time at which it was packed. */
  packedAt?: Date;
  requests?: BuyerRequest[];
  notes?: PurchaseNote[];
  refunds?: ShopRefund[];
  /** Time of the next look at these; present while one has not ended. */
  refundsCheckAt?: Date;
  /** Refunds of any origin, as payments has last reported them. */
  providerRefunds?: ReturnedRefund[];
  /** Words by which the shop groups purchases. */
  tags?: string[];
  createdAt: Date;
}

/** Fields that payments are compared with. */
export const COMPARED = [
  '_id',
  'checkoutId',
  'createdAt',
  'status',
  'totalPaise',
  'returnedPaise',
  'bill',
  'creditNote',
  'creditNotes',
] as const satisfies (keyof Purchase)[];
export type ComparedPurchase = Pick<Purchase, (typeof COMPARED)[number]>;

/** Operators of each write of what the desk finds purchases by. */
export const DESK_CHANGED = { $set: { deskDue: true as const }, $inc: { deskSeq: 1 } };

/** Returns whether a purchase waits for its address: nothing of it can be shipped before. */
export const needsAddress = ({ status, shipping, lines }: Pick<Purchase, 'status' | 'shipping' | 'lines'>) =>
  status === 'CONFIRMED' && shipping === null && lines.every(({ shipping_date }) => shipping_date === null);

/** Deterministic: however often a payment is reported, it is the same purchase. */
export const purchaseId = (checkoutId: string): string =>
  `pu_${createHash('sha256').update(checkoutId).digest('hex').slice(0, 32)}`;

/** Returns a random order number. Another purchase may have it: the unique index tells. */
export const newOrderNumber = (): string =>
  Array.from(
    { length: ORDER_NUMBER_LENGTH },
    () => ORDER_NUMBER_ALPHABET[randomInt(ORDER_NUMBER_ALPHABET.length)],
  ).join('');

/** Returns an e-mail address as purchases are found by it: equal for both forms of an international domain. */
export function emailKey(email: string): string {
  const spelled = email.normalize('NFC').trim().toLowerCase();
  return mailableAddress(spelled) ?? spelled;
}

export const createdEventId = (id: string): string => `order.created:${id}`;

const INDIA = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

/** Returns the day in India, as YYYY-MM-DD. */
export const dayOf = (date: Date): string => INDIA.format(date);

/** Returns the same day of the next month, or its last day. */
export function monthAfter(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Returns the credit notes of a purchase, in the order of their numbers. */
export function creditNotesOf({
  creditNote,
  creditNotes = [],
  totalPaise,
}: Pick<Purchase, 'creditNote' | 'creditNotes' | 'totalPaise'>): CreditNote[] {
  return creditNote === undefined
    ? creditNotes
    : [{ ...creditNote, amountPaise: totalPaise }, ...creditNotes];
}

/**
 * Returns the amount that is yet to be put on a credit note: of a cancelled purchase everything that its bill asks for, of
 * any other one the money that went back. 0 without a bill.
 */
export function uncreditedPaise(purchase: ComparedPurchase): number {
  const { bill, status, totalPaise, returnedPaise = 0 } = purchase;
  if (bill === undefined) return 0;
  const credited = creditNotesOf(purchase).reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const due = status === 'CANCELLED' ? totalPaise : Math.min(totalPaise, returnedPaise);
  return Math.max(0, due - credited);
}

/** Returns what went back of a purchase, one entry for each refund and each lost dispute that is known by its id. */
function returnedParts({
  providerRefunds = [],
  disputes = [],
}: Purchase): { id: string; amountPaise: number }[] {
  return [
    ...providerRefunds.filter(({ status }) => status === 'processed'),
    ...disputes.filter(({ status }) => status === 'lost'),
  ];
}

/** An amount that is to be put on a credit note, and the refund or dispute that it is of; without one: of all the rest. */
export type DueCredit = Pick<CreditNote, 'amountPaise' | 'refundId'>;

/** Returns the next credit note that is due: one for each refund, and one for the rest of a cancelled purchase. */
export function nextCredit(purchase: Purchase): DueCredit | null {
  const left = uncreditedPaise(purchase);
  if (left === 0) return null;
  const notes = creditNotesOf(purchase);
  const named = new Set(notes.map(({ refundId }) => refundId));
  // Older notes are of sums.
  let unnamed = notes.reduce((sum, one) => sum + (one.refundId === undefined ? one.amountPaise : 0), 0);
  for (const { id, amountPaise } of returnedParts(purchase)) {
    if (named.has(id)) continue;
    if (unnamed >= amountPaise) unnamed -= amountPaise;
    else if (amountPaise <= left) return { amountPaise, refundId: id };
  }
  return { amountPaise: left };
}
