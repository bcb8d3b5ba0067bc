import { describe, expect, it } from 'vitest';
import { leadingDigitMaximum, priceBuckets, priceRangeOf, priceToken } from './price-buckets.ts';

describe('the maximum of prices', () => {
  it('is the highest price rounded up at its leading digit', () => {
    const rounded = [1_503, 999, 1_000, 1, 10, 11, 8_999.5].map(leadingDigitMaximum);
    expect(rounded).toEqual([2_000, 1_000, 1_000, 1, 10, 20, 9_000]);
  });
  it('is 0 without prices', () => {
    expect(leadingDigitMaximum(0)).toBe(0);
  });
});

describe('price buckets', () => {
  it('are 500 wide and contain a price', () => {
    expect(priceBuckets([1, 500, 1_200, 1_503])).toEqual([
      { min: 1, max: 500 },
      { min: 1_001, max: 1_500 },
      { min: 1_501, max: 2_000 },
    ]);
  });
  it('put a price with paise into the range that ends above it', () => {
    expect(priceBuckets([500.5])).toEqual([{ min: 501, max: 1_000 }]);
  });
  it('ignore zero and invalid prices', () => {
    expect(priceBuckets([0, -3, Number.NaN])).toEqual([]);
  });
  it('extend to the rounded maximum', () => {
    const buckets = priceBuckets(Array.from({ length: 20 }, (_, index) => 500 * index + 1));
    expect(buckets).toHaveLength(20);
    expect(buckets[11]).toEqual({ min: 5_501, max: 6_000 });
    expect(buckets.at(-1)).toEqual({ min: 9_501, max: 10_000 });
  });
  it('are parsed from their tokens', () => {
    for (const range of [
      { min: 501, max: 1_000 },
      { min: 5_501, max: null },
    ])
      expect(priceRangeOf(priceToken(range))).toEqual(range);
  });
  it('are not parsed from other texts', () => {
    for (const token of ['', '5', '-5', '9-1', '1-2-3', '1e3-4', '1-9999999999'])
      expect(priceRangeOf(token)).toBeNull();
  });
});
