import { itemPath } from '#shared/catalogue/catalogue-kind.ts';
import { lazyPart } from '#shared/routing/lazy-part.tsx';
import { loginPath } from '#shared/routing/login-target.ts';
import { useSession } from '#shared/session/session.ts';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import type { ProfileItem } from '../item.ts';
import * as styles from '../item.module.css';

/** Most readers are not logged in. */
const ContactFacts = lazyPart('contact-facts', () =>
  import('./contact-facts.tsx').then((module) => module.ContactFacts),
);

interface ConsultationProps {
  profile: ProfileItem;
  /** Path of the page with the contact facts alone; left out on that page. */
  contactPath?: string;
}

/** Contact facts of a lawyer or firm for members, and a login link for anonymous visitors. */
export function Consultation({ profile, contactPath }: ConsultationProps) {
  const session = useSession();
  const { data: settings } = useSettingsQuery();
  if (session === null && settings?.showAuth !== true) return null;
  return (
    <section className={styles.consultation} aria-labelledby="consultation">
      <h2 className="rubric" id="consultation">
        Contact
      </h2>
      {session === null ? (
        <>
          <p>
            Log in to see the {profile.kind === 'lawyers' ? 'enrolment number' : 'registration number'}, the
            contact details and the hourly charge.
          </p>
          <PageLink className="button" to={loginPath(itemPath(profile.kind, profile))}>
            {profile.kind === 'lawyers' ? 'Contact for Consultation' : 'Contact'}
          </PageLink>
        </>
      ) : (
        <>
          <ContactFacts profile={profile} userId={session.user.id} />
          {contactPath !== undefined && (
            <PageLink className="button" to={contactPath}>
              Contact
            </PageLink>
          )}
        </>
      )}
    </section>
  );
}
