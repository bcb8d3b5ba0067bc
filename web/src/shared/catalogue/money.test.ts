import { describe, expect, it } from 'vitest';
import { formatPaise, formatRupees, priceOf } from './money.ts';

describe('the price of a book', () => {
  it('is the marked price without a discount', () => {
    expect(priceOf(499, null)).toEqual({ mrp: 49_900, payable: 49_900, percentOff: 0 });
    expect(priceOf(499, 0)).toEqual({ mrp: 49_900, payable: 49_900, percentOff: 0 });
  });
  it('is rounded half up to the paisa', () => {
    expect(priceOf(99.99, 50)?.payable).toBe(5_000);
    expect(priceOf(0.01, 50)?.payable).toBe(1);
    expect(priceOf(333.33, 33.3)?.payable).toBe(22_233);
    expect(priceOf(1.005, null)?.mrp).toBe(101);
    // As at the checkout, which charges half of the price and not of its paise.
    expect(priceOf(1.005, 50)?.payable).toBe(50);
    expect(priceOf(100_000, 33.333333)?.payable).toBe(6_666_667);
  });
  it('stays exact for large amounts and odd discounts', () => {
    expect(priceOf(12_345_678.9, 12.5)?.payable).toBe(1_080_246_904);
  });
  it('ignores invalid discounts', () => {
    expect(priceOf(100, -5)?.payable).toBe(10_000);
    expect(priceOf(100, 100)?.payable).toBe(10_000);
  });
  it('is null without a valid price', () => {
    expect(priceOf(null, 10)).toBeNull();
    expect(priceOf(Number.NaN, 10)).toBeNull();
  });
});

describe('an amount', () => {
  it('has Indian digit grouping, and paise unless they are zero', () => {
    expect(formatPaise(15_000_000)).toBe('₹1,50,000');
    expect(formatPaise(49_950)).toBe('₹499.50');
    expect(formatPaise(10_000_005)).toBe('₹1,00,000.05');
    expect(formatPaise(0)).toBe('₹0');
    expect(formatRupees(2_000)).toBe('₹2,000');
  });
});
