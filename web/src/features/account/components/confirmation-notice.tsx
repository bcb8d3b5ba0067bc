import { email, required } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import { TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { useSendConfirmationMutation } from '../account-api.ts';
import { registeredMessage } from '../signup/registered-path.ts';
import type { Forgot } from '../forgot-form-definition.ts';
import * as styles from '../account.module.css';

const resendForm: FormDefinition<Forgot> = {
  id: 'resend',
  fields: {
    email: {
      label: 'Email',
      checks: [required('email'), email('The email must be a valid email address.')],
    },
  },
};

/**
 * Explains why the login page is shown: a registration (`?registered=`), or a confirmation link (`?confirmed=1`,
 * `?confirmation=invalid`), with a form for a new one.
 */
export function ConfirmationNotice({ query }: { query: URLSearchParams }) {
  const registered = registeredMessage(query);
  if (registered !== null)
    return (
      <output className="form__success">
        <b className={styles.loginMessage}>{registered}</b>
        We have mailed you a link. Open it to confirm your email address.
      </output>
    );
  if (query.get('confirmed') === '1')
    return <output className="form__success">Your email address is confirmed. You can log in now.</output>;
  return query.get('confirmation') === 'invalid' ? <InvalidLink /> : null;
}

function InvalidLink() {
  const [send] = useSendConfirmationMutation();
  return (
    <section className={styles.loginNotice} aria-label="Email confirmation">
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
