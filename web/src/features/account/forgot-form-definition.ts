import { email, required } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';

export interface Forgot {
  email: string;
}

export const forgotForm: FormDefinition<Forgot> = {
  id: 'forgot',
  fields: {
    email: {
      label: 'Email',
      help: 'The address of your account',
      checks: [required('email'), email('The email must be a valid email address.')],
    },
  },
};
