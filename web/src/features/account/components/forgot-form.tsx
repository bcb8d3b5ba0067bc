import { DataNotice } from '#shared/forms/data-notice.tsx';
import { TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { loginPath } from '#shared/routing/login-target.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { useForgotPasswordMutation } from '../account-api.ts';
import { forgotForm, type Forgot } from '../forgot-form-definition.ts';
import { saveTarget } from '../saved-target.ts';

/** Has a link mailed by which the owner of an address sets a new password, and saves the target for it. */
export function ForgotForm({ target }: { target: string }) {
  const [forgot] = useForgotPasswordMutation();
  const submit = async (values: Forgot) => {
    const result = await forgot(values);
    if (result.error === undefined) saveTarget(target);
    return result;
  };
  return (
    <ThinForm
      form={forgotForm}
      submit={submit}
      submitLabel="Send reset link"
      busyLabel="Sending"
      successMessage="Password reset link sent successfully!"
      failureMessage="Error sending password reset link."
      actions={<PageLink to={loginPath(target)}>Back to log in</PageLink>}
      resets
    >
      <TextField name="email" type="email" autoComplete="email" required />
      <DataNotice>We use this address only to find your account, and do not store it.</DataNotice>
    </ThinForm>
  );
}
