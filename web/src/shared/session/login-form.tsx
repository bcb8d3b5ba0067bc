import { useState } from 'react';
import { PasswordField, TextField, ThinForm } from '../forms/thin-form.tsx';
import { lazyPart } from '../routing/lazy-part.tsx';
import { pathWithTarget } from '../routing/login-target.ts';
import { PageLink } from '../ui/page-link.tsx';
import { useLoginMutation } from './login-api.ts';
import { loginForm, type Credentials } from './login-form-definition.ts';
import { isChallenge, type Challenge } from './second-step-challenge.ts';
import { requestSessionLock } from './session-lock.ts';
import { startSession } from './session-sync.ts';
import { useSessionDispatch } from './session.ts';

const SecondStepLogin = /* @__PURE__ */ lazyPart('second-step-login', () =>
  import('./second-step/second-step-login.tsx').then((m) => m.SecondStepLogin),
);

/** Logs in; a failure shows the server's own message. The pages that it links lead back to the target. */
export function LoginForm({ target }: { target: string }) {
  const [login] = useLoginMutation();
  const dispatch = useSessionDispatch();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const submit = ({ identifier, password }: Credentials) =>
    requestSessionLock(async () => {
      const result = await login({ identifier: identifier.trim(), password });
      if (result.data === undefined) return result;
      if (isChallenge(result.data)) setChallenge(result.data);
      else dispatch(startSession(result.data));
      return result;
    });
  if (challenge !== null)
    return <SecondStepLogin challenge={challenge} onRestart={() => setChallenge(null)} />;
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
