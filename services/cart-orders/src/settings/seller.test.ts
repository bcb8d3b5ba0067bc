import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { helpOf, missingOfSeller, returnAddressOf, sellerOf } from './seller.ts';
import { installedSettings, settingsInEffect } from './shop-settings.ts';

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

  const EXAMPLES = [
    ['SELLER_NAME', 'Your Company'],
    ['SELLER_NAME', 'your  company'],
    ['SELLER_NAME', 'Vidhi Demo Books'],
    ['SELLER_ADDRESS', '1 Your Road, City, State 400001'],
    ['SELLER_PHONE', '+91 22 0000 0000'],
    ['SELLER_EMAIL', 'care@site.example'],
    ['SELLER_EMAIL', 'Care@Site.example'],
    ['SELLER_EMAIL', 'care@lex'],
    ['SELLER_EMAIL', 'care@lex..example'],
  ] as const;

  it.each(EXAMPLES)('is a specimen while %s is %j, which names nobody', (name, value) => {
    const settings = settingsOf({ ...SELLER, [name]: value });
    expect(missingOfSeller(settings)).toEqual([name.toLowerCase()]);
    expect(sellerOf(settings).isSpecimen).toBe(true);
  });

  it.each(EXAMPLES)('is a specimen while the console has the %s %j', (name, value) => {
    const settings = settingsInEffect(settingsOf(SELLER), { [name.toLowerCase()]: value });
    expect(missingOfSeller(settings)).toEqual([name.toLowerCase()]);
    expect(sellerOf(settings).isSpecimen).toBe(true);
  });

  it('of the console sells where the variables are those of the example', () => {
    const copied = Object.fromEntries(EXAMPLES);
    const own = Object.fromEntries(
      Object.entries(SELLER).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const settings = settingsInEffect(settingsOf(copied), own);
    expect(missingOfSeller(settings)).toEqual([]);
    expect(sellerOf(settings)).toMatchObject({ name: 'Lex House', email: 'care@lex.example' });
    expect(sellerOf(settings).isSpecimen).toBeUndefined();
  });

  it('has no grievance officer where the one of the example is left', () => {
    const settings = settingsOf({ ...SELLER, SELLER_GRIEVANCE_OFFICER: 'Name of the officer' });
    expect(sellerOf(settings)).toMatchObject({ grievanceOfficer: '' });
    expect(missingOfSeller(settings)).toEqual([]);
  });

  it('is named in docs/operate.md by values that do not sell', () => {
    const guide = readFileSync(new URL('../../../../docs/operate.md', import.meta.url), 'utf8');
    const values = guide.matchAll(/^(SELLER_(?:NAME|ADDRESS|EMAIL|PHONE))=(.+)$/gm);
    const named = [...values].map(([, name = '', value = '']) => [name, value] as const);
    expect(named.length).toBeGreaterThan(3);
    for (const [name, value] of named)
      expect(missingOfSeller(settingsOf({ ...SELLER, [name]: value }))).toEqual([name.toLowerCase()]);
  });
});
