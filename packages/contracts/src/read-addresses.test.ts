import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WireError } from './errors.ts';
import { ADDRESS_FIELDS } from './postal-address.ts';
import type { Address } from './purchases.ts';
import { readAddresses } from './read-addresses.ts';

interface Reported extends Partial<Address> {
  id: string;
  wanted: string;
}

/** Addresses that buyers reported, with what is wanted of each. */
const { cases } = JSON.parse(readFileSync(new URL('./testing/checkout.json', import.meta.url), 'utf8')) as {
  cases: Reported[];
};

const GOOD: Address = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@example.com',
  address: '1 High Court Road',
  pincode: '411001',
};

function billingOf(values: Partial<Record<keyof Address, unknown>>): Address {
  return readAddresses({ billingAddress: { ...GOOD, ...values }, sameAddress: 'Yes' }).billing;
}

function messagesOf(values: Partial<Record<keyof Address, unknown>>): string[] {
  try {
    billingOf(values);
    return [];
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const { errors } = error.details as { errors: { path: string[]; message: string }[] };
    return errors.map(({ path, message }) => `${path.join('.')}: ${message}`);
  }
}

const fieldsOf = (reported: Reported): Partial<Address> =>
  Object.fromEntries(
    ADDRESS_FIELDS.flatMap((field) => (reported[field] === undefined ? [] : [[field, reported[field]]])),
  );

describe('the addresses of a checkout', () => {
  it.each(cases.filter(({ wanted }) => wanted.startsWith('400')))(
    'are rejected as reported: $id',
    (reported) => {
      expect(messagesOf(fieldsOf(reported))).toHaveLength(1);
    },
  );

  it.each(cases.filter(({ wanted }) => !wanted.startsWith('400')))(
    'are accepted as reported: $id',
    (reported) => {
      expect(messagesOf(fieldsOf(reported))).toEqual([]);
    },
  );

  it('store the numbers as a courier and the card provider use them', () => {
    expect(billingOf({ pincode: '411 001', phone: '098765 43210' })).toMatchObject({
      pincode: '411001',
      phone: '9876543210',
    });
    expect(billingOf({ pincode: 411_001, phone: 9_876_543_210 })).toEqual(GOOD);
    expect(billingOf({ name: 'Asha\r\nRao\u0000', address: '1 High\tCourt Road\r\n' })).toEqual(GOOD);
    expect(billingOf({ address: '1 High Court Road\t\r\nPune' }).address).toBe('1 High Court Road \nPune');
    expect(billingOf({ pincode: '４１１００１', phone: '+९१ ९८७६५ ४३२१०' })).toEqual(GOOD);
  });

  it.each([
    [{ email: 'asha@example..com' }, 'billingAddress.email: The email must be a valid email address.'],
    [{ email: 'आशा@example.com' }, 'billingAddress.email: The email must be a valid email address.'],
    [{ pincode: '12' }, 'billingAddress.pincode: The pincode field must be a PIN code of 6 digits'],
    [{ pincode: '000000' }, 'billingAddress.pincode: The pincode field must be a PIN code of 6 digits'],
    [{ phone: '98765' }, 'billingAddress.phone: Phone number must be 10 digits'],
    [{ phone: ' ' }, 'billingAddress.phone: The phone field is required'],
    [{ name: '\u200b\u2060' }, 'billingAddress.name: The name field is required'],
    [{ address: ' — ' }, 'billingAddress.address: The address field is required'],
    [{ phone: '0987654321' }, 'billingAddress.phone: Phone number must be 10 digits'],
    [{ name: 'x'.repeat(501) }, 'billingAddress.name: The name field is too long'],
  ])('with %j have one error', (values, message) => expect(messagesOf(values)).toEqual([message]));

  it('have the errors of both, of a shipping address of its own too', () => {
    const body = { billingAddress: { ...GOOD, email: 'x' }, shippingAddress: { ...GOOD, pincode: '1' } };
    expect(() => readAddresses(body)).toThrow(WireError);
    expect(readAddresses({ data: { billingAddress: GOOD, shippingAddress: GOOD } })).toEqual({
      billing: GOOD,
      shipping: GOOD,
    });
  });
});

describe('city, state and landmark', () => {
  it('are absent for clients that do not send them, or send them blank', () => {
    expect(billingOf({})).toEqual(GOOD);
    expect(billingOf({ city: ' ', state: null, landmark: '' })).toEqual(GOOD);
    expect(billingOf({ landmark: '-' })).toEqual(GOOD);
  });

  it('are stored, with the state in one spelling', () => {
    expect(billingOf({ city: ' Pune ', state: 'MAHARASHTRA', landmark: 'near the museum' })).toEqual({
      ...GOOD,
      city: 'Pune',
      state: 'Maharashtra',
      landmark: 'near the museum',
    });
    // PINs near a border are those of the post office, which may be in the next state.
    expect(billingOf({ state: 'Goa' }).state).toBe('Goa');
  });

  it.each([
    [
      { state: 'Bavaria' },
      'billingAddress.state: The state field must be a state or union territory of India',
    ],
    [{ city: 'x'.repeat(501) }, 'billingAddress.city: The city field is too long'],
  ])('with %j have one error', (values, message) => expect(messagesOf(values)).toEqual([message]));
});
