import { describe, expect, it } from 'vitest';
import { handOrderModel, type HandOrderVariant } from './hand-order-model.ts';
import { checkModel } from './model-checker.ts';

describe('an order by hand', () => {
  it('is stored once for a key, has its copies, and sells none twice', () => {
    const { states, violation } = checkModel(handOrderModel({}));
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(50);
  });

  it.each<[string, HandOrderVariant, string]>([
    [
      'copies that are taken before the order is stored',
      { takesBefore: true },
      'copies taken by an order that is not stored',
    ],
    ['copies that are not reserved', { reservesNothing: true }, 'one copy sold twice'],
    ['an id for each request', { ignoresKey: true }, 'one request made two orders'],
    [
      'a bill for a mail before the copies are counted',
      { billsFirst: true },
      'an order whose copies are not counted',
    ],
    ['no sweep', { sweepsNothing: true }, 'an order whose copies are not counted'],
  ])('would fail with %s', (_, variant, what) => {
    expect(checkModel(handOrderModel(variant)).violation).toMatchObject({ what });
  });
});
