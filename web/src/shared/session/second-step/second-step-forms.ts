import { filled } from '../../forms/checks.ts';
import type { FormDefinition } from '../../forms/form-definition.ts';

export interface CodeValues {
  code: string;
}
export interface PasswordValues {
  currentPassword: string;
}

const code = { label: 'Code', checks: [filled('Code is required')] };
const currentPassword = { label: 'Current password', checks: [filled('Current password is required')] };

export const enterForm: FormDefinition<CodeValues> = {
  id: 'second-step',
  fields: { code: { ...code, help: 'Six digits, or one of your recovery codes' } },
};
export const activationForm: FormDefinition<CodeValues> = {
  id: 'second-step-activation',
  fields: { code: { ...code, help: 'The six digits that the app shows now' } },
};
export const enrolmentForm: FormDefinition<PasswordValues> = {
  id: 'second-step-enrolment',
  fields: { currentPassword },
};
export const recoveryForm: FormDefinition<PasswordValues> = {
  id: 'second-step-recovery',
  fields: { currentPassword },
};
export const removalForm: FormDefinition<PasswordValues & CodeValues> = {
  id: 'second-step-removal',
  fields: { currentPassword, code: { ...code, help: 'Six digits, or one of your recovery codes' } },
};
