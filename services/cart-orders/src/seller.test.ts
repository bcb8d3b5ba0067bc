import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { helpOf, missingOfSeller, returnAddressOf, sellerOf } from './seller.ts';
import { installedSettings } from './settings/shop-settings.ts';

const SELLER = {
  SELLER_NAME: 'Lex House',
  SELLER_ADDRESS: '4 Fort Road, Mumbai 400001',
  SELLER_EMAIL: 'care@lex.example',
  SELLER_PHONE: '+91 22 1234 5678',
};
const settingsOf = (env: Record<string, string>) =>
  installedSettings(
    readConfig({
      MONGO_URL: 'mongodb://127.0.0.1/carts',
      KAFKA_BROKERS: '127.0.0.1:9092',
      JWKS_URL: 'http://127.0.0.1/jwks',
      SERVICE_TOKEN: 's'.repeat(32),
      DATA_DIR: '/tmp/carts',
      PAYMENTS_URL: 'http://127.0.0.1',
      ...env,
    }),
  );

describe('the seller', () => {
  it('is the one of the settings', () => {
    const settings = settingsOf(SELLER);
    expect(missingOfSeller(settings)).toEqual([]);
    expect(sellerOf(settings)).toMatchObject({ name: 'Lex House', phone: '+91 22 1234 5678' });
    expect(sellerOf(settings).isSpecimen).toBeUndefined();
    expect(helpOf(settings)).toEqual({ email: 'care@lex.example', phone: '+91 22 1234 5678' });
    expect(returnAddressOf(settings)).toBe('Lex House, 4 Fort Road, Mumbai 400001');
  });

  it.each(Object.keys(SELLER))('is a specimen without %s', (name) => {
    for (const env of [
      { ...SELLER, [name]: undefined },
      { ...SELLER, [name]: ' ' },
    ]) {
      const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const settings = settingsOf({
        ...Object.fromEntries(set),
        ...(env[name as keyof typeof SELLER] === ' ' ? { [name]: '      ' } : {}),
      });
      expect(missingOfSeller(settings)).toEqual([name.toLowerCase()]);
      expect(sellerOf(settings).isSpecimen).toBe(true);
    }
  });
});
