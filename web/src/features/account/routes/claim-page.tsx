import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ClaimLook, ClaimState } from '@vidhi/contracts/profile-invitations.ts';
import { AppPage } from '#shared/app-page/app-page.tsx';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { loginPath, pathWithTarget } from '#shared/routing/login-target.ts';
import { useSession, useSessionStatus } from '#shared/session/session.ts';
import { formatDay } from '#shared/text/dates.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useLookAtInvitationQuery } from '../claim/claim-api.ts';
import { ClaimForm } from '../claim/claim-form.tsx';
import * as styles from '../account.module.css';

/** Why the link offers no profile. */
const ENDED: Readonly<Record<Exclude<ClaimState, 'open'>, string>> = {
  unknown: 'This link is not valid any more. If you have a newer mail from us, use the link in that one.',
  expired: 'This invitation has expired.',
  void: 'The profile was changed since we sent this invitation.',
  revoked: 'This invitation was withdrawn.',
  taken: 'This profile has already been claimed.',
  hidden: 'This profile is not shown at present, so it cannot be claimed.',
  gone: 'This profile was removed from our directory.',
};

/**
 * `/account/claim?code=`: where the invitation to claim a profile leads. Only the button claims it, as programs that check the
 * links of a mail open them.
 */
export function ClaimPage() {
  const [query] = useSearchParams();
  const token = query.get('code') ?? '';
  const [isClaimed, setClaimed] = useState(false);
  return (
    <AppPage>
      <div className={`${styles.login} ${styles.mailedLink}`}>
        <header className="page-head">
          <h1>Claim your profile</h1>
        </header>
        {isClaimed && <Claimed />}
        {!isClaimed && token === '' && <Ended state="unknown" />}
        {!isClaimed && token !== '' && <Invitation token={token} onClaimed={() => setClaimed(true)} />}
      </div>
    </AppPage>
  );
}

function Invitation({ token, onClaimed }: { token: string; onClaimed: () => void }) {
  const look = useLookAtInvitationQuery(token);
  return (
    <QueryBoundary query={look} loading={<Skeleton shape="form" label="Loading" />}>
      {({ state, offered }) =>
        state === 'open' && offered !== null ? (
          <Offer token={token} offered={offered} onClaimed={onClaimed} />
        ) : (
          <Ended state={state === 'open' ? 'unknown' : state} />
        )
      }
    </QueryBoundary>
  );
}

interface OfferProps {
  token: string;
  offered: NonNullable<ClaimLook['offered']>;
  onClaimed: () => void;
}

function Offer({ token, offered, onClaimed }: OfferProps) {
  const session = useSession();
  const status = useSessionStatus();
  const here = `/account/claim?code=${encodeURIComponent(token)}`;
  const { title, kind, address, expires_at: until } = offered;
  return (
    <>
      <p>
        <b>{title}</b> is in our directory of {kind === 'firm' ? 'firms' : 'lawyers'}. Claim the profile to
        correct and complete it. The invitation was sent to {address} and is valid until {formatDay(until)}.
      </p>
      {session !== null && (
        <>
          <p>You are logged in as {session.user.name}.</p>
          <ClaimForm token={token} onClaimed={onClaimed} />
        </>
      )}
      {session === null && (status === 'unknown' || status === 'resuming') && (
        <Skeleton shape="form" label="Loading" />
      )}
      {session === null && (status === 'anonymous' || status === 'lost') && (
        <>
          <p>First log in with that email address. If you do not have an account, register with it.</p>
          <p>
            <PageLink className="button" to={loginPath(here)}>
              Log in
            </PageLink>
          </p>
          <p>
            <PageLink to={pathWithTarget('/signup', here)}>Register</PageLink> as a reader; claiming the
            profile makes it yours. Confirm your email address with the mail that we send you, then open this
            link again.
          </p>
        </>
      )}
    </>
  );
}

const Claimed = () => (
  <>
    <output className="form__success">The profile is yours now.</output>
    <p>
      Please check that everything is correct, and add what is missing, such as your photo.{' '}
      <PageLink to="/account">Go to your profile</PageLink>
    </p>
  </>
);

const Ended = ({ state }: { state: Exclude<ClaimState, 'open'> }) => (
  <>
    <p className="form__failure">{ENDED[state]}</p>
    <p>
      <PageLink to="/contact">Write to us</PageLink> if you need a new invitation, or if you do not want to be
      listed.
    </p>
  </>
);
