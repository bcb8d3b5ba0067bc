import { describe, expect, it } from 'vitest';
import { checkModel } from './model-checker.ts';
import { partialRefundModel } from './partial-refund-model.ts';
import type { PartialRefundVariant } from './partial-refund-state.ts';

describe('refunds by part that the shop orders', () => {
  it('are made once, never of more than was paid, and exclude the shipment of what they are about', () => {
    const { states, violation } = checkModel(partialRefundModel({}));
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(1_000);
  });

  it.each<[string, PartialRefundVariant, string]>([
    ['an unconditional write', { writesUnconditionally: true }, 'more promised than was paid'],
    ['a repetition as a new refund', { ignoresKey: true }, 'one request refunded twice'],
    ['a decision that is not stored', { decidesInMemory: true }, 'copies paid back twice'],
    ['another key for each request', { changesKey: true }, 'one request refunded twice'],
    ['payments asked once', { requestsOnce: true }, 'a refund that hangs'],
    ['a failed refund made later', { retriesFailed: true }, 'copies paid back twice'],
    ['a shipment of refunded copies', { shipsRefunded: true }, 'copies shipped that were refunded before'],
    ['copies counted for each refund of them', { movesForEach: true }, 'copies counted back twice'],
    ['a settlement of anything', { settlesAnything: true }, 'copies paid back twice'],
    ['copies counted without an id', { movesWithoutId: true }, 'copies counted back twice'],
  ])('would fail with %s', (_, variant, what) => {
    expect(checkModel(partialRefundModel(variant)).violation).toMatchObject({ what });
  });
});
