import { PageLink } from './page-link.tsx';

/** The page for users who are logged in and may not see what they requested. */
export const Forbidden = () => (
  <div className="missing">
    <h1>You cannot open this page</h1>
    <p>Your account does not have permission for it.</p>
    <PageLink className="button" to="/">
      Go to the front page
    </PageLink>
  </div>
);
