import { App, Button, Input } from 'antd';
import { useState } from 'react';
import { AntdField, AntdForm } from '#shared/antd/antd-form.tsx';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { requestSessionLock } from '#shared/session/session-lock.ts';
import { renewSession, startSession } from '#shared/session/session-sync.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import {
  useChangePasswordMutation,
  useMeQuery,
  useUpdateNamesMutation,
  type Account,
} from '../account-api.ts';
import {
  passwordForm,
  profileForm,
  type PasswordChange,
  type ProfileNames,
} from '../account-form-definitions.ts';

type Mode = 'read' | 'edit' | 'password';

/** Name, address and number of who is logged in; his name and password can be changed. */
export function ProfileDetails() {
  const query = useMeQuery();
  const [mode, setMode] = useState<Mode>('read');
  const handleRead = () => setMode('read');
  if (mode === 'password') return <PasswordForm onEnd={handleRead} />;
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
    <dl className="account-facts">
      <dt>First name</dt>
      <dd>{account.firstName}</dd>
      <dt>Last name</dt>
      <dd>{account.lastName}</dd>
      <dt>Email</dt>
      <dd>{account.email}</dd>
      <dt>Mobile</dt>
      <dd>{account.mobile}</dd>
    </dl>
    <p className="account-actions">
      <Button type="primary" onClick={() => onMode('edit')}>
        Edit profile
      </Button>
      <Button onClick={() => onMode('password')}>Change password</Button>
    </p>
  </>
);

function ProfileForm({ account, onEnd }: { account: Account; onEnd: () => void }) {
  const [update] = useUpdateNamesMutation();
  const dispatch = useSessionDispatch();
  const { message } = App.useApp();
  const submit = async ({ first_name, last_name }: ProfileNames) => {
    const names = { first_name: first_name.trim(), last_name: last_name.trim() };
    const result = await update({ id: account.id, ...names });
    if (result.error === undefined) {
      void message.success('Profile update successfully!');
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
      <dl className="account-facts">
        <dt>Email</dt>
        <dd>{account.email}</dd>
        <dt>Mobile</dt>
        <dd>{account.mobile}</dd>
      </dl>
    </AntdForm>
  );
}

/** A new password ends all sessions but this one, which goes on with a new token. */
function PasswordForm({ onEnd }: { onEnd: () => void }) {
  const [change] = useChangePasswordMutation();
  const dispatch = useSessionDispatch();
  const { message } = App.useApp();
  const submit = (values: PasswordChange) =>
    requestSessionLock(async () => {
      const result = await change(values);
      if (result.data !== undefined) {
        dispatch(startSession(result.data));
        void message.success('Password change successfully!');
        onEnd();
      }
      return result;
    });
  return (
    <AntdForm
      form={passwordForm}
      submit={submit}
      submitLabel="Change password"
      busyLabel="Changing"
      actions={<Button onClick={onEnd}>Cancel</Button>}
    >
      <AntdField name="currentPassword">
        <Input.Password autoComplete="current-password" />
      </AntdField>
      <AntdField name="password">
        <Input.Password autoComplete="new-password" />
      </AntdField>
      <AntdField name="passwordConfirmation">
        <Input.Password autoComplete="new-password" />
      </AntdField>
    </AntdForm>
  );
}
