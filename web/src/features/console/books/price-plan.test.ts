import { describe, expect, it } from 'vitest';
import { planPrices, ruleLabel, ruleProblem, type PriceRule } from './price-plan.ts';

const aBook = (id: number, price: number | null, discount: number | null = null) => ({
  id,
  values: { title: `Book ${id}`, price, discount },
  lists: { authors: [], publishers: [], categories: [] },
});
const raise = (percent: number, roundTo = 1): PriceRule => ({ kind: 'raise', percent, roundTo });

describe('a change of many prices', () => {
  it.each([
    [450, raise(10), 495],
    [99, raise(7), 106],
    [99.5, raise(7, 5), 105],
    [100, raise(5, 0.01), 105],
    [1.1, raise(10, 0.01), 1.21],
    [3, { kind: 'lower', percent: 90, roundTo: 10 } as const, 10],
    [1_000, { kind: 'lower', percent: 12.5, roundTo: 1 } as const, 875],
  ])('of %d by %j is %d', (price, rule, after) => {
    expect(planPrices([aBook(1, price)], rule)[0]?.after.price ?? price).toBe(after);
  });

  it('has those books alone that it changes, with what it found', () => {
    const rule: PriceRule = { kind: 'discount', percent: 20, roundTo: 1 };
    expect(
      planPrices([aBook(1, 100, 20), aBook(2, 100, 5), aBook(3, null), aBook(4, 50)], rule),
    ).toMatchObject([
      { id: 2, write: { id: 2, before: { discount: 5 }, values: { discount: 20 } } },
      { id: 4, write: { id: 4, before: { discount: null }, values: { discount: 20 } } },
    ]);
    expect(planPrices([aBook(2, 100, 5)], { ...rule, percent: 0 })[0]?.write.values).toEqual({
      discount: null,
    });
  });

  it.each([
    [raise(0), /more than 0/],
    [raise(Number.NaN), /number/],
    [raise(1_001), /1,000/],
    [{ kind: 'discount', percent: 100, roundTo: 1 } as const, /less than 100/],
    [{ kind: 'lower', percent: 100, roundTo: 1 } as const, /less than 100/],
  ])('%j is rejected', (rule, message) => {
    expect(ruleProblem(rule)).toMatch(message);
    expect(planPrices([aBook(1, 100)], rule)).toEqual([]);
  });

  it('is named by what it does', () => {
    expect([null, 1, 12].map((chosen) => ruleLabel(raise(5), chosen))).toEqual([
      'MRP raised by 5 %, all books',
      'MRP raised by 5 %, 1 chosen book',
      'MRP raised by 5 %, 12 chosen books',
    ]);
  });
});
