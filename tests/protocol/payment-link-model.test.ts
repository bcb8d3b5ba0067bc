import { describe, expect, it } from 'vitest';
import { checkModel } from './model-checker.ts';
import { paymentLinkModel, type PaymentLinkVariant } from './payment-link-model.ts';

describe('a payment link', () => {
  it('is paid once, or not at all after it was cancelled, and holds its copies as long as it is open', () => {
    const { states, violation } = checkModel(paymentLinkModel({}));
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(500);
  });

  it.each<[string, PaymentLinkVariant, string]>([
    ['a cancellation that compares nothing', { cancelsBlindly: true }, 'a cancelled link made an order'],
    ['payments that do not take it over', { claimsNothing: true }, 'a cancelled link made an order'],
    ['copies that are released once', { releasesOnce: true }, 'a cancelled link that holds its copies'],
    ['reservations after its end', { checksNothing: true }, 'a cancelled link that holds its copies'],
    ['no sweep', { sweepsNothing: true }, 'a link whose copies are held for an hour alone'],
    ['copies that are taken where none is left', { forcesCopies: true }, 'one copy sold twice'],
  ])('would fail with %s', (_, variant, what) => {
    expect(checkModel(paymentLinkModel(variant)).violation).toMatchObject({ what });
  });
});
