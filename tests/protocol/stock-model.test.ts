import { describe, expect, it } from 'vitest';
import { checkModel } from './model-checker.ts';
import { stockModel, type StockVariant } from './stock-model.ts';

describe('the reservation of stock', () => {
  it('sells no copy twice, and refunds every payment without a copy', () => {
    const { states, violation } = checkModel(stockModel({}));
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(100);
  });

  it.each<[string, StockVariant, string]>([
    [
      'payments that take copies that are gone',
      { ignoresAvailability: true },
      'more copies taken than there are',
    ],
    ['consumed copies that expire', { expiresConsumed: true }, 'more copies sold than there are'],
    ['no refund', { forgetsRefund: true }, 'a payment without copy and without refund'],
  ])('would fail with %s', (_, variant, what) => {
    expect(checkModel(stockModel(variant)).violation).toMatchObject({ what });
  });
});
