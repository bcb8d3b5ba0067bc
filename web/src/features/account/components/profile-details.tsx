import { Button, Input } from 'antd';
import { useState } from 'react';
import { useNotices } from '#shared/antd/notices.tsx';
import { AntdField, AntdForm } from '#shared/antd/antd-form.tsx';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { renewSession } from '#shared/session/session-sync.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { useMeQuery, useUpdateNamesMutation, type Account } from '../account-api.ts';
import { profileForm, type ProfileNames } from '../account-form-definitions.ts';
import { EmailForm } from './email-form.tsx';
import { PasswordForm } from './password-form.tsx';
import * as styles from '../account-page.module.css';

type Mode = 'read' | 'edit' | 'password' | 'email';

/** Name, address and number of the logged-in user; name and password can be changed. */
export function ProfileDetails() {
  const query = useMeQuery();
  const [mode, setMode] = useState<Mode>('read');
  const handleRead = () => setMode('read');
  if (mode === 'password') return <PasswordForm onEnd={handleRead} />;
  if (mode === 'email') return <EmailForm onEnd={handleRead} />;
  return (
    <QueryBoundary query={query}>
      {(account) =>
        mode === 'edit' ? (
          <ProfileForm account={account} onEnd={handleRead} />
        ) : (
          <AccountFacts account={account} onMode={setMode} />
        )
      }
    </QueryBoundary>
  );
}

const AccountFacts = ({ account, onMode }: { account: Account; onMode: (mode: Mode) => void }) => (
  <>
    <dl className={styles.accountFacts}>
      <div>
        <dt>First name</dt>
        <dd>{account.firstName}</dd>
      </div>
      <div>
        <dt>Last name</dt>
        <dd>{account.lastName}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>{account.email}</dd>
      </div>
      <div>
        <dt>Mobile</dt>
        <dd>{account.mobile}</dd>
      </div>
    </dl>
    <p className={styles.accountActions}>
      <Button type="primary" onClick={() => onMode('edit')}>
        Edit profile
      </Button>
      <Button onClick={() => onMode('password')}>Change password</Button>
      <Button onClick={() => onMode('email')}>Change email</Button>
    </p>
  </>
);

function ProfileForm({ account, onEnd }: { account: Account; onEnd: () => void }) {
  const [update] = useUpdateNamesMutation();
  const dispatch = useSessionDispatch();
  const notices = useNotices();
  const submit = async ({ first_name, last_name }: ProfileNames) => {
    const names = { first_name: first_name.trim(), last_name: last_name.trim() };
    const result = await update({ id: account.id, ...names });
    if (result.error === undefined) {
      notices.success('Profile update successfully!');
      // The masthead shows the name that came with the token.
      void dispatch(renewSession());
      onEnd();
    }
    return result;
  };
  return (
    <AntdForm
      form={profileForm}
      submit={submit}
      initialValues={{ first_name: account.firstName, last_name: account.lastName }}
      submitLabel="Save"
      busyLabel="Saving"
      failureMessage="Profile update Failed!"
      actions={<Button onClick={onEnd}>Cancel</Button>}
    >
      <AntdField name="first_name">
        <Input autoComplete="given-name" />
      </AntdField>
      <AntdField name="last_name">
        <Input autoComplete="family-name" />
      </AntdField>
      <dl className={styles.accountFacts}>
        <div>
          <dt>Email</dt>
          <dd>{account.email}</dd>
        </div>
        <div>
          <dt>Mobile</dt>
          <dd>{account.mobile}</dd>
        </div>
      </dl>
    </AntdForm>
  );
}
