import { describe, expect, it } from 'vitest';
import { cancellationModel, type CancellationVariant } from './cancellation-model.ts';
import { checkModel } from './model-checker.ts';

describe('the copies of an order that staff cancel or ship', () => {
  it('come back once where they were not sent, also beside a refund that fails', () => {
    const { states, violation } = checkModel(cancellationModel({}));
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(200);
  });

  it.each<[string, CancellationVariant, string]>([
    ['a second write', { returnsLater: true }, 'copies of a cancelled order that stay sold'],
    ['an unconditional write', { cancelsBlindly: true }, 'copies counted back twice'],
    ['copies that refunds have counted back', { ignoresRefunds: true }, 'copies counted back twice'],
    ['moves without an id', { movesWithoutId: true }, 'copies taken twice'],
    ['a shipment that takes nothing', { shipsWithoutTaking: true }, 'a copy for sale that was sent'],
    ['copies released that come back, too', { releasesUncounted: true }, 'copies counted back twice'],
    ['no sweep', { sweepsNothing: true }, 'copies of a cancelled order that stay sold'],
  ])('would fail with %s', (_, variant, what) => {
    expect(checkModel(cancellationModel(variant)).violation).toMatchObject({ what });
  });
});
