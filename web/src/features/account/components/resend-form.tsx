import { email, required } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import { TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { useSendConfirmationMutation } from '../account-api.ts';
import type { Forgot } from '../forgot-form-definition.ts';

const resendForm: FormDefinition<Forgot> = {
  id: 'resend',
  fields: {
    email: {
      label: 'Email',
      checks: [required('email'), email('The email must be a valid email address.')],
    },
  },
};

/** Has a new confirmation link mailed, if an account with this address is not confirmed. */
export function ResendForm() {
  const [send] = useSendConfirmationMutation();
  return (
    <ThinForm
      form={resendForm}
      submit={send}
      submitLabel="Send a new link"
      busyLabel="Sending"
      successMessage="A new confirmation link is on its way, unless your address is confirmed already."
      resets
    >
      <TextField name="email" type="email" autoComplete="email" />
    </ThinForm>
  );
}
