import { useEffect, useEffectEvent, useRef } from 'react';
import { Form, Input, Select } from 'antd';
import { ADDRESS_STATES, proposedState } from '@vidhi/contracts/postal-circles.ts';
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

const PINCODE = 'billingAddress.pincode';
const STATE = 'billingAddress.state';
const STATES = ADDRESS_STATES.map((value) => ({ value, label: value }));

const inputOf = (name: AddressField) => {
  if (name === 'address') return <Input.TextArea rows={2} />;
  if (name === 'state') return <Select showSearch options={STATES} />;
  return <Input autoComplete="off" />;
};

/** The fields of one address. The PIN fills in the state, and leaves one that was chosen. */
export function AddressFields() {
  const form = Form.useFormInstance<Record<string, string | undefined>>();
  const pin = Form.useWatch<string | undefined>(PINCODE, form) ?? '';
  const before = useRef(pin);
  const fillState = useEffectEvent(() => {
    const state = form.getFieldValue(STATE) as string | undefined;
    const isOfPin = !state || state === proposedState(before.current);
    const proposed = proposedState(pin);
    if (proposed === null) return;
    before.current = pin;
    if (isOfPin) form.setFieldValue(STATE, proposed);
  });
  useEffect(() => fillState(), [pin]);
  return FORM_FIELDS.map((name) => (
    <AntdField key={name} name={`billingAddress.${name}`}>
      {inputOf(name)}
    </AntdField>
  ));
}
