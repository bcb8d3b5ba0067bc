import { useNotices } from '#shared/app-page/notices.tsx';
import { PlainButton } from '#shared/app-page/plain-button.tsx';
import { saveFile } from '#shared/files/save-file.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { useExportAccountMutation } from '../account-api.ts';
import * as styles from '../account-page.module.css';

/** Section of the account page with the export of the user's data as a file, and the link to its erasure. */
export function YourData() {
  const [exportAccount, { isLoading }] = useExportAccountMutation();
  const notices = useNotices();
  const handleExport = async () => {
    const { data } = await exportAccount();
    if (data === undefined) notices.error('Your data could not be exported. Please try again.');
    else saveFile('my-account.json', new Blob([data], { type: 'application/json' }));
  };
  return (
    <section aria-labelledby="your-data">
      <h2 id="your-data">Your data</h2>
      <p className={styles.accountHint}>
        This file has everything that we store about you: your account, consents, logins, mails and profile.
      </p>
      <p className={styles.accountActions}>
        <PlainButton isBusy={isLoading} onClick={() => void handleExport()}>
          Export my data
        </PlainButton>
        <PageLink className={styles.accountErase} to="/account/erase">
          Erase my account
        </PageLink>
      </p>
    </section>
  );
}
