/** A range of prices in rupees, ends included; `max` is null in older shared URLs such as `?price=5501+`. */
export interface PriceRange {
  min: number;
  max: number | null;
}

const WIDTH = 500;

/** Returns the highest price rounded up at its leading digit: 1,503 → 2,000; 999 → 1,000; 1,000 → 1,000. */
export function leadingDigitMaximum(highest: number): number {
  const price = Math.ceil(highest);
  if (price <= 0) return 0;
  const power = 10 ** (String(price).length - 1);
  return Math.ceil(price / power) * power;
}

/** Returns the ranges 1–500, 501–1000 and so on up to the maximum that contain at least one price. */
export function priceBuckets(prices: readonly number[]): PriceRange[] {
  const used = new Set<number>();
  let highest = 0;
  for (const price of prices) {
    if (!(price > 0) || !Number.isFinite(price)) continue;
    used.add(Math.ceil(price / WIDTH));
    highest = Math.max(highest, price);
  }
  const last = Math.ceil(leadingDigitMaximum(highest) / WIDTH);
  return [...used]
    .filter((number) => number <= last)
    .toSorted((a, b) => a - b)
    .map((number): PriceRange => ({ min: (number - 1) * WIDTH + 1, max: number * WIDTH }));
}

/** `501-1000`, or `5501+`. */
export const priceToken = ({ min, max }: PriceRange): string => (max === null ? `${min}+` : `${min}-${max}`);

/** Parses a token; null for an invalid one. */
export function priceRangeOf(token: string): PriceRange | null {
  const [, low, high] = /^(\d{1,9})(?:-(\d{1,9})|\+)$/.exec(token) ?? [];
  if (low === undefined) return null;
  const range = { min: Number(low), max: high === undefined ? null : Number(high) };
  return range.max !== null && range.max < range.min ? null : range;
}
