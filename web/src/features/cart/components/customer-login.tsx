import { required } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import { PasswordField, TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { pathWithTarget } from '#shared/routing/login-target.ts';
import { requestSessionLock } from '#shared/session/session-lock.ts';
import { startSession } from '#shared/session/session-sync.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { useLogInCustomerMutation, type CustomerCredentials } from '../login-api.ts';

const customerLoginForm: FormDefinition<CustomerCredentials> = {
  id: 'customer-login',
  fields: {
    identifier: { label: 'Email Id', checks: [required('identifier')] },
    password: { label: 'Password', checks: [required('password')] },
  },
};

/** Logs in without leaving the cart, whose books then belong to the account. */
export function CustomerLogin() {
  const [logIn] = useLogInCustomerMutation();
  const dispatch = useSessionDispatch();
  const submit = ({ identifier, password }: CustomerCredentials) =>
    requestSessionLock(async () => {
      const result = await logIn({ identifier: identifier.trim(), password });
      if (result.data !== undefined) dispatch(startSession(result.data));
      return result;
    });
  return (
    <section className="customer-login" aria-labelledby="customer-login">
      <h2 className="rubric" id="customer-login">
        Customer Login
      </h2>
      <p className="customer-login__about">
        With an account you find your orders again. You can also buy without one.
      </p>
      <ThinForm
        form={customerLoginForm}
        submit={submit}
        submitLabel="Log in"
        busyLabel="Logging in"
        actions={
          <>
            <PageLink to={pathWithTarget('/forgot-password', '/cart')}>Forgot password?</PageLink>
            <PageLink to="/signup">Sign up</PageLink>
          </>
        }
      >
        <TextField
          name="identifier"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField name="password" autoComplete="current-password" required />
      </ThinForm>
    </section>
  );
}
