import { ADDRESS_FIELDS, OPTIONAL_ADDRESS_FIELDS } from '@vidhi/contracts/postal-address.ts';
import type { Address } from '@vidhi/contracts/purchases.ts';
import { email, required } from '#shared/forms/checks.ts';
import { normalizePhone, normalizePin, phone, pin } from '#shared/forms/number-checks.ts';
import type { Check, FieldDefinition, FormDefinition } from '#shared/forms/form-definition.ts';

/** In the order of the form: the PIN proposes the state. */
export const FORM_FIELDS = [
  'name',
  'phone',
  'email',
  'address',
  'landmark',
  'pincode',
  'city',
  'state',
] as const satisfies readonly (keyof Address)[];
export type AddressField = keyof Address;
type AddressKind = 'billingAddress' | 'shippingAddress';
export type AddressName = `${AddressKind}.${AddressField}`;

/** Named as the paths of the API's errors, which are then shown beside their fields. */
export type AddressValues = Partial<Record<AddressName, string>> & { sameAddress?: 'Yes' | 'No' };

export const ADDRESS_LABELS: Record<AddressField, string> = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  landmark: 'Landmark (optional)',
  pincode: 'Pincode',
  city: 'City',
  state: 'State',
};

export const SHIPPING_FIELDS: readonly AddressName[] = FORM_FIELDS.map(
  (field): AddressName => `shippingAddress.${field}`,
);

type AddressCheck = Check<string | undefined, AddressValues>;
/** Rewrites what is complete, so that the form shows what is sent. */
const NORMALIZE: Partial<Record<AddressField, (text: string) => string>> = {
  phone: normalizePhone,
  pincode: normalizePin,
};
const CHECKS: Partial<Record<AddressField, AddressCheck>> = {
  email: email('The email must be a valid email address.'),
  phone: phone('Phone number must be 10 digits'),
  pincode: pin('The pincode field must be a PIN code of 6 digits'),
};

function fieldsOf(
  kind: AddressKind,
): Record<AddressName, FieldDefinition<string | undefined, AddressValues>> {
  const isCopied = (values: AddressValues): boolean =>
    kind === 'shippingAddress' && values.sameAddress !== 'No';
  const entries = FORM_FIELDS.map((field) => {
    const check = CHECKS[field];
    const checks = [
      ...(field === 'landmark' ? [] : [required(field)]),
      ...(check === undefined ? [] : [check]),
    ];
    const unlessCopied = checks.map(
      (one): AddressCheck =>
        (value, values) =>
          isCopied(values) ? null : one(value, values),
    );
    const normalize = NORMALIZE[field];
    return [
      `${kind}.${field}`,
      {
        label: ADDRESS_LABELS[field],
        checks: unlessCopied,
        ...(normalize === undefined ? {} : { normalize }),
      },
    ];
  });
  return Object.fromEntries(entries) as ReturnType<typeof fieldsOf>;
}

export const addressForm: FormDefinition<AddressValues> = {
  id: 'checkout',
  fields: {
    ...fieldsOf('billingAddress'),
    sameAddress: { label: 'Is the shipping address the same as the billing address?' },
    ...fieldsOf('shippingAddress'),
  } as FormDefinition<AddressValues>['fields'],
};

const addressOf = (values: AddressValues, kind: AddressKind): Address =>
  Object.fromEntries([
    ...ADDRESS_FIELDS.map((field) => [field, values[`${kind}.${field}`]?.trim() ?? '']),
    ...OPTIONAL_ADDRESS_FIELDS.map((field) => [field, values[`${kind}.${field}`]?.trim() ?? '']).filter(
      ([, text]) => text !== '',
    ),
  ]) as Address;

export interface Addresses {
  billingAddress: Address;
  shippingAddress: Address;
  sameAddress: 'Yes' | 'No';
}

/** Creates the addresses of the request body from the values of the form. */
export function toAddresses(values: AddressValues): Addresses {
  const sameAddress = values.sameAddress ?? 'Yes';
  const billingAddress = addressOf(values, 'billingAddress');
  const shippingAddress = sameAddress === 'Yes' ? billingAddress : addressOf(values, 'shippingAddress');
  return { billingAddress, shippingAddress, sameAddress };
}

/** Creates the values of the form from addresses that were used before; null: the shipping address is the billing address. */
export function toFormValues(billing: Address, shipping: Address | null): AddressValues {
  const valuesOf = (kind: AddressKind, address: Partial<Address>): AddressValues =>
    Object.fromEntries(FORM_FIELDS.map((field) => [`${kind}.${field}`, address[field] ?? '']));
  return {
    ...valuesOf('billingAddress', billing),
    ...valuesOf('shippingAddress', shipping ?? {}),
    sameAddress: shipping === null ? 'Yes' : 'No',
  };
}
