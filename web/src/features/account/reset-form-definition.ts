import { filled, minLength, sameAs } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import { MIN_PASSWORD_LENGTH, type NewPassword } from '#shared/session/password-form-definition.ts';

export const resetForm: FormDefinition<NewPassword> = {
  id: 'reset',
  fields: {
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
