import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { loginPath } from '#shared/routing/login-target.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { ResetForm } from '../components/reset-form.tsx';
import { readSavedTarget } from '../saved-target.ts';
import { useMembersElsewhere } from '../use-members-elsewhere.ts';
import * as styles from '../account.module.css';

/**
 * `/reset-password?code=`: where the mailed link leads that resets a password, and with `invited=1` that of an invitation to
 * the staff. An app page, so that nothing caches an address with a code.
 */
export function ResetPasswordPage() {
  const [query] = useSearchParams();
  const [target] = useState(() => readSavedTarget());
  useMembersElsewhere(target);
  const code = query.get('code') ?? '';
  const isInvited = query.get('invited') === '1';
  return (
    <div className={styles.login}>
      <header className="page-head">
        <h1>{isInvited ? 'Choose your password' : 'Reset password'}</h1>
      </header>
      {isInvited && (
        <p className={styles.loginHint}>
          Welcome to the team. Passwords of staff have at least 10 characters. Afterwards, log in and open the
          console from your menu.
        </p>
      )}
      {code === '' && (
        <p className={styles.loginHint}>
          To set a new password, please open the link in our mail.{' '}
          <PageLink to="/forgot-password">Send me the link</PageLink>
        </p>
      )}
      <ResetForm code={code} login={loginPath(target)} isInvited={isInvited} />
    </div>
  );
}
