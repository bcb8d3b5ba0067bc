import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { helpOf, sellerOf, sellerState } from './seller.ts';

const SELLER = {
  SELLER_NAME: 'Lex House',
  SELLER_ADDRESS: '4 Fort Road, Mumbai 400001',
  SELLER_EMAIL: 'care@lex.example',
  SELLER_PHONE: '+91 22 1234 5678',
};
const configOf = (env: Record<string, string>) =>
  readConfig({
    MONGO_URL: 'mongodb://127.0.0.1/carts',
    KAFKA_BROKERS: '127.0.0.1:9092',
    JWKS_URL: 'http://127.0.0.1/jwks',
    SERVICE_TOKEN: 's'.repeat(32),
    DATA_DIR: '/tmp/carts',
    PAYMENTS_URL: 'http://127.0.0.1',
    ...env,
  });

describe('the seller', () => {
  it('is the one of the settings', () => {
    const config = configOf(SELLER);
    expect(sellerState(config)).toEqual({ missing: [] });
    expect(sellerOf(config)).toMatchObject({ name: 'Lex House', phone: '+91 22 1234 5678' });
    expect(sellerOf(config).isSpecimen).toBeUndefined();
    expect(helpOf(config)).toEqual({ email: 'care@lex.example', phone: '+91 22 1234 5678' });
  });

  it.each(Object.keys(SELLER))('is a specimen without %s', (name) => {
    for (const env of [
      { ...SELLER, [name]: undefined },
      { ...SELLER, [name]: ' ' },
    ]) {
      const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const config = configOf({
        ...Object.fromEntries(set),
        ...(env[name as keyof typeof SELLER] === ' ' ? { [name]: '      ' } : {}),
      });
      expect(sellerState(config)).toEqual({ missing: [name] });
      expect(sellerOf(config).isSpecimen).toBe(true);
    }
  });
});
