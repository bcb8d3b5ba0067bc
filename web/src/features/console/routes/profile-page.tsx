import { useState } from 'react';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { ACTIONS_OF, type ProfileAction, type ReviewedProfile } from '@vidhi/contracts/directory-desk.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EvidenceCard } from '../directory/evidence-card.tsx';
import { DecisionDialog } from '../directory/decision-dialog.tsx';
import { InvitationCard } from '../directory/invitation-card.tsx';
import { PROFILES_PATH, PROFILE_BADGES, profileListApi, reviewApi } from '../directory/profile-resource.tsx';
import { ACTION_TEXTS, ageText, eventText, PROFILE_STATE_NAMES } from '../directory/profile-texts.ts';
import { usePageName } from '../frame/page-name.ts';
import { RecordLink } from '../kit/record-link.tsx';
import { serverNow } from '../session/staff-request.ts';
import * as kit from '../kit.module.css';
import * as orders from '../orders/orders.module.css';
import * as styles from '../directory/directory.module.css';

/** `/console/profiles/:id`: one profile, what was edited since its approval, and the decision. */
export function ProfilePage() {
  const { id = '' } = useRouteParams();
  const query = reviewApi.useRow(id);
  return (
    <QueryBoundary query={query} loading={<Skeleton shape="form" label="Loading" />}>
      {(profile) => <Review key={profile.id} profile={profile} />}
    </QueryBoundary>
  );
}

function Review({ profile }: { profile: ReviewedProfile }) {
  const [action, setAction] = useState<ProfileAction | null>(null);
  const { state, title, changes, values, decisions } = profile;
  usePageName(title || null);
  return (
    <>
      <header className={`page-head ${orders.orderHead}`}>
        <h1>{title || 'No name'}</h1>
        <span className={`${kit.badge} ${PROFILE_BADGES[state]}`}>{PROFILE_STATE_NAMES[state]}</span>
        {profile.waiting_since !== null && (
          <span className={orders.orderFaint}>Waits: {ageText(profile.waiting_since, serverNow())}</span>
        )}
      </header>
      <div className={orders.orderPage}>
        <div className={orders.orderColumn}>
          <Warnings profile={profile} />
          {changes.length > 0 && (
            <section className={orders.orderCard} aria-labelledby="profile-changes">
              <h2 id="profile-changes">Changed since the approval</h2>
              <dl className={styles.values}>
                {changes.map(({ label, before, after }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>
                      <del>{before || 'Nothing'}</del>
                      <ins>{after || 'Nothing'}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
          <section className={orders.orderCard} aria-labelledby="profile-values">
            <h2 id="profile-values">Profile</h2>
            {profile.photo !== null && <img className={styles.photo} src={profile.photo} alt={title} />}
            <dl className={styles.values}>
              {values.map(({ label, text }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
        <div className={orders.orderColumn}>
          <section className={`${orders.orderCard} ${styles.side}`} aria-label="Decision">
            {ACTIONS_OF[state].map((one, index) => (
              <button
                key={one}
                type="button"
                className={index === 0 ? 'button' : 'button button--plain'}
                onClick={() => setAction(one)}
              >
                {ACTION_TEXTS[one].label}
              </button>
            ))}
            <PageLink to={`${PROFILES_PATH}/${profile.id}/edit`}>Edit for the owner</PageLink>
            <NextProfile id={profile.id} />
            {profile.is_public && (
              <a href={profile.path} target="_blank" rel="noreferrer">
                See its page
              </a>
            )}
          </section>
          <InvitationCard profile={profile} />
          <EvidenceCard profile={profile.id} documents={profile.documents} />
          {decisions.length > 0 && (
            <section className={orders.orderCard} aria-labelledby="profile-decisions">
              <h2 id="profile-decisions">Decisions</h2>
              <ul className={orders.orderNotes}>
                {decisions.toReversed().map(({ action: was, reason, changed, by, at }) => (
                  <li key={at}>
                    <strong>{eventText(was)}</strong>
                    {changed.length > 0 && `: ${changed.join(', ')}`}
                    {reason !== '' && (
                      <>
                        <br />
                        {reason}
                      </>
                    )}
                    <br />
                    <small className={orders.orderFaint}>
                      <DateText iso={at} withTime />, by account {by}
                    </small>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
      {action !== null && (
        <DecisionDialog profile={profile} action={action} onClose={() => setAction(null)} />
      )}
    </>
  );
}

const QUEUE = { q: '', conditions: [['state', 'queue']], sort: 'waiting', page: 1, size: 2 } as const;

/** Leads to the profile that waits longest, of the others. */
function NextProfile({ id }: { id: number }) {
  const { data } = profileListApi.useList(QUEUE);
  const next = data?.rows.find((row) => row.id !== id);
  if (data === undefined) return null;
  return next === undefined ? (
    <small className={orders.orderFaint}>No other profile waits.</small>
  ) : (
    <RecordLink to={`${PROFILES_PATH}/${next.id}`}>Next: {next.title}</RecordLink>
  );
}

function Warnings({ profile }: { profile: ReviewedProfile }) {
  const { is_confirmed: isConfirmed, same_number: sameNumber, words } = profile;
  if (isConfirmed !== false && sameNumber.length === 0 && words.length === 0) return null;
  return (
    <section className={orders.orderCard} aria-labelledby="profile-warnings">
      <h2 id="profile-warnings">Please look at</h2>
      <ul className={styles.warnings}>
        {isConfirmed === false && (
          <li>The owner has not confirmed the e-mail address. Until then, nobody else sees the profile.</li>
        )}
        {sameNumber.map((other) => (
          <li key={other.id}>
            The same number as{' '}
            <RecordLink to={`${PROFILES_PATH}/${other.id}`}>
              {other.title || 'a profile without a name'}
            </RecordLink>
            {!other.is_public && ', which is not public'}
          </li>
        ))}
        {words.map(({ label, word }) => (
          <li key={`${label} ${word}`}>
            “{word}” in {label}: Rule 36 of the Bar Council may not allow it. This is a hint, not legal
            advice.
          </li>
        ))}
      </ul>
    </section>
  );
}
