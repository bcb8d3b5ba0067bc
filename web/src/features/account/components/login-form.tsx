import { PasswordField, TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { requestSessionLock } from '#shared/session/session-lock.ts';
import { startSession } from '#shared/session/session-sync.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { useLoginMutation } from '../account-api.ts';
import { loginForm, type Credentials } from '../login-form-definition.ts';

/** Logs in; a failure shows the server's own message. */
export function LoginForm({ forgotPath, signupPath }: { forgotPath: string; signupPath: string }) {
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
          <PageLink to={forgotPath}>Forgot password?</PageLink>
          <PageLink to={signupPath}>Create an account</PageLink>
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
