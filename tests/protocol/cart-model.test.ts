import { describe, expect, it } from 'vitest';
import { cartModel, type CartVariant } from './cart-model.ts';
import { checkModel } from './model-checker.ts';

describe('two checkouts of one cart', () => {
  it.each([1, 2] as const)(
    'give one order, and a refund of the second payment, with copies: %s',
    (copies) => {
      const { states, violation } = checkModel(cartModel({ copies }));
      expect(violation).toBeNull();
      expect(states).toBeGreaterThan(100);
    },
  );

  it.each<[string, CartVariant, string]>([
    ['no claims', { copies: 2, hasNoClaims: true }, 'two orders of one cart line'],
    ['reservations that stay', { copies: 1, keepsReservations: true }, 'a buyer who blocked the own copy'],
  ])('would fail with %s', (_, variant, what) => {
    expect(checkModel(cartModel(variant)).violation).toMatchObject({ what });
  });
});
