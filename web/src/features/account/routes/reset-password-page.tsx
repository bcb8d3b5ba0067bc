import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { loginPath } from '#shared/routing/login-target.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { ResetForm } from '../components/reset-form.tsx';
import { readSavedTarget } from '../saved-target.ts';
import { useMembersElsewhere } from '../use-members-elsewhere.ts';
import * as styles from '../account.module.css';

/** `/reset-password?code=`: where a mailed link leads. An app page, so that nothing caches an address with a code. */
export function ResetPasswordPage() {
  const [query] = useSearchParams();
  const [target] = useState(() => readSavedTarget());
  useMembersElsewhere(target);
  const code = query.get('code') ?? '';
  return (
    <div className={styles.login}>
      <header className="page-head">
        <h1>Reset password</h1>
      </header>
      {code === '' && (
        <p className={styles.loginHint}>
          Only the link of our mail sets a new password.{' '}
          <PageLink to="/forgot-password">Have one sent to you</PageLink>
        </p>
      )}
      <ResetForm code={code} login={loginPath(target)} />
    </div>
  );
}
