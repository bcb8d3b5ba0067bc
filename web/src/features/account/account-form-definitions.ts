import { email, filled, minLength, sameAs } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import { MIN_PASSWORD_LENGTH, type NewPassword } from './reset-form-definition.ts';

/** Names and spelling of the API, whose messages name them. */
export interface ProfileNames {
  first_name: string;
  last_name: string;
}

export const profileForm: FormDefinition<ProfileNames> = {
  id: 'profile',
  fields: {
    first_name: { label: 'First name', checks: [filled('First name is required')] },
    last_name: { label: 'Last name', checks: [filled('Last name is required')] },
  },
};

export interface PasswordChange extends NewPassword {
  currentPassword: string;
}

export const passwordForm: FormDefinition<PasswordChange> = {
  id: 'password',
  fields: {
    currentPassword: { label: 'Current password', checks: [filled('Current password is required')] },
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
  },
};

export interface EmailChange {
  email: string;
  currentPassword: string;
}

export const emailForm: FormDefinition<EmailChange> = {
  id: 'email-change',
  fields: {
    email: {
      label: 'New email',
      help: 'We send a link there to confirm it, and a notice to your present address',
      checks: [filled('Email is required'), email('Invalid email format')],
    },
    currentPassword: { label: 'Current password', checks: [filled('Current password is required')] },
  },
};
