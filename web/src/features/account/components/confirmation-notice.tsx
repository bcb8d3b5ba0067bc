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

/** What became of a confirmation link that led here (`?confirmed=1`, `?confirmation=invalid`), and a new link. */
export function ConfirmationNotice({ query }: { query: URLSearchParams }) {
  if (query.get('confirmed') === '1')
    return <output className="form__success">Your email address is confirmed. You can log in now.</output>;
  return query.get('confirmation') === 'invalid' ? <InvalidLink /> : null;
}

function InvalidLink() {
  const [send] = useSendConfirmationMutation();
  return (
    <section className="login__notice" aria-label="Email confirmation">
      <p className="form__failure" role="alert">
        This confirmation link is not valid: it is older than a day, or was used before.
      </p>
      <ThinForm
        form={resendForm}
        submit={send}
        submitLabel="Send a new link"
        busyLabel="Sending"
        successMessage="A new confirmation link is on its way."
        resets
      >
        <TextField name="email" type="email" autoComplete="email" />
      </ThinForm>
    </section>
  );
}
