import { Form } from 'antd';
import { useEffect, useState } from 'react';
import type { Address } from '@vidhi/contracts/purchases.ts';
import { useSession } from '../session/session.ts';
import { useAccountContactQuery, useLazyLastAddressesQuery, type UsedAddresses } from './address-api.ts';
import { FORM_FIELDS, toFormValues, type AddressField } from './address-form-definition.ts';
import './address.css';

const CONTACT_FIELDS = ['name', 'email', 'phone'] as const satisfies readonly AddressField[];

const MESSAGES = {
  none: 'No order of yours has an address yet.',
  failed: 'The address could not be read. Please try again in a moment.',
} as const;

/** Fills in the form above for accounts: contact data at once, the addresses of the last order at the press of a button. */
export function AddressPrefill() {
  const session = useSession();
  return session === null ? null : <AccountPrefill userId={session.user.id} />;
}

function AccountPrefill({ userId }: { userId: number }) {
  const form = Form.useFormInstance();
  const { data: contact } = useAccountContactQuery();
  const [readLast, { isFetching }] = useLazyLastAddressesQuery();
  const [message, setMessage] = useState<keyof typeof MESSAGES | null>(null);
  useEffect(() => {
    if (contact === undefined) return;
    for (const field of CONTACT_FIELDS) {
      const name = `billingAddress.${field}`;
      // What the buyer has typed or removed meanwhile stays.
      if (!form.getFieldValue(name) && !form.isFieldTouched(name)) form.setFieldValue(name, contact[field]);
    }
  }, [contact, form]);
  const handleLast = async () => {
    const { data, isError } = await readLast(userId);
    setMessage(isError ? 'failed' : data === null || data === undefined ? 'none' : null);
    if (!isError && data) fillIn(data);
  };
  function fillIn({ billing, shipping }: UsedAddresses): void {
    const isSame = FORM_FIELDS.every((field: keyof Address) => billing[field] === shipping[field]);
    form.setFieldsValue(toFormValues(billing, isSame ? null : shipping));
  }
  return (
    <div className="address-prefill">
      <button
        className="button button--quiet"
        type="button"
        aria-disabled={isFetching || undefined}
        onClick={() => !isFetching && void handleLast()}
      >
        Use the address of my last order
      </button>
      <output className="address-prefill__message">{message !== null && MESSAGES[message]}</output>
    </div>
  );
}
