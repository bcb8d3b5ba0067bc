import { PageLink } from '#shared/ui/page-link.tsx';

/** Every address below `/console` that is no page. */
export const MissingPage = () => (
  <div className="missing">
    <h1>There is no such page in the console</h1>
    <p>The address may be old, or a letter is missing.</p>
    <PageLink className="button" to="/console">
      Go to Today
    </PageLink>
  </div>
);
