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

/** The fields of each form that sets a new password. */
export const newPasswordFields: FormDefinition<NewPassword>['fields'] = {
  password: {
    label: 'New password',
    help: `At least ${MIN_PASSWORD_LENGTH} characters`,
    checks: [
      filled('Password is required'),
      minLength(MIN_PASSWORD_LENGTH, 'Password must be at least 6 characters'),
    ],
  },
  passwordConfirmation: {
    label: 'Confirm password',
    checks: [filled('Confirm password is required'), sameAs('password', 'Passwords must match')],
  },
};

export const passwordForm: FormDefinition<PasswordChange> = {
  id: 'password',
  fields: {
    currentPassword: { label: 'Current password', checks: [filled('Current password is required')] },
    ...newPasswordFields,
  },
};
