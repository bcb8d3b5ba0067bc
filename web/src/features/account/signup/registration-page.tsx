import { AppPage } from '#shared/app-page/app-page.tsx';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import { NotFound } from '#shared/ui/not-found.tsx';
import { REGISTRATION_INTRO } from '../account-intros.ts';
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
  const settings = useSettingsQuery();
  if (settings.currentData?.showAuth === false) return <NotFound />;
  return (
    <AppPage>
      <div className="form-page">
        <header className="page-head">
          <h1>Register</h1>
        </header>
        <p className="app-intro">{REGISTRATION_INTRO}</p>
        <QueryBoundary query={settings}>
          {() => (
            <div className={styles.signupPaper}>
              <Registration variant={variant} />
            </div>
          )}
        </QueryBoundary>
      </div>
    </AppPage>
  );
}
