import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from './signup.module.css';

/** Notice of the data that a registration collects, its purpose and the rights of its owner (DPDP Act). */
export const PrivacyNotice = () => (
  <aside className={styles.privacyNotice} aria-labelledby="privacy-notice">
    <h2 id="privacy-notice">What we do with your details</h2>
    <p>
      We use your name, email, mobile number and password for your account. We write to you only about your
      account and your orders. A lawyer’s or a firm’s profile is published in the directory; enrolment number,
      contact details and hourly charge are shown to logged-in visitors only.
    </p>
    <p>
      You can see, correct, download and delete all of it on your account page at any time. Questions?{' '}
      <PageLink to="/contact">Contact Us</PageLink>.
    </p>
  </aside>
);
