import { groupDigits } from '#shared/text/digits.ts';

/** The price of a book in integer paise: `mrp` is the marked price, `payable` the price after the discount. */
export interface BookPrice {
  mrp: number;
  payable: number;
  /** Discount in whole percent; 0 where there is none. */
  percentOff: number;
}

const PAISE = 100;
/** Discounts have four decimals of a percent. */
const SCALE = 10_000;
const WHOLE = 100 * SCALE;

/** Rupees of the API as paise, rounded half up; null for an invalid price. */
function toPaise(rupees: number | null | undefined): number | null {
  if (typeof rupees !== 'number' || !Number.isFinite(rupees) || rupees < 0) return null;
  // Computed from the decimal digits: in binary, 1.005 × 100 is less than 100.5.
  return Math.round(Number(`${rupees.toFixed(6)}e2`));
}

/** Returns the price after a discount, `Price × (100 − discount) / 100` rounded half up to the paisa. */
export function priceOf(
  rupees: number | null | undefined,
  discount: number | null | undefined,
): BookPrice | null {
  const mrp = toPaise(rupees);
  if (mrp === null) return null;
  const off = typeof discount === 'number' && discount > 0 && discount < 100 ? discount : 0;
  if (mrp === 0 || off === 0) return { mrp, payable: mrp, percentOff: 0 };
  const rest = WHOLE - Math.round(off * SCALE);
  const payable = Math.floor((mrp * rest + WHOLE / 2) / WHOLE);
  return { mrp, payable, percentOff: Math.round(off) };
}

/** `₹1,50,000`, with paise unless they are zero. */
export function formatPaise(paise: number): string {
  const rest = Number.isInteger(paise) ? Math.abs(paise % PAISE) : 0;
  const rupees = groupDigits(Math.trunc(paise / PAISE));
  return rest === 0 ? `₹${rupees}` : `₹${rupees}.${String(rest).padStart(2, '0')}`;
}

export const formatRupees = (rupees: number): string => formatPaise(Math.round(rupees * PAISE));
