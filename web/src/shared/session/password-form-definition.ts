import { filled, minLength, sameAs } from '../forms/checks.ts';
import type { FormDefinition } from '../forms/form-definition.ts';

export interface NewPassword {
  password: string;
  passwordConfirmation: string;
}

export interface PasswordChange extends NewPassword {
  currentPassword: string;
}

export const MIN_PASSWORD_LENGTH = 6;
const MIN_STAFF_PASSWORD_LENGTH = 10;

/** Returns the fields of each form that sets a new password. */
export const newPasswordFields = (isStaff = false): FormDefinition<NewPassword>['fields'] => ({
  password: {
    label: 'New password',
    help: `At least ${isStaff ? MIN_STAFF_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH} characters`,
    checks: [
      filled('Password is required'),
      isStaff
        ? minLength(MIN_STAFF_PASSWORD_LENGTH, 'Password must be at least 10 characters')
        : minLength(MIN_PASSWORD_LENGTH, 'Password must be at least 6 characters'),
    ],
  },
  passwordConfirmation: {
    label: 'Confirm password',
    checks: [filled('Confirm password is required'), sameAs('password', 'Passwords must match')],
  },
});

const formOf = (isStaff: boolean): FormDefinition<PasswordChange> => ({
  id: 'password',
  fields: {
    currentPassword: { label: 'Current password', checks: [filled('Current password is required')] },
    ...newPasswordFields(isStaff),
  },
});
export const passwordForm = formOf(false);
export const staffPasswordForm = formOf(true);
