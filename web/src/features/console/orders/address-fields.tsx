import { Input } from 'antd';
import type { Address } from '@vidhi/contracts/purchases.ts';
import {
  ADDRESS_LABELS,
  FORM_FIELDS,
  addressForm,
  type AddressField,
} from '#shared/address/address-form-definition.ts';
import { AntdField } from '#shared/antd/antd-form.tsx';
import type { FormDefinition } from '#shared/forms/form-definition.ts';

export type AddressFormValues = Partial<Record<`billingAddress.${AddressField}`, string>>;

/** Returns a form of one address, with the checks of the checkout, under the paths of the API's errors. */
export const addressFormOf = (id: string): FormDefinition<AddressFormValues> => ({
  id,
  fields: Object.fromEntries(
    FORM_FIELDS.map((name) => [
      `billingAddress.${name}`,
      { ...addressForm.fields[`billingAddress.${name}`], label: ADDRESS_LABELS[name] },
    ]),
  ) as FormDefinition<AddressFormValues>['fields'],
});

export const valuesOfAddress = (address: Partial<Address>): AddressFormValues =>
  Object.fromEntries(FORM_FIELDS.map((name) => [`billingAddress.${name}`, address[name] ?? '']));

export const addressOfValues = (values: AddressFormValues): Partial<Address> =>
  Object.fromEntries(
    FORM_FIELDS.flatMap((name) => {
      const text = values[`billingAddress.${name}`]?.trim() ?? '';
      return text === '' ? [] : [[name, text]];
    }),
  );

/** The fields of one address. */
export const AddressFields = () =>
  FORM_FIELDS.map((name) => (
    <AntdField key={name} name={`billingAddress.${name}`}>
      {name === 'address' ? <Input.TextArea rows={2} /> : <Input autoComplete="off" />}
    </AntdField>
  ));
