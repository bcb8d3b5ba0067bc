import { describe, expect, it } from 'vitest';
import { hoardingModel, type HoardingVariant } from './hoarding-model.ts';
import { checkModel } from './model-checker.ts';

describe('the limit of unpaid reservations', () => {
  it('leaves three quarters of the copies to others, and lets a client that has paid buy more', () => {
    const { states, violation } = checkModel(hoardingModel({}));
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(100);
  });

  it.each<[string, HoardingVariant, string]>([
    [
      'copies that are counted before the write',
      { countsBefore: true },
      'one client has more than its share of the copies, unpaid',
    ],
    [
      'opened dialogs that no longer count',
      { forgetsOpened: true },
      'one client has more than its share of the copies, unpaid',
    ],
    ['paid copies that count', { countsPaid: true }, 'a client that has paid can buy nothing more'],
  ])('would fail with %s', (_, variant, what) => {
    expect(checkModel(hoardingModel(variant)).violation).toMatchObject({ what });
  });
});
