import { ChangePassword } from '../security/change-password.tsx';
import { OwnSessions } from '../security/own-sessions.tsx';
import { TwoStepLogin } from '../security/two-step-login.tsx';
import * as styles from '../security.module.css';

/** `/console/security`: how one logs in, and where one is logged in. */
export function SecurityPage() {
  return (
    <>
      <header className="page-head">
        <h1>Security</h1>
      </header>
      <div className={styles.security}>
        <TwoStepLogin />
        <OwnSessions />
        <ChangePassword />
      </div>
    </>
  );
}
