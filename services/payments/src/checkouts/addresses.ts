import { tenDigits } from '@vidhi/contracts/digits.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { attributeErrors } from '@vidhi/contracts/errors.ts';
import { readPin, readState } from '@vidhi/contracts/postal-circles.ts';
import { ADDRESS_FIELDS, OPTIONAL_ADDRESS_FIELDS, type Address } from '@vidhi/contracts/purchases.ts';

const MAX_FIELD_CHARS = 500;

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
    const readField = (field: keyof Address): string => {
      const raw = source[field];
      const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
      const path = [name, field];
      const isOptional = OPTIONAL_ADDRESS_FIELDS.some((optional) => optional === field);
      if (text === '') {
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
