import { expect, it } from 'vitest';
import { isRewound } from './restored-topics.ts';

it('rewinds the consumers of a restored service, but not those that send mails', () => {
  expect(isRewound('cart-orders-payments-blue', ['cart-orders'])).toBe(true);
  expect(isRewound('notify-site', ['notify'])).toBe(true);
  expect(isRewound('cart-orders-payments', ['payments'])).toBe(false);
  expect(isRewound('notify-purchases-blue', ['notify'])).toBe(false);
  expect(isRewound('notify-mail-requests', ['notify'])).toBe(false);
});
