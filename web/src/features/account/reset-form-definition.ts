import type { FormDefinition } from '#shared/forms/form-definition.ts';
import { newPasswordFields, type NewPassword } from '#shared/session/password-form-definition.ts';

const formOf = (isStaff: boolean): FormDefinition<NewPassword> => ({
  id: 'reset',
  fields: newPasswordFields(isStaff),
});
export const resetForm = formOf(false);
/** That of somebody who is invited to the staff. */
export const invitedForm = formOf(true);
