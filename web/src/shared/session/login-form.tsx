import { PasswordField, TextField, ThinForm } from '../forms/thin-form.tsx';
import { pathWithTarget } from '../routing/login-target.ts';
import { PageLink } from '../ui/page-link.tsx';
import { useLoginMutation } from './login-api.ts';
import { loginForm, type Credentials } from './login-form-definition.ts';
import { requestSessionLock } from './session-lock.ts';
import { startSession } from './session-sync.ts';
import { useSessionDispatch } from './session.ts';

/** Logs in; a failure shows the server's own message. The pages that it links lead back to the target. */
export function LoginForm({ target }: { target: string }) {
  const [login] = useLoginMutation();
  const dispatch = useSessionDispatch();
  const submit = ({ identifier, password }: Credentials) =>
    requestSessionLock(async () => {
      const result = await login({ identifier: identifier.trim(), password });
      if (result.data !== undefined) dispatch(startSession(result.data));
      return result;
    });
  return (
    <ThinForm
      form={loginForm}
      submit={submit}
      submitLabel="Log in"
      busyLabel="Logging in"
      actions={
        <>
          <PageLink to={pathWithTarget('/forgot-password', target)}>Forgot password?</PageLink>
          <PageLink to={pathWithTarget('/signup', target)}>Create an account</PageLink>
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
  );
}
