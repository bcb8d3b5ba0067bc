import { AccountMenu } from '../../src/features/account/components/account-menu.tsx';
import { LoginForm } from '../../src/shared/session/login-form.tsx';
import { Part, Sample } from '../sample.tsx';
import * as styles from '../../src/features/account/account.module.css';

/** Submitting shows validation errors when the form is empty, and a failure otherwise. */
export function AccountPart() {
  return (
    <Part title="Account">
      <Sample name="Account menu of who is not logged in">
        <AccountMenu hasLogin onLogout={() => undefined} />
      </Sample>
      <Sample name="Login form: send it empty for its messages">
        <div className={styles.login}>
          <LoginForm target="/account" />
        </div>
      </Sample>
    </Part>
  );
}
