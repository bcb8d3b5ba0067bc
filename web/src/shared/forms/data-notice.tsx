import type { ReactNode } from 'react';
import { PageLink } from '#shared/ui/page-link.tsx';

/** States beside a form what the entered data are used for (DPDP Act, section 5), with a link to the policy. */
export const DataNotice = ({ children }: { children: ReactNode }) => (
  <p className="form__notice">
    {children} <PageLink to="/privacy-policy">Privacy Policy</PageLink>
  </p>
);
