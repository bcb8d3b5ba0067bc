import { Tabs } from 'antd';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { AntdPage } from '#shared/antd/antd-page.tsx';
import { RequireRole } from '#shared/session/require-role.tsx';
import type { Session } from '#shared/session/session-slice.ts';
import { ProfileDetails } from '../components/profile-details.tsx';
import { SessionList } from '../components/session-list.tsx';
import '../account-page.css';

/** `/account`: what the site knows of who is logged in, where he is logged in, and a customer's orders. */
export const AccountPage = () => (
  <AntdPage>
    <header className="page-head">
      <h1>Account</h1>
    </header>
    <RequireRole>{(session) => <AccountTabs session={session} />}</RequireRole>
  </AntdPage>
);

function AccountTabs({ session }: { session: Session }) {
  const profile = { key: 'profile', label: 'Profile Details', children: <Profile /> };
  const orders = { key: 'orders', label: 'My Order', children: <p>No result found</p> };
  return <Tabs items={session.role === ROLE.customer ? [profile, orders] : [profile]} />;
}

const Profile = () => (
  <div className="account-profile">
    <ProfileDetails />
    <SessionList />
  </div>
);
