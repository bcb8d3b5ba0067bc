import { useState } from 'react';
import { AppPage } from '#shared/app-page/app-page.tsx';
import { CheckboxField, PasswordField, ThinForm } from '#shared/forms/thin-form.tsx';
import { paths } from '#shared/routing/paths.ts';
import { RequireRole } from '#shared/session/require-role.tsx';
import { logOut } from '#shared/session/session-sync.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { useEraseAccountMutation } from '../account-api.ts';
import { erasureForm, type Erasure } from '../privacy/erasure-form-definition.ts';
import * as styles from '../account-page.module.css';

/** `/account/erase`: erases the account of the logged-in user, with the password and a confirmation. */
export function ErasePage() {
  const [isErased, setErased] = useState(false);
  return (
    <AppPage>
      <div className={styles.accountNarrow}>
        <header className="page-head">
          <h1>Erase my account</h1>
        </header>
        {isErased ? (
          <Erased />
        ) : (
          <RequireRole>{() => <ErasureForm onErased={() => setErased(true)} />}</RequireRole>
        )}
      </div>
    </AppPage>
  );
}

function ErasureForm({ onErased }: { onErased: () => void }) {
  const [erase] = useEraseAccountMutation();
  const dispatch = useSessionDispatch();
  const submit = async ({ currentPassword }: Erasure) => {
    const result = await erase({ currentPassword });
    if (result.error !== undefined) return result;
    onErased();
    void dispatch(logOut());
    return {};
  };
  return (
    <>
      <p>
        Your name, addresses, password and, if you have one, your profile with its pictures are deleted
        immediately and cannot be recovered. We keep only those details of your orders that the law requires,
        and only for as long as it does.
      </p>
      <p className={styles.accountHint}>
        You may want to <PageLink to="/account">download your data</PageLink> first.
      </p>
      <ThinForm
        form={erasureForm}
        submit={submit}
        submitLabel="Erase my account"
        busyLabel="Erasing"
        actions={<PageLink to="/account">Cancel</PageLink>}
      >
        <PasswordField name="currentPassword" autoComplete="current-password" />
        <CheckboxField name="isSure">I want to erase my account. This cannot be undone.</CheckboxField>
      </ThinForm>
    </>
  );
}

const Erased = () => (
  <output className={styles.accountErased}>
    <b>Your account has been erased.</b> Thank you for being with us.{' '}
    <PageLink to={paths.home()}>Go to the front page</PageLink>
  </output>
);
