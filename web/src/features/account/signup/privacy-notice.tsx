import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from './signup.module.css';

/** Notice of the data that a registration collects, its purpose and the rights of its owner (DPDP Act). */
export const PrivacyNotice = () => (
  <aside className={styles.privacyNotice} aria-labelledby="privacy-notice">
    <h2 id="privacy-notice">What we do with your details</h2>
    <p>
      Name, email, mobile number and password make your account; we write to you about it and about your
      orders, and about nothing else. A lawyer’s or a firm’s profile is published in the directory; its
      license, contact and hourly charge are shown to logged-in visitors only.
    </p>
    <p>
      On your account page you can see, correct, export and erase all of it at any time. Questions:{' '}
      <PageLink to="/contact">Contact Us</PageLink>.
    </p>
  </aside>
);
