import { TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { useForgotPasswordMutation } from '../account-api.ts';
import { forgotForm } from '../forgot-form-definition.ts';

/** Has a link mailed by which the owner of an address sets a new password. */
export function ForgotForm({ login }: { login: string }) {
  const [forgot] = useForgotPasswordMutation();
  return (
    <ThinForm
      form={forgotForm}
      submit={forgot}
      submitLabel="Send reset link"
      busyLabel="Sending"
      successMessage="Password reset link sent successfully!"
      failureMessage="Error sending password reset link."
      actions={<PageLink to={login}>Back to log in</PageLink>}
      resets
    >
      <TextField name="email" type="email" autoComplete="email" required />
    </ThinForm>
  );
}
