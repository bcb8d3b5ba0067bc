import type { Address } from '@vidhi/contracts/purchases.ts';

/** The seller, as the documents of a sale must name it. */
export interface Seller {
  name: string;
  address: string;
  email: string;
  phone: string;
  /** Null for a seller who is not registered. */
  gstin: string | null;
  /** Contact for complaints of buyers, by the Consumer Protection (E-Commerce) Rules, 2020. */
  grievanceOfficer: string;
  /** An example that nobody sells as: its documents say so. */
  isSpecimen?: boolean;
}

/** The number of a document, under which it was issued. */
export interface IssuedNumber {
  /** `BS/26-27/000001`: at most 16 characters, as the GST rules require. */
  number: string;
  /** YYYY-MM-DD, in India. */
  date: string;
}

export interface BillOfSupply extends IssuedNumber {
  /** The seller at the time of issue: a document that was issued does not change. */
  seller: Seller;
}

/** A document by which a part of a bill, or all of it, goes back. */
export interface CreditNote extends IssuedNumber {
  amountPaise: number;
  /** The refund or dispute that it is of; absent in notes of sums. */
  refundId?: string;
  /** Time at which it was issued; absent in those of older releases. */
  at?: Date;
}

export type SeriesKind = 'BS' | 'CN';

/** Returns the financial year of a day in India, April to March: `26-27`. */
export function financialYear(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const first = month >= 4 ? year : year - 1;
  return `${String(first % 100).padStart(2, '0')}-${String((first + 1) % 100).padStart(2, '0')}`;
}

const DIGITS = 6;
export const numberText = (kind: SeriesKind, year: string, sequence: number): string =>
  `${kind}/${year}/${String(sequence).padStart(DIGITS, '0')}`;

export interface BillLine {
  title: string;
  publisher: string | null;
  quantity: number;
  listPaise: number;
  unitPaise: number;
}

/** Everything that a bill of supply or a credit note says. */
export interface BillContent extends BillOfSupply {
  /** Absent in purchases of older releases until they get one. */
  purchaseNumber?: string;
  /** The bill that a credit note is about, and the amount that goes back; null for a bill. */
  credits: { number: string; amountPaise: number } | null;
  /** Order and payment at the provider; absent in orders by hand. */
  orderId?: string;
  paymentId?: string;
  /** Payment of an order by hand; absent in others. */
  paidBy?: string;
  /** Name of a buyer who has given no address. */
  buyerName?: string;
  lines: readonly BillLine[];
  shippingPaise: number;
  totalPaise: number;
  billing: Address | null;
  shipping: Address | null;
}
