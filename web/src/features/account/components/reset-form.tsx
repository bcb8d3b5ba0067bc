import { PasswordField, ThinForm } from '#shared/forms/thin-form.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { useResetPasswordMutation } from '../account-api.ts';
import type { NewPassword } from '#shared/session/password-form-definition.ts';
import { invitedForm, resetForm } from '../reset-form-definition.ts';

interface ResetFormProps {
  /** The code of the mailed link. */
  code: string;
  login: string;
  /** The link is of an invitation to the staff. */
  isInvited: boolean;
}

/** Sets a new password by the code of a mailed link. */
export function ResetForm({ code, login, isInvited }: ResetFormProps) {
  const [reset] = useResetPasswordMutation();
  const submit = (values: NewPassword) => reset({ code, ...values });
  return (
    <ThinForm
      form={isInvited ? invitedForm : resetForm}
      submit={submit}
      submitLabel="Password Reset"
      busyLabel="Resetting"
      successMessage="Password reset successfully!"
      failureMessage="Error resetting password. Please try again."
      actions={<PageLink to={login}>Log in</PageLink>}
      resets
    >
      <PasswordField name="password" autoComplete="new-password" required />
      <PasswordField name="passwordConfirmation" autoComplete="new-password" required />
    </ThinForm>
  );
}
