import { Form, Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import { ADDRESS_STATES, proposedState, readPin, statesOfPin } from '@vidhi/contracts/postal-circles.ts';
import { AntdField } from '../antd/antd-form.tsx';
import {
  ADDRESS_LABELS,
  FORM_FIELDS,
  SHIPPING_FIELDS,
  type AddressField,
} from './address-form-definition.ts';
import './address.css';

type Group = 'billing' | 'shipping';

/** `autocomplete` of each field, after `billing` or `shipping`; a landmark has none. */
const AUTOCOMPLETE: Record<AddressField, string | null> = {
  name: 'name',
  phone: 'tel',
  email: 'email',
  address: 'street-address',
  landmark: null,
  pincode: 'postal-code',
  city: 'address-level2',
  state: 'address-level1',
};

interface InputAttributes {
  id?: string;
  value?: string;
  readOnly?: boolean;
}

const autoCompleteOf = (field: AddressField, group: Group): string => {
  const name = AUTOCOMPLETE[field];
  return name === null ? 'off' : `${group} ${name}`;
};

function inputOf(field: AddressField, group: Group, more: InputAttributes = {}) {
  const attributes = { autoComplete: autoCompleteOf(field, group), ...more };
  if (field === 'address') return <Input.TextArea rows={3} {...attributes} />;
  if (field === 'pincode') return <Input inputMode="numeric" {...attributes} />;
  return <Input type={field === 'phone' ? 'tel' : field === 'email' ? 'email' : 'text'} {...attributes} />;
}

const AddressGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="address">
    <legend className="rubric">{title}</legend>
    {children}
  </fieldset>
);

export const BillingAddress = () => (
  <AddressGroup title="Billing address">
    <OwnFields group="billing" />
  </AddressGroup>
);

/** The same as the billing address and in step with it, or one of its own, which begins empty. */
export function ShippingAddress() {
  const form = Form.useFormInstance();
  const isOwn = Form.useWatch('sameAddress') === 'No';
  return (
    <AddressGroup title="Shipping address">
      <AntdField name="sameAddress">
        <Radio.Group
          options={['Yes', 'No'].map((value) => ({ label: value, value }))}
          onChange={() => form.resetFields([...SHIPPING_FIELDS])}
        />
      </AntdField>
      {isOwn ? (
        <OwnFields group="shipping" />
      ) : (
        FORM_FIELDS.map((field) => <CopiedField key={field} field={field} />)
      )}
    </AddressGroup>
  );
}

/** The fields of an address, whose PIN proposes the state as soon as it is complete. */
function OwnFields({ group }: { group: Group }) {
  const form = Form.useFormInstance();
  const name = (field: AddressField): string => `${group}Address.${field}`;
  const pin: unknown = Form.useWatch(name('pincode'));
  const handlePin = (typed: string): void => {
    const proposal = proposedState(typed);
    const state: unknown = form.getFieldValue(name('state'));
    // What the buyer has chosen stays; what an earlier PIN has proposed does not.
    const isOpen = !state || state === proposedState(typeof pin === 'string' ? pin : '');
    if (proposal !== null && isOpen) form.setFieldValue(name('state'), proposal);
  };
  return (
    <>
      {FORM_FIELDS.map((field) => (
        <AntdField key={field} name={name(field)}>
          {field === 'state' ? (
            <StateChoice autoComplete={autoCompleteOf(field, group)} />
          ) : field === 'pincode' ? (
            <Input
              inputMode="numeric"
              autoComplete={autoCompleteOf(field, group)}
              onChange={(event) => handlePin(event.target.value)}
            />
          ) : (
            inputOf(field, group)
          )}
        </AntdField>
      ))}
      <StateHint pin={pin} state={Form.useWatch(name('state'))} />
    </>
  );
}

interface StateChoiceProps {
  /** Set by the field of the form. */
  id?: string;
  value?: string;
  onChange?: (event: React.ChangeEvent<HTMLSelectElement>) => void;
  autoComplete: string;
}

/** The select of the browser: a phone shows its own list, and fills it in. */
const StateChoice = ({ value = '', ...attributes }: StateChoiceProps) => (
  <select className="address__state" value={value} {...attributes}>
    <option value="">Choose a state</option>
    {ADDRESS_STATES.map((state) => (
      <option key={state}>{state}</option>
    ))}
  </select>
);

/** Says that PIN and state do not fit. The buyer decides: near a border, the post office may be in the next state. */
function StateHint({ pin, state }: { pin: unknown; state: unknown }) {
  const states = typeof pin === 'string' ? statesOfPin(pin) : [];
  const fits = states.length === 0 || typeof state !== 'string' || state === '' || states.includes(state);
  return (
    <output className="address__hint" hidden={fits}>
      {!fits &&
        `The pincode ${readPin(String(pin)) ?? ''} is usually in ${new Intl.ListFormat('en-IN', { type: 'disjunction' }).format(states)}. Please check pincode and state.`}
    </output>
  );
}

function CopiedField({ field }: { field: AddressField }) {
  const value: unknown = Form.useWatch(`billingAddress.${field}`);
  const id = `copied-${field}`;
  return (
    <Form.Item label={ADDRESS_LABELS[field]} htmlFor={id}>
      {inputOf(field, 'shipping', { id, value: typeof value === 'string' ? value : '', readOnly: true })}
    </Form.Item>
  );
}
