import { ROLE } from '@vidhi/contracts/roles.ts';
import type { RegistrationPage } from './registered-path.ts';

/** Differences between `/signup` and the older `/register`. */
export interface RegistrationVariant {
  /** Prefix of the ids of the forms; also names the variant in the URL of the login page. */
  id: RegistrationPage;
  roles: readonly { value: number; label: string }[];
  roleInput: 'select' | 'radio';
  initialRole?: number;
  /** Set of fields in the profile form. */
  fields: 'newer' | 'older';
}

export const SIGNUP: RegistrationVariant = {
  id: 'signup',
  roles: [
    { value: ROLE.customer, label: 'Individual User' },
    { value: ROLE.lawyer, label: 'Individual Lawyer' },
    { value: ROLE.firm, label: 'Firm' },
  ],
  roleInput: 'select',
  fields: 'newer',
};

export const OLDER_REGISTER: RegistrationVariant = {
  id: 'register',
  roles: [
    { value: ROLE.customer, label: 'Basic User' },
    { value: ROLE.lawyer, label: 'Register as an individual Lawyer' },
    { value: ROLE.firm, label: 'Register as Legal Firm' },
  ],
  roleInput: 'radio',
  initialRole: ROLE.customer,
  fields: 'older',
};
