import { useNavigate } from 'react-router-dom';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { AppPage } from '#shared/app-page/app-page.tsx';
import { Tabs } from '#shared/app-page/tabs.tsx';
import { lazyPart } from '#shared/routing/lazy-part.tsx';
import { RequireRole } from '#shared/session/require-role.tsx';
import type { Session } from '#shared/session/session-slice.ts';
import { ACCOUNT_INTRO } from '../account-intros.ts';
import { ProfileDetails } from '../components/profile-details.tsx';
import { SessionList } from '../components/session-list.tsx';
import { YourData } from '../privacy/your-data.tsx';
import { profileKindOf } from '#shared/profile-form/profile-kind.ts';
import * as styles from '../account-page.module.css';

const ProfilePictures = lazyPart('profile-pictures', () =>
  import('../profile/profile-pictures.tsx').then((module) => module.ProfilePictures),
);
const PublicProfile = lazyPart('public-profile', () =>
  import('../profile/public-profile.tsx').then((module) => module.PublicProfile),
);

/** `/account`: account, profile, sessions and data of the logged-in user, and a customer's orders. */
export const AccountPage = () => (
  <AppPage>
    <header className="page-head">
      <h1>Account</h1>
    </header>
    <p className="app-intro">{ACCOUNT_INTRO}</p>
    <RequireRole>{(session) => <AccountTabs session={session} />}</RequireRole>
  </AppPage>
);

const PROFILE_TAB = { key: 'profile', label: 'Profile Details' };
/** The orders are a page of their own, which shows the same tabs. */
const ORDERS_TAB = { key: 'orders', label: 'My Order' };

function AccountTabs({ session }: { session: Session }) {
  const navigate = useNavigate();
  const tabs = (
    <Tabs
      label="Account"
      tabs={session.role === ROLE.customer ? [PROFILE_TAB, ORDERS_TAB] : [PROFILE_TAB]}
      active={PROFILE_TAB.key}
      onChoose={() => void navigate('/account/orders')}
    >
      <Profile session={session} />
    </Tabs>
  );
  if (profileKindOf(session.role) === null) return tabs;
  return (
    <div className={styles.accountColumns}>
      <ProfilePictures userId={session.user.id} />
      {tabs}
    </div>
  );
}

function Profile({ session }: { session: Session }) {
  const kind = profileKindOf(session.role);
  return (
    <div className={styles.accountProfile}>
      <section aria-labelledby="account-details">
        <h2 id="account-details">Your account</h2>
        <ProfileDetails />
      </section>
      {kind !== null && <PublicProfile userId={session.user.id} kind={kind} />}
      <SessionList />
      <YourData />
    </div>
  );
}
