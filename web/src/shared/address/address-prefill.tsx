import { useEffect, useRef, useState } from 'react';
import type { Address } from '@vidhi/contracts/purchases.ts';
import { useSession } from '../session/session.ts';
import { useAccountContactQuery, useLazyLastAddressesQuery, type UsedAddresses } from './address-api.ts';
import {
  FORM_FIELDS,
  toFormValues,
  type AddressField,
  type AddressName,
  type AddressValues,
} from './address-form-definition.ts';
import './address.css';

const CONTACT_FIELDS = ['name', 'email', 'phone'] as const satisfies readonly AddressField[];

const MESSAGES = {
  none: 'None of your orders has an address yet.',
  failed: 'We could not load the address. Please try again in a moment.',
} as const;

interface AddressPrefillProps {
  values: AddressValues;
  /** Returns whether the buyer has changed a field. */
  isTouched: (name: AddressName) => boolean;
  onFill: (values: AddressValues) => void;
}

/** Fills in the form for accounts: contact data at once, the addresses of the last order at the press of a button. */
export function AddressPrefill(props: AddressPrefillProps) {
  const session = useSession();
  return session === null ? null : <AccountPrefill userId={session.user.id} {...props} />;
}

function AccountPrefill({ userId, values, isTouched, onFill }: AddressPrefillProps & { userId: number }) {
  const { data: contact } = useAccountContactQuery();
  const [readLast, { isFetching }] = useLazyLastAddressesQuery();
  const [message, setMessage] = useState<keyof typeof MESSAGES | null>(null);
  const filled = useRef<typeof contact>(undefined);
  useEffect(() => {
    if (contact === undefined || filled.current === contact) return;
    filled.current = contact;
    const names = CONTACT_FIELDS.map((field): [AddressName, string] => [
      `billingAddress.${field}`,
      contact[field],
    ]);
    // What the buyer has typed or removed meanwhile stays.
    const open = names.filter(([name, value]) => value !== '' && !values[name] && !isTouched(name));
    if (open.length > 0) onFill(Object.fromEntries(open));
  }, [contact, values, isTouched, onFill]);
  const handleLast = async () => {
    const { data, isError } = await readLast(userId);
    setMessage(isError ? 'failed' : data === null || data === undefined ? 'none' : null);
    if (!isError && data) fillIn(data);
  };
  function fillIn({ billing, shipping }: UsedAddresses): void {
    const isSame = FORM_FIELDS.every((field: keyof Address) => billing[field] === shipping[field]);
    onFill(toFormValues(billing, isSame ? null : shipping));
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
