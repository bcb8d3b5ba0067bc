import { baseApi } from '#shared/api/base-api.ts';
import { email, filled, minLength, sameAs } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import type { Credentials } from '#shared/session/login-form-definition.ts';
import { PasswordField, TextField, ThinForm } from '#shared/forms/thin-form.tsx';

interface FirstAccount {
  first_name: string;
  email: string;
  password: string;
  passwordConfirmation: string;
}

const MIN_LENGTH = 10;

const form: FormDefinition<FirstAccount> = {
  id: 'first-administrator',
  fields: {
    first_name: { label: 'Your name', checks: [filled('Please enter your name')] },
    email: {
      label: 'E-mail address',
      help: 'You log in with it.',
      checks: [filled('Please enter your e-mail address'), email('Please enter a valid e-mail address')],
    },
    password: {
      label: 'Password',
      help: `At least ${MIN_LENGTH} characters`,
      checks: [
        filled('Please choose a password'),
        minLength(MIN_LENGTH, `The password needs at least ${MIN_LENGTH} characters`),
      ],
    },
    passwordConfirmation: {
      label: 'Password again',
      checks: [filled('Please type the password again'), sameAs('password', 'The passwords are different')],
    },
  },
};

const makeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    makeFirstAdministrator: build.mutation<
      unknown,
      Omit<FirstAccount, 'passwordConfirmation'> & { token: string }
    >({
      query: (body) => ({ url: '/staff/first-administrator', method: 'POST', body }),
    }),
  }),
});

interface FirstAdministratorFormProps {
  /** From the link that the start of the site prints. */
  token: string;
  /** Called with what the administrator logs in with; the form is busy until it resolves. */
  onMade: (credentials: Credentials) => Promise<void>;
}

/** Makes the first administrator of a fresh site. */
export function FirstAdministratorForm({ token, onMade }: FirstAdministratorFormProps) {
  const [make] = makeApi.useMakeFirstAdministratorMutation();
  const submit = async ({ first_name, email: address, password }: FirstAccount) => {
    const identifier = address.trim();
    const result = await make({ token, first_name: first_name.trim(), email: identifier, password });
    if (result.error === undefined) await onMade({ identifier, password });
    return result;
  };
  return (
    <ThinForm form={form} submit={submit} submitLabel="Make the administrator" busyLabel="Making the account">
      <TextField name="first_name" autoComplete="name" required />
      <TextField name="email" type="email" autoComplete="username" autoCapitalize="none" required />
      <PasswordField name="password" autoComplete="new-password" required />
      <PasswordField name="passwordConfirmation" autoComplete="new-password" required />
    </ThinForm>
  );
}
