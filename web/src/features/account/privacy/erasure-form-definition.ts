import { filled } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';

export interface Erasure {
  currentPassword: string;
  isSure: boolean;
}

export const erasureForm: FormDefinition<Erasure> = {
  id: 'erasure',
  fields: {
    currentPassword: { label: 'Current password', checks: [filled('Current password is required')] },
    isSure: {
      label: 'Confirmation',
      checks: [filled('Confirm that you want to erase your account')],
    },
  },
};
