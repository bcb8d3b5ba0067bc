import { attributeErrors } from '@vidhi/contracts/errors.ts';
import { ADDRESS_FIELDS, type Address } from '@vidhi/contracts/purchases.ts';

const MAX_FIELD_CHARS = 500;
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
      else if (field === 'pincode' && !/^\d+$/.test(text))
        errors.push({ path, message: 'The pincode field must be a number' });
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
