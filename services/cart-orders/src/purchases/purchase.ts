import { createHash, randomInt } from 'node:crypto';
import { mailableAddress } from '@vidhi/contracts/email-address.ts';
import { ORDER_NUMBER_ALPHABET, ORDER_NUMBER_LENGTH } from '@vidhi/contracts/order-status.ts';
import type { CreditNote } from '../bills/bill.ts';
import type { StoredDocument } from '@vidhi/service-kit/stored-collection.ts';
import type { PURCHASES } from './purchase-collection.ts';

/** The order of one captured payment, or one that staff have written down. */
export type Purchase = StoredDocument<typeof PURCHASES>;
export type PurchaseLine = Purchase['lines'][number];
export type Shipment = NonNullable<Purchase['shipments']>[number];
export type ShopRefund = NonNullable<Purchase['refunds']>[number];
export type CopyMove = NonNullable<Purchase['copyMoves']>[number];
export type BuyerRequest = NonNullable<Purchase['requests']>[number];
/** Origin and payment of an order by hand. */
export type HandOrder = NonNullable<Purchase['hand']>;
export type DeskFields = NonNullable<Purchase['desk']>;

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

/** Returns whether every parcel with a line has come back: its copies are at the shop again. */
export function isBack({ shipments = [] }: Pick<Purchase, 'shipments'>, lineId: number): boolean {
  const parcels = shipments.filter(({ lines }) => lines.includes(lineId));
  return parcels.length > 0 && parcels.every(({ returnedOn }) => returnedOn !== null);
}

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
