import { filled } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import { DECLARATION } from '#shared/profile-form/profile-form-definition.ts';
import { AGREEMENT } from '../signup/account-form-definition.ts';

export interface Claim {
  declaration: boolean;
  agreement: boolean;
}

export const claimForm: FormDefinition<Claim> = {
  id: 'claim',
  fields: {
    declaration: { label: DECLARATION.label, checks: [filled(DECLARATION.message)] },
    agreement: { label: AGREEMENT.label, checks: [filled(AGREEMENT.message)] },
  },
};
