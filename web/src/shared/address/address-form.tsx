import { AntdForm } from '#shared/antd/antd-form.tsx';
import { DataNotice } from '#shared/forms/data-notice.tsx';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { addressForm, toAddresses, type Addresses, type AddressValues } from './address-form-definition.ts';
import { BillingAddress, ShippingAddress } from './address-fields.tsx';
import * as styles from './address.module.css';

interface AddressFormProps {
  submit: (addresses: Addresses) => Promise<SubmitResult>;
}

/**
 * Form of the billing and shipping addresses. A button outside submits it by its id. It does not show errors of the
 * server.
 */
export const AddressForm = ({ submit }: AddressFormProps) => (
  <AntdForm<AddressValues>
    form={addressForm}
    submit={(values) => submit(toAddresses(values))}
    initialValues={{ sameAddress: 'Yes' }}
    failureMessage=""
  >
    <div className={styles.addresses}>
      <BillingAddress />
      <ShippingAddress />
    </div>
    <DataNotice>
      Name, addresses, phone and email are used for the delivery and the bill. Bills are stored as long as the
      law requires. Card and UPI details go to the payment provider alone.
    </DataNotice>
  </AntdForm>
);
