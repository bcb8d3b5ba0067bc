import { useState } from 'react';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { lazyPart } from '#shared/routing/lazy-part.tsx';
import type { OwnProfile } from '#shared/profile-form/own-profile.ts';
import { useOwnProfileQuery } from './profile-api.ts';
import { EvidenceSection } from './evidence-section.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import type { ProfileKind } from '#shared/profile-form/profile-kind.ts';
import { ReviewNotice } from './review-notice.tsx';
import * as styles from '../account-page.module.css';

// The inputs of a profile are half as large as the rest of the page, and customers have none.
const EditProfile = lazyPart('edit-profile', () =>
  import('./profile-forms.tsx').then((forms) => forms.EditProfile),
);
const NewProfile = lazyPart('new-profile', () =>
  import('./profile-forms.tsx').then((forms) => forms.NewProfile),
);

const HEADING_ID = 'public-profile';

interface PublicProfileProps {
  userId: number;
  kind: ProfileKind;
}

/** The directory profile of the logged-in lawyer or firm: shows, edits or creates it. */
export function PublicProfile({ userId, kind }: PublicProfileProps) {
  const query = useOwnProfileQuery(userId);
  const { currentData: profile } = query;
  return (
    <section aria-labelledby={HEADING_ID}>
      <h2 id={HEADING_ID} tabIndex={-1}>
        Profile in the directory
      </h2>
      {profile === null ? (
        <NewProfile userId={userId} kind={kind} />
      ) : (
        <QueryBoundary query={query}>{(found) => <Profile profile={found} kind={kind} />}</QueryBoundary>
      )}
    </section>
  );
}

function Profile({ profile, kind }: { profile: OwnProfile; kind: ProfileKind }) {
  const [isEditing, setEditing] = useState(false);
  const handleEnd = () => {
    setEditing(false);
    // The form was longer than the facts: without it, the view would be in the foot of the page.
    const heading = document.getElementById(HEADING_ID);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView();
  };
  if (isEditing) return <EditProfile profile={profile} kind={kind} onEnd={handleEnd} />;
  return (
    <>
      <ReviewNotice />
      <ProfileFacts profile={profile} kind={kind} />
      <p className={styles.accountActions}>
        <button className="button" type="button" onClick={() => setEditing(true)}>
          Edit directory profile
        </button>
      </p>
      <EvidenceSection />
    </>
  );
}
