import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from './signup.module.css';

/** What people accept with the box of the legal agreement. */
export const AgreementText = () => (
  <>
    I accept the{' '}
    <PageLink className={styles.signupLink} to="/terms-of-service">
      Terms of Service
    </PageLink>{' '}
    and the{' '}
    <PageLink className={styles.signupLink} to="/privacy-policy">
      Privacy Policy
    </PageLink>
  </>
);
