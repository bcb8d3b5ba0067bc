import { ROLE } from '@vidhi/contracts/roles.ts';
import { email, filled, minLength, sameAs } from '#shared/forms/checks.ts';
import { normalizePhone, phone } from '#shared/forms/number-checks.ts';
import type { Check, FormDefinition } from '#shared/forms/form-definition.ts';
import { MIN_PASSWORD_LENGTH } from '#shared/session/password-form-definition.ts';

/** Names and spelling of the API. */
export interface AccountValues {
  /** Id of the role; empty before one is chosen. */
  role: string;
  first_name: string;
  last_name: string;
  email: string;
  mobile: string;
  password: string;
  cpassword: string;
  is_adult: boolean;
  agreement: boolean;
}

/** The legal agreement and its message, also in the second step. */
export const AGREEMENT = { label: 'Legal agreement', message: 'Accept Legal Agreement' };

export const EMAIL_TAKEN = 'Email already taken';

/** Lawyers and firms accept it in the second step. */
const acceptedByCustomers: Check<boolean | undefined, AccountValues> = (value, { role }) =>
  role === String(ROLE.customer) && value !== true ? AGREEMENT.message : null;

/** Returns the first step of a registration. `takenEmails` have been rejected by the API. */
export function accountFormOf(
  id: string,
  takenEmails: readonly string[] = [],
): FormDefinition<AccountValues> {
  const notTaken: Check<string, unknown> = (value) =>
    takenEmails.includes(value.trim()) ? EMAIL_TAKEN : null;
  return {
    id,
    fields: {
      role: { label: 'Register as', checks: [filled('Role is required')] },
      first_name: { label: 'First name', checks: [filled('First name is required')] },
      last_name: { label: 'Last name', checks: [filled('Last name is required')] },
      email: {
        label: 'Email',
        help: 'We send a link there that confirms it',
        checks: [filled('Email is required'), email('Invalid email format'), notTaken],
      },
      mobile: {
        label: 'Mobile number',
        help: '10 digits, without country code',
        checks: [filled('Mobile number is required'), phone('Mobile number must be 10 digits')],
        normalize: normalizePhone,
      },
      password: {
        label: 'Password',
        help: `At least ${MIN_PASSWORD_LENGTH} characters`,
        checks: [
          filled('Password is required'),
          minLength(MIN_PASSWORD_LENGTH, 'Password must be at least 6 characters'),
        ],
      },
      cpassword: {
        label: 'Confirm password',
        help: 'Type the same password again',
        checks: [filled('Confirm password is required'), sameAs('password', 'Passwords must match')],
      },
      is_adult: {
        label: 'Age',
        help: 'If you are under 18, please ask a parent or guardian to write to us',
        checks: [filled('People under 18 need the consent of a parent or guardian to register')],
      },
      agreement: { label: AGREEMENT.label, checks: [acceptedByCustomers] },
    },
  };
}
