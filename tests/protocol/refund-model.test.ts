import { describe, expect, it } from 'vitest';
import { checkModel } from './model-checker.ts';
import { refundModel, type RefundVariant } from './refund-model.ts';

describe('a refund', () => {
  it('reaches the buyer once, after a crash and after the bank has returned it', () => {
    const { states, violation } = checkModel(refundModel({}));
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(10);
  });

  it.each<[string, RefundVariant, string]>([
    ['an accepted request as the end', { endsWhenAccepted: true }, 'money that nobody gets'],
    ['the same key after a failure', { keepsKey: true }, 'never settles'],
    ['another key for each request', { changesKeyAlways: true }, 'money returned twice'],
  ])('would fail with %s', (_, variant, what) => {
    expect(checkModel(refundModel(variant)).violation).toMatchObject({ what });
  });
});
