import type { CustomerAction, CustomerRow, CustomerState } from '@vidhi/contracts/customers.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';

export const ROLE_NAMES: Readonly<Record<number, string>> = {
  [ROLE.customer]: 'Customer',
  [ROLE.lawyer]: 'Lawyer',
  [ROLE.firm]: 'Law firm',
  [ROLE.judge]: 'Judge',
};

export const STATE_NAMES: Readonly<Record<CustomerState, string>> = {
  active: 'Active',
  unconfirmed: 'E-mail not confirmed',
  blocked: 'Blocked',
};

export const stateOf = ({ blocked, confirmed }: CustomerRow): CustomerState =>
  blocked ? 'blocked' : confirmed ? 'active' : 'unconfirmed';

export const nameOf = ({ first_name: first, last_name: last }: CustomerRow): string =>
  [first, last].filter((part) => part !== null && part !== '').join(' ');

/** The name, or else what tells the account from others. */
export const titleOf = (customer: CustomerRow): string =>
  nameOf(customer) || customer.email || `Account ${customer.id}`;

interface ActionTexts {
  label: string;
  done: string;
  effect: string;
  isDangerous?: true;
}

export const ACTION_TEXTS: Readonly<Record<CustomerAction, ActionTexts>> = {
  confirm: {
    label: 'Confirm the e-mail address',
    done: 'The address is confirmed.',
    effect:
      'Only when you are sure that the address is theirs. A profile of this account becomes public, and older orders with this address are shown in it.',
  },
  block: {
    label: 'Block',
    done: 'The account is blocked.',
    effect:
      'They are logged out everywhere and cannot log in again. Others do not see their profile. They get no mail about it.',
    isDangerous: true,
  },
  unblock: {
    label: 'Unblock',
    done: 'They can log in again.',
    effect: 'They can log in again with their password, and their profile is shown as before.',
  },
  end_sessions: {
    label: 'Log out everywhere',
    done: 'They are logged out everywhere.',
    effect: 'Every browser is logged out. They can log in again with their password.',
  },
};
