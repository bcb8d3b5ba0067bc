import type { CartOwner } from '../cart/cart-memory.ts';
import { addressForm, type AddressValues } from './address-form-definition.ts';

/** Key of session storage: the address stays in its tab, and no longer than that. */
const KEY = 'vidhi.address';
const MAX_LENGTH = 500;
const EMPTY: AddressValues = { sameAddress: 'Yes' };

interface Draft {
  owner: CartOwner;
  values: Record<string, unknown>;
}

function readDraft(): Draft | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof draft !== 'object' || draft === null || !('values' in draft) || !('owner' in draft))
      return null;
    return typeof draft.values === 'object' && draft.values !== null ? (draft as Draft) : null;
  } catch {
    return null;
  }
}

/** Returns what was typed in this tab before a reload: by the same account, or by the guest who has logged in since. */
export function readAddressDraft(owner: CartOwner): AddressValues {
  const draft = readDraft();
  if (draft === null || (draft.owner !== 'guest' && draft.owner !== owner)) return EMPTY;
  const known = Object.entries(draft.values).filter(
    ([name, value]) =>
      Object.hasOwn(addressForm.fields, name) && typeof value === 'string' && value.length <= MAX_LENGTH,
  );
  return { ...EMPTY, ...(Object.fromEntries(known) as AddressValues) };
}

export function writeAddressDraft(owner: CartOwner, values: AddressValues): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ owner, values }));
  } catch {
    // Storage is disabled: a reload then empties the form.
  }
}

/** Forgets the address after the order has it. */
export function forgetAddressDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There is none.
  }
}
