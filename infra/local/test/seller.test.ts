import { expect, it } from 'vitest';
import { sellerWarning } from '../src/seller.mjs';

const SELLER = {
  SELLER_NAME: 'Lex House',
  SELLER_ADDRESS: '4 Fort Road, Mumbai 400001',
  SELLER_EMAIL: 'care@lex.example',
  SELLER_PHONE: '+91 22 1234 5678',
};
const LIVE = { RAZORPAY_KEY_ID: 'rzp_live_abc' };

it('a start with live keys warns of a seller that is not set', () => {
  expect(sellerWarning(LIVE)).toContain('set SELLER_NAME, SELLER_ADDRESS, SELLER_EMAIL, SELLER_PHONE, or');
  expect(sellerWarning({ ...LIVE, ...SELLER, SELLER_PHONE: ' ' })).toContain('set SELLER_PHONE, or');
  expect(sellerWarning({ ...LIVE, ...SELLER, SELLER_NAME: 'Your Company' })).toContain('set SELLER_NAME, or');
});

it.each([{ ...LIVE, ...SELLER }, { RAZORPAY_KEY_ID: 'rzp_test_abc' }, {}])(
  'a start with %j has nothing to warn of',
  (env) => {
    expect(sellerWarning(env)).toBeNull();
  },
);
