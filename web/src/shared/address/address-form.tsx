import { useState } from 'react';
import type { CartOwner } from '../cart/cart-memory.ts';
import { DataNotice } from '../forms/data-notice.tsx';
import type { SubmitResult } from '../forms/form-state.ts';
import { ThinForm } from '../forms/thin-form.tsx';
import { useSession } from '../session/session.ts';
import { forgetAddressDraft, readAddressDraft, writeAddressDraft } from './address-draft.ts';
import { AddressFields } from './address-fields.tsx';
import { addressForm, toAddresses, type Addresses, type AddressValues } from './address-form-definition.ts';
import './address.css';

interface AddressFormProps {
  submit: (addresses: Addresses) => Promise<SubmitResult>;
  /**
   * Left out where a button outside submits the form by its id. Such a form shows errors of the server only beside its
   * fields.
   */
  submitLabel?: string;
}

/** Form of the billing and shipping addresses. What is typed survives a reload of the tab until it is accepted. */
export function AddressForm({ submit, submitLabel }: AddressFormProps) {
  const owner: CartOwner = useSession()?.user.id ?? 'guest';
  const [initial] = useState(() => readAddressDraft(owner));
  const handleSubmit = async (values: AddressValues): Promise<SubmitResult> => {
    const result = await submit(toAddresses(values));
    if (result.error === undefined) forgetAddressDraft();
    return result;
  };
  return (
    <ThinForm<AddressValues>
      form={addressForm}
      submit={handleSubmit}
      {...(submitLabel === undefined ? { failureMessage: '' } : { submitLabel, busyLabel: 'Please wait' })}
    >
      <AddressFields initial={initial} onEdit={(values) => writeAddressDraft(owner, values)} />
      <DataNotice>
        We use your name, addresses, phone and email for delivery and for the bill. We keep bills as long as
        the law requires. Card and UPI details go only to the payment provider.
      </DataNotice>
    </ThinForm>
  );
}
