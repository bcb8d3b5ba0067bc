import { email, filled, matches, minLength, required, sameAs } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import { CheckboxField, TextAreaField, TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { problemOf } from '#shared/api/problem.ts';
import { NewsletterBox } from '../../src/features/site/components/newsletter-box.tsx';
import { Part, Sample } from '../sample.tsx';

interface Letter {
  name: string;
  email: string;
  mobile: string;
  password: string;
  cpassword: string;
  message: string;
  agreement: boolean;
}

const letterForm: FormDefinition<Letter> = {
  id: 'kit-letter',
  fields: {
    name: { label: 'Name', checks: [required('name')] },
    email: { label: 'Email', checks: [filled('Email is required'), email('Invalid email format')] },
    mobile: {
      label: 'Mobile',
      help: 'Ten digits, without the code of the country',
      checks: [matches(/^\d{10}$/, 'Mobile number must be 10 digits')],
    },
    password: {
      label: 'Password',
      checks: [minLength(6, 'Password must be at least 6 characters')],
    },
    cpassword: { label: 'Confirm password', checks: [sameAs('password', 'Passwords must match')] },
    message: { label: 'Message', checks: [required('message')] },
    agreement: { label: 'I accept the legal agreement', checks: [filled('Accept Legal Agreement')] },
  },
};

interface Address {
  email: string;
}

const addressForm = (id: string): FormDefinition<Address> => ({
  id,
  fields: { email: { label: 'Email', checks: [required('email')] } },
});

const succeed = async () => ({});
const failField = async () => ({
  error: problemOf(400, { error: { details: { errors: [{ path: ['email'], message: 'Email is taken' }] } } }),
});
const failWhole = async () => ({ error: problemOf(0, null) });
const never = () => new Promise<object>(() => undefined);

/** Thin forms: submit the first one empty for its summary, the others with any e-mail address for their results. */
export function FormsPart() {
  return (
    <Part title="Forms">
      <Sample name="Fields; empty: a summary with links, messages beside the fields, focus on the first">
        <ThinForm
          form={letterForm}
          submit={succeed}
          submitLabel="Send"
          busyLabel="Sending"
          successMessage="Sent"
        >
          <TextField name="name" autoComplete="name" />
          <TextField name="email" type="email" autoComplete="email" />
          <TextField name="mobile" inputMode="numeric" autoComplete="tel-national" />
          <TextField name="password" type="password" autoComplete="new-password" />
          <TextField name="cpassword" type="password" autoComplete="new-password" />
          <TextAreaField name="message" />
          <CheckboxField name="agreement" />
        </ThinForm>
      </Sample>
      <Sample name="The server rejects a field">
        <AddressForm id="kit-rejected" submit={failField} />
      </Sample>
      <Sample name="The server does not respond">
        <AddressForm id="kit-silent" submit={failWhole} />
      </Sample>
      <Sample name="Success, emptied">
        <AddressForm id="kit-subscribed" submit={succeed} />
      </Sample>
      <Sample name="Being sent">
        <AddressForm id="kit-busy" submit={never} />
      </Sample>
      <Sample name="The same contract over antd, on app and console pages">
        <p>
          The antd forms need the styles and the security policy of a build: a running site shows them to
          editors at <a href="/console/components">/console/components</a>.
        </p>
      </Sample>
      <Sample name="Newsletter box of the foot: send it empty for its message">
        <NewsletterBox />
      </Sample>
    </Part>
  );
}

function AddressForm({ id, submit }: { id: string; submit: () => Promise<{ error?: unknown }> }) {
  return (
    <ThinForm
      form={addressForm(id)}
      submit={submit}
      submitLabel="Subscribe"
      busyLabel="Subscribing"
      successMessage="Thank you for subscribing."
      resets
    >
      <TextField name="email" type="email" autoComplete="email" />
    </ThinForm>
  );
}
