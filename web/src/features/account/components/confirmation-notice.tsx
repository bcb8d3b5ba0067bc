import { registeredMessage } from '../signup/registered-path.ts';
import * as styles from '../account.module.css';

/** Explains why the login page is shown: a registration (`?registered=`), or a confirmation by an API client (`?confirmed=1`). */
export function ConfirmationNotice({ query }: { query: URLSearchParams }) {
  const registered = registeredMessage(query);
  if (registered !== null)
    return (
      <output className="form__success">
        <b className={styles.loginMessage}>{registered}</b>
        We have mailed you a link. Open it to confirm your email address.
      </output>
    );
  return query.get('confirmed') === '1' ? (
    <output className="form__success">Your email address is confirmed. You can log in now.</output>
  ) : null;
}
