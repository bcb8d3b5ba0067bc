import { PageLink } from '#shared/ui/page-link.tsx';

/** What people accept with the box of the legal agreement. */
export const AgreementText = () => (
  <>
    I accept the{' '}
    <PageLink className="signup__link" to="/terms-of-service">
      Terms of Service
    </PageLink>{' '}
    and the{' '}
    <PageLink className="signup__link" to="/privacy-policy">
      Privacy Policy
    </PageLink>
  </>
);
