import { describe, expect, it } from 'vitest';
import { checkModel } from './model-checker.ts';
import { returnsModel, type ReturnsVariant } from './returns-model.ts';

describe('money that goes back at the provider', () => {
  it('is returned once, noted, and on credit notes to the paisa, for every origin of the refund', () => {
    const { states, violation } = checkModel(returnsModel({}));
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(1_000);
  });

  it.each<[string, ReturnsVariant, string]>([
    [
      'the payload of a webhook for the payment',
      { trustsPayload: true },
      'an order that was confirmed after its money had gone back',
    ],
    ['refunds of others ignored', { ignoresOutside: true }, 'money that went back unseen'],
    ['the whole amount refunded by a cancellation', { refundsWhole: true }, 'never settles'],
    ['disputed money refunded', { refundsDisputed: true }, 'a refund of disputed money'],
    ['an accepted request as the end', { endsWhenRequested: true }, 'a cancelled order whose money stays'],
    [
      'credit notes of what was read before',
      { creditsBeforeClaim: true },
      'more on credit notes than was paid',
    ],
    ['refunded orders left confirmed', { staysConfirmed: true }, 'an order whose money has gone back'],
  ])('would fail with %s', (_, variant, what) => {
    expect(checkModel(returnsModel(variant)).violation).toMatchObject({ what });
  });
});
