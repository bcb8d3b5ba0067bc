import { required } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';

export interface Credentials {
  identifier: string;
  password: string;
}

export const loginForm: FormDefinition<Credentials> = {
  id: 'login',
  fields: {
    identifier: { label: 'Email Id', checks: [required('identifier')] },
    password: { label: 'Password', checks: [required('password')] },
  },
};
