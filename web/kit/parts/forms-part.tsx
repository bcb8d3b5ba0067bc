import { email, filled, matches, minLength, required, sameAs } from '#shared/forms/checks.ts';
import { ComboField } from '#shared/forms/combo-field.tsx';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import { RadioField } from '#shared/forms/radio-field.tsx';
import {
  CheckboxField,
  PasswordField,
  TextAreaField,
  TextField,
  ThinForm,
} from '#shared/forms/thin-form.tsx';
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

interface Choices {
  role: string;
  court: string;
  password: string;
  agreement: boolean;
}

const choicesForm: FormDefinition<Choices> = {
  id: 'kit-choices',
  fields: {
    role: { label: 'Register as', checks: [filled('Role is required')] },
    court: { label: 'Court' },
    password: { label: 'Password', checks: [filled('Password is required')] },
    agreement: { label: 'Legal agreement', checks: [filled('Accept Legal Agreement')] },
  },
};

const optionsOf = (...labels: readonly string[]) => labels.map((label) => ({ value: label, label }));

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
      <Sample name="Choices: combobox, radio buttons, password, checkbox with a text of its own">
        <ThinForm form={choicesForm} submit={succeed} submitLabel="Send" busyLabel="Sending">
          <ComboField name="role" options={optionsOf('Lawyer', 'Firm')} placeholder="Choose or type" />
          <RadioField
            name="court"
            options={optionsOf('Supreme Court', 'High Court')}
            defaultValue="High Court"
          />
          <PasswordField name="password" autoComplete="new-password" />
          <CheckboxField name="agreement">I accept the legal agreement</CheckboxField>
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
