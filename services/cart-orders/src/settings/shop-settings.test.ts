import { describe, expect, it } from 'vitest';
import { shippingOf } from '@vidhi/contracts/shipping-charge.ts';
import { readConfig } from '../config.ts';
import { installedSettings, readSettings } from './shop-settings.ts';

describe('settings of the shop', () => {
  it('charge ₹100 for shipping, and let the desk shop refund nothing, until somebody sets them', () => {
    const config = readConfig({
      MONGO_URL: 'mongodb://127.0.0.1/carts',
      KAFKA_BROKERS: '127.0.0.1:9092',
      JWKS_URL: 'http://127.0.0.1/jwks',
      SERVICE_TOKEN: 's'.repeat(32),
      DATA_DIR: '/tmp/carts',
      PAYMENTS_URL: 'http://127.0.0.1',
    });
    expect(installedSettings(config)).toMatchObject({
      shipping_paise: 10_000,
      free_shipping_from_paise: 0,
      return_days: 7,
      refund_limit_paise: 0,
    });
  });

  it('are read with texts in one form, and blank ones as those of the installation', () => {
    expect(
      readSettings({
        shipping_paise: 0,
        seller_name: '  Lex \u00a0 House ',
        seller_phone: ' ',
        seller_gstin: '27 aapfu0939f1zv',
      }),
    ).toEqual({
      shipping_paise: 0,
      seller_name: 'Lex House',
      seller_phone: null,
      seller_gstin: '27AAPFU0939F1ZV',
    });
  });

  it.each([
    ['seller_email', 'care@lex.example, other@lex.example'],
    ['seller_email', 'care'],
    ['seller_phone', 'ask at the door'],
    ['seller_gstin', '27AAPFU0939F1ZW'],
  ])('reject a %s that nobody can use', (name, text) => {
    expect(() => readSettings({ [name]: text })).toThrow(
      expect.objectContaining({
        status: 400,
        details: { errors: [expect.objectContaining({ path: [name] })] },
      }),
    );
  });
});

it.each([
  [49_999, 50_000, 8_000],
  [50_000, 50_000, 0],
  [50_001, 50_000, 0],
  [1, 0, 8_000],
  // Books that cost nothing are sent, too.
  [0, 0, 8_000],
  [0, 1, 8_000],
])('books for %i ship free from %i on: the charge is %i', (items, from, charge) => {
  expect(shippingOf(items, { shipping_paise: 8_000, free_shipping_from_paise: from })).toBe(charge);
});
