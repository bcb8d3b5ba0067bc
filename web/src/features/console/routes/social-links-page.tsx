import { SOCIAL_FIELDS, socialApi } from '../site/settings.ts';
import { SingleForm } from '../site/single-form.tsx';

/** `/console/social-links`: the accounts of the site elsewhere, which the foot links. */
export const SocialLinksPage = () => (
  <>
    <header className="page-head">
      <h1>Social links</h1>
    </header>
    <SingleForm api={socialApi} fields={SOCIAL_FIELDS} />
  </>
);
