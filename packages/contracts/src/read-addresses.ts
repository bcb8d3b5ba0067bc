import { tenDigits } from './digits.ts';
import { isMailable } from './email-address.ts';
import { attributeErrors } from './errors.ts';
import { readPin } from './postal-circles.ts';
import { ADDRESS_FIELDS, OPTIONAL_ADDRESS_FIELDS } from './postal-address.ts';
import type { Address } from './purchases.ts';
import { readState } from './state-names.ts';

const MAX_FIELD_CHARS = 500;
/** A letter or a digit of any script. */
const VISIBLE = /[\p{L}\p{N}]/u;

interface FieldRule {
  /** Returns the text as it is stored, or null when it is invalid. */
  read: (text: string) => string | null;
  message: string;
}

const ANY: FieldRule = { read: (text) => text, message: '' };
/** Rules of fields that a courier and the mails of the order need; blank fields have the message of the specification. */
const RULES: Partial<Record<keyof Address, FieldRule>> = {
  email: {
    read: (text) => (isMailable(text) ? text : null),
    message: 'The email must be a valid email address.',
  },
  phone: { read: tenDigits, message: 'Phone number must be 10 digits' },
  pincode: { read: readPin, message: 'The pincode field must be a PIN code of 6 digits' },
  state: { read: readState, message: 'The state field must be a state or union territory of India' },
};

/** Returns the text without control characters; a street address may have several lines. */
const plainText = (text: string, field: keyof Address): string =>
  text.replaceAll(field === 'address' ? /(?:(?!\n)\p{Cc})+/gu : /\p{Cc}+/gu, ' ').trim();

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Addresses {
  billing: Address;
  shipping: Address;
}

/** Returns a part of a body, which may be in `data`. */
function partIn(body: unknown, name: string): unknown {
  const outer = isRecord(body) ? body : {};
  const inner = isRecord(outer['data']) ? outer['data'] : {};
  return outer[name] ?? inner[name];
}

/** Returns whether a body brings an address, whatever it is worth: older clients bring none for one book. */
export const hasAddresses = (body: unknown): boolean =>
  ['billingAddress', 'shippingAddress'].some((name) => (partIn(body, name) ?? null) !== null);

/** Returns the billing and the shipping address of a purchase. Throws 400 with every field that is blank or wrong. */
export function readAddresses(body: unknown): Addresses {
  const partOf = (name: string): unknown => partIn(body, name);
  const errors: { path: string[]; message: string }[] = [];

  function read(name: string, value: unknown): Address {
    const source = isRecord(value) ? value : {};
    const readField = (field: keyof Address): string => {
      const raw = source[field];
      const text = typeof raw === 'string' || typeof raw === 'number' ? plainText(String(raw), field) : '';
      const path = [name, field];
      const isOptional = OPTIONAL_ADDRESS_FIELDS.some((optional) => optional === field);
      // A dash or invisible characters are nobody's name and no place.
      if (text === '' || (RULES[field] === undefined && !VISIBLE.test(text))) {
        if (!isOptional) errors.push({ path, message: `The ${field} field is required` });
        return '';
      }
      if (text.length > MAX_FIELD_CHARS) {
        errors.push({ path, message: `The ${field} field is too long` });
        return text;
      }
      const { read: readText, message } = RULES[field] ?? ANY;
      const stored = readText(text);
      if (stored === null) errors.push({ path, message });
      return stored ?? text;
    };
    const required = ADDRESS_FIELDS.map((field) => [field, readField(field)]);
    // Absent while blank, so that the checkout of a client without these fields is the same as before.
    const more = OPTIONAL_ADDRESS_FIELDS.map((field) => [field, readField(field)]).filter(
      ([, text]) => text !== '',
    );
    return Object.fromEntries([...required, ...more]) as Address;
  }

  const billing = read('billingAddress', partOf('billingAddress'));
  const isSame = [true, 'true', 'Yes', 'yes'].includes(partOf('sameAddress') as string);
  const shippingInput = partOf('shippingAddress');
  const shipping = isSame && shippingInput === undefined ? billing : read('shippingAddress', shippingInput);
  if (errors.length > 0) throw attributeErrors(errors);
  return { billing, shipping };
}
