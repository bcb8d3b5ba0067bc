import { describe, expect, it } from 'vitest';
import { unitPaise } from './book-price.ts';

describe('unitPaise', () => {
  it.each([
    [500, null, 50_000],
    [499.99, 0, 49_999],
    [450, 10, 40_500],
    [99.5, 33, 6_667],
    // 0.335 and 1.005: halves that binary fractions round down.
    [0.67, 50, 34],
    [2.01, 50, 101],
    // Of the price as it is, not of the paise that it is rounded to.
    [1.005, 50, 50],
    // A third: four decimals and more count.
    [100_000, 33.3333, 6_666_670],
    [100_000, 33.333333, 6_666_667],
    ['450', '10', 40_500],
    [100, 100, 10_000],
    [100, -5, 10_000],
    [0, 10, 0],
    [null, 10, null],
    ['abc', 10, null],
    [-1, 10, null],
  ])('of %s less %s %% is %s', (price, discount, paise) => {
    expect(unitPaise(price, discount)).toBe(paise);
  });
});
