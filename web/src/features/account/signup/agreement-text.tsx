import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from './signup.module.css';

/** Label of the checkbox for the legal agreement. */
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
