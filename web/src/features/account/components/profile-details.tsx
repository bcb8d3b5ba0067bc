import { PasswordForm } from '#shared/session/password-form.tsx';
import { useState } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import { PlainButton } from '#shared/app-page/plain-button.tsx';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { renewSession } from '#shared/session/session-sync.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { useMeQuery, useUpdateNamesMutation, type Account } from '../account-api.ts';
import { profileForm, type ProfileNames } from '../account-form-definitions.ts';
import { EmailForm } from './email-form.tsx';
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
        <dd>{account.mobile || 'Not given'}</dd>
      </div>
    </dl>
    <p className={styles.accountActions}>
      <button className="button" type="button" onClick={() => onMode('edit')}>
        Edit profile
      </button>
      <PlainButton onClick={() => onMode('password')}>Change password</PlainButton>
      <PlainButton onClick={() => onMode('email')}>Change email</PlainButton>
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
    <ThinForm
      form={profileForm}
      submit={submit}
      submitLabel="Save"
      busyLabel="Saving"
      failureMessage="Profile update Failed!"
      actions={<PlainButton onClick={onEnd}>Cancel</PlainButton>}
    >
      <TextField name="first_name" autoComplete="given-name" defaultValue={account.firstName} />
      <TextField name="last_name" autoComplete="family-name" defaultValue={account.lastName} />
      <dl className={styles.accountFacts}>
        <div>
          <dt>Email</dt>
          <dd>{account.email}</dd>
        </div>
        <div>
          <dt>Mobile</dt>
          <dd>{account.mobile || 'Not given'}</dd>
        </div>
      </dl>
    </ThinForm>
  );
}
