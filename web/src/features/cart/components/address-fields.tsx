import { Form, Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import { AntdField } from '#shared/antd/antd-form.tsx';
import {
  ADDRESS_FIELDS,
  ADDRESS_LABELS,
  SHIPPING_FIELDS,
  type AddressField,
} from '../checkout-form-definition.ts';
import * as styles from '../cart.module.css';

/** `autocomplete` of each field, after `billing` or `shipping`. */
const AUTOCOMPLETE: Record<AddressField, string> = {
  name: 'name',
  phone: 'tel',
  email: 'email',
  address: 'street-address',
  pincode: 'postal-code',
};

interface InputAttributes {
  id?: string;
  value?: string;
  readOnly?: boolean;
}

function inputOf(field: AddressField, group: 'billing' | 'shipping', more: InputAttributes = {}) {
  const attributes = { autoComplete: `${group} ${AUTOCOMPLETE[field]}`, ...more };
  if (field === 'address') return <Input.TextArea rows={3} {...attributes} />;
  if (field === 'pincode') return <Input inputMode="numeric" {...attributes} />;
  return <Input type={field === 'phone' ? 'tel' : field === 'email' ? 'email' : 'text'} {...attributes} />;
}

const AddressGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={styles.address}>
    <legend className="rubric">{title}</legend>
    {children}
  </fieldset>
);

export const BillingAddress = () => (
  <AddressGroup title="Billing address">
    {ADDRESS_FIELDS.map((field) => (
      <AntdField key={field} name={`billingAddress.${field}`}>
        {inputOf(field, 'billing')}
      </AntdField>
    ))}
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
      {ADDRESS_FIELDS.map((field) =>
        isOwn ? (
          <AntdField key={field} name={`shippingAddress.${field}`}>
            {inputOf(field, 'shipping')}
          </AntdField>
        ) : (
          <CopiedField key={field} field={field} />
        ),
      )}
    </AddressGroup>
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
