import type { FormDefinition } from '#shared/forms/form-definition.ts';
import { newPasswordFields, type NewPassword } from '#shared/session/password-form-definition.ts';

export const resetForm: FormDefinition<NewPassword> = { id: 'reset', fields: newPasswordFields };
