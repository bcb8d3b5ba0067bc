import { describe, expect, it } from 'vitest';
import { checkModel } from './model-checker.ts';
import { requestModel, type RequestVariant } from './request-model.ts';

describe('a request of a buyer, with the moves of the stock', () => {
  it('is refunded once or not at all, ships nothing that was refunded, and counts its copy back once', () => {
    const { states, violation } = checkModel(requestModel({}));
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(500);
  });

  it.each<[string, RequestVariant, string]>([
    ['decisions that compare nothing', { decidesBlindly: true }, 'one request refunded twice'],
    ['a refund in a write of its own', { refundsLater: true }, 'an accepted request without its money'],
    ['parcels that compare nothing', { shipsBlindly: true }, 'a copy shipped and refunded'],
    ['moves without an id', { movesWithoutId: true }, 'one copy counted back twice'],
    ['moves of copies that are not free', { movesBlindly: true }, 'fewer than no copies free'],
    ['no sweep', { sweepsNothing: true }, 'a refunded copy that is not counted back'],
  ])('would fail with %s', (_, variant, what) => {
    expect(checkModel(requestModel(variant)).violation).toMatchObject({ what });
  });
});
