import { Tabs } from 'antd';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { AntdPage } from '#shared/antd/antd-page.tsx';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { RequireRole } from '#shared/session/require-role.tsx';
import type { Session } from '#shared/session/session-slice.ts';
import { useMeQuery, type Account } from '../account-api.ts';
import '../account-page.css';

/** `/account`: what the site knows of who is logged in, and a customer's orders. */
export const AccountPage = () => (
  <AntdPage>
    <header className="page-head">
      <h1>Account</h1>
    </header>
    <RequireRole>{(session) => <AccountTabs session={session} />}</RequireRole>
  </AntdPage>
);

function AccountTabs({ session }: { session: Session }) {
  const profile = { key: 'profile', label: 'Profile Details', children: <ProfileDetails /> };
  const orders = { key: 'orders', label: 'My Order', children: <p>No result found</p> };
  return <Tabs items={session.role === ROLE.customer ? [profile, orders] : [profile]} />;
}

function ProfileDetails() {
  const query = useMeQuery();
  return <QueryBoundary query={query}>{(account) => <AccountFacts account={account} />}</QueryBoundary>;
}

const AccountFacts = ({ account: { firstName, lastName, email, mobile } }: { account: Account }) => (
  <dl className="account-facts">
    <dt>First name</dt>
    <dd>{firstName}</dd>
    <dt>Last name</dt>
    <dd>{lastName}</dd>
    <dt>Email</dt>
    <dd>{email}</dd>
    <dt>Mobile</dt>
    <dd>{mobile}</dd>
  </dl>
);
