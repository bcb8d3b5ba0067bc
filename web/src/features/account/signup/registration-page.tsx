import { AppPage } from '#shared/app-page/app-page.tsx';
import { intros } from '../account-intros.ts';
import { LoginBoundary } from '../components/login-boundary.tsx';
import { useMembersElsewhere } from '../use-members-elsewhere.ts';
import { Registration } from './registration.tsx';
import type { RegistrationVariant } from './registration-variant.ts';
import * as styles from './signup.module.css';

/**
 * A page of registration, which exists where the site lets visitors log in; redirects logged-in users to the account
 * page.
 */
export function RegistrationPage({ variant }: { variant: RegistrationVariant }) {
  useMembersElsewhere('/account');
  return (
    <LoginBoundary>
      <AppPage>
        <div className="form-page">
          <header className="page-head">
            <h1>Register</h1>
          </header>
          <p className="app-intro">{intros['/signup']}</p>
          <div className={styles.signupPaper}>
            <Registration variant={variant} />
          </div>
        </div>
      </AppPage>
    </LoginBoundary>
  );
}
