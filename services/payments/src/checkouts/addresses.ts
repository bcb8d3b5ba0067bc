import { tenDigits } from '@vidhi/contracts/digits.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { attributeErrors } from '@vidhi/contracts/errors.ts';
import { readPin } from '@vidhi/contracts/postal-circles.ts';
import { ADDRESS_FIELDS, type Address } from '@vidhi/contracts/purchases.ts';

const MAX_FIELD_CHARS = 500;

interface FieldRule {
  /** Returns the text as it is stored, or null when it is invalid. */
  read: (text: string) => string | null;
  message: string;
}

const ANY: FieldRule = { read: (text) => text, message: '' };
/** Rules of fields that a courier and the mails of the order need; blank fields have the message of the specification. */
const RULES: Partial<Record<(typeof ADDRESS_FIELDS)[number], FieldRule>> = {
  email: {
    read: (text) => (isMailable(text) ? text : null),
    message: 'The email must be a valid email address.',
  },
  phone: { read: tenDigits, message: 'Phone number must be 10 digits' },
  pincode: { read: readPin, message: 'The pincode field must be a PIN code of 6 digits' },
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the billing and the shipping address of a checkout. Throws 400 with every field that is blank. */
export function readAddresses(body: unknown): { billing: Address; shipping: Address } {
  const outer = isRecord(body) ? body : {};
  const inner = isRecord(outer['data']) ? outer['data'] : {};
  const partOf = (name: string): unknown => outer[name] ?? inner[name];
  const errors: { path: string[]; message: string }[] = [];

  function read(name: string, value: unknown): Address {
    const source = isRecord(value) ? value : {};
    const fields = ADDRESS_FIELDS.map((field) => {
      const raw = source[field];
      const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
      const path = [name, field];
      if (text === '') errors.push({ path, message: `The ${field} field is required` });
      else if (text.length > MAX_FIELD_CHARS)
        errors.push({ path, message: `The ${field} field is too long` });
      else {
        const { read: readField, message } = RULES[field] ?? ANY;
        const value = readField(text);
        if (value !== null) return [field, value];
        errors.push({ path, message });
      }
      return [field, text];
    });
    return Object.fromEntries(fields) as Address;
  }

  const billing = read('billingAddress', partOf('billingAddress'));
  const isSame = [true, 'true', 'Yes', 'yes'].includes(partOf('sameAddress') as string);
  const shippingInput = partOf('shippingAddress');
  const shipping = isSame && shippingInput === undefined ? billing : read('shippingAddress', shippingInput);
  if (errors.length > 0) throw attributeErrors(errors);
  return { billing, shipping };
}
