import { unitPaise } from '@vidhi/contracts/book-price.ts';
import { groupDigits } from '#shared/text/digits.ts';

/** The price of a book in integer paise: `mrp` is the marked price, `payable` the price after the discount. */
export interface BookPrice {
  mrp: number;
  payable: number;
  /** Discount in whole percent; 0 where there is none. */
  percentOff: number;
}

const PAISE = 100;

/** Returns the price after a discount as a checkout charges it; null for an invalid price. */
export function priceOf(
  rupees: number | null | undefined,
  discount: number | null | undefined,
): BookPrice | null {
  const mrp = unitPaise(rupees ?? null, null);
  const payable = unitPaise(rupees ?? null, discount);
  if (mrp === null || payable === null) return null;
  return { mrp, payable, percentOff: payable === mrp ? 0 : Math.round(discount ?? 0) };
}

/** `₹1,50,000`, with paise unless they are zero. */
export function formatPaise(paise: number): string {
  const rest = Number.isInteger(paise) ? Math.abs(paise % PAISE) : 0;
  const rupees = groupDigits(Math.trunc(paise / PAISE));
  return rest === 0 ? `₹${rupees}` : `₹${rupees}.${String(rest).padStart(2, '0')}`;
}

export const formatRupees = (rupees: number): string => formatPaise(Math.round(rupees * PAISE));
