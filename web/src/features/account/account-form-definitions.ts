import { email, filled } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';

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
