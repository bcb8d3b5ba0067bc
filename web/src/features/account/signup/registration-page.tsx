import { AntdPage } from '#shared/antd/antd-page.tsx';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import { NotFound } from '#shared/ui/not-found.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { intros } from '../account-intros.ts';
import { useMembersElsewhere } from '../use-members-elsewhere.ts';
import { Registration } from './registration.tsx';
import type { RegistrationVariant } from './registration-variant.ts';
import * as styles from './signup.module.css';

/**
 * A page of registration, which exists where the site lets visitors log in; redirects logged-in users to the account
 * page.
 */
export function RegistrationPage({ variant }: { variant: RegistrationVariant }) {
  const { data: settings, isError } = useSettingsQuery();
  useMembersElsewhere('/account');
  if (settings === undefined && !isError) return <Skeleton shape="article" label="Loading" />;
  if (settings?.showAuth !== true) return <NotFound />;
  return (
    <AntdPage>
      <div className="form-page">
        <header className="page-head">
          <h1>Register</h1>
        </header>
        <p className="app-intro">{intros['/signup']}</p>
        <div className={styles.signupPaper}>
          <Registration variant={variant} />
        </div>
      </div>
    </AntdPage>
  );
}
