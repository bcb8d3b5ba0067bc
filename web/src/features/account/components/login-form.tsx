import { TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { requestSessionLock } from '#shared/session/session-lock.ts';
import { startSession } from '#shared/session/session-sync.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { useLoginMutation } from '../account-api.ts';
import { loginForm, type Credentials } from '../login-form-definition.ts';

/** Logs in; a failure shows the server's own message. */
export function LoginForm() {
  const [login] = useLoginMutation();
  const dispatch = useSessionDispatch();
  const submit = ({ identifier, password }: Credentials) =>
    requestSessionLock(async () => {
      const result = await login({ identifier: identifier.trim(), password });
      if (result.data !== undefined) dispatch(startSession(result.data));
      return result;
    });
  return (
    <ThinForm form={loginForm} submit={submit} submitLabel="Log in" busyLabel="Logging in">
      <TextField
        name="identifier"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        name="password"
        type="password"
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </ThinForm>
  );
}
