import { AntdForm } from '../antd/antd-form.tsx';
import { DataNotice } from '../forms/data-notice.tsx';
import type { SubmitResult } from '../forms/form-state.ts';
import { addressForm, toAddresses, type Addresses, type AddressValues } from './address-form-definition.ts';
import { AddressPrefill } from './address-prefill.tsx';
import { BillingAddress, ShippingAddress } from './address-fields.tsx';
import './address.css';

interface AddressFormProps {
  submit: (addresses: Addresses) => Promise<SubmitResult>;
  /**
   * Left out where a button outside submits the form by its id. Such a form shows errors of the server only beside its
   * fields.
   */
  submitLabel?: string;
}

/** Form of the billing and shipping addresses. */
export const AddressForm = ({ submit, submitLabel }: AddressFormProps) => (
  <AntdForm<AddressValues>
    form={addressForm}
    submit={(values) => submit(toAddresses(values))}
    initialValues={{ sameAddress: 'Yes' }}
    {...(submitLabel === undefined ? { failureMessage: '' } : { submitLabel, busyLabel: 'One moment' })}
  >
    <AddressPrefill />
    <div className="addresses">
      <BillingAddress />
      <ShippingAddress />
    </div>
    <DataNotice>
      Name, addresses, phone and email are used for the delivery and the bill. Bills are stored as long as the
      law requires. Card and UPI details go to the payment provider alone.
    </DataNotice>
  </AntdForm>
);
