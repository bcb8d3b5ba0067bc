import type { Actor } from '@vidhi/contracts/actor.ts';
import { forbidden, unauthorized, WireError } from '@vidhi/contracts/errors.ts';
import type { ClaimOutcome } from '@vidhi/contracts/profile-invitations.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { loggedIn, type LoggedIn } from '../passwords/change-password.ts';
import { ownerOf } from '../users/account-audit.ts';
import { changeAccount, type AccountChange } from '../users/change-account.ts';
import { assertCurrent, findTokenOwner } from '../users/token-owner.ts';
import type { UserEvents } from '../users/user-events.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { changeUser, type User } from '../users/user.ts';
import type { InvitationClient } from './invitation-client.ts';

type Rejected = Exclude<ClaimOutcome['state'], 'open' | 'claimed'>;

/** Why a link gives its profile to nobody, or not to this account. */
const REJECTIONS: Readonly<Record<Rejected, readonly [status: number, name: string, message: string]>> = {
  unknown: [400, 'ValidationError', 'Invalid token'],
  expired: [409, 'ConflictError', 'This invitation has expired. Please ask us for a new one.'],
  void: [
    409,
    'ConflictError',
    'The profile was changed since we sent this invitation. Please ask us for a new one.',
  ],
  revoked: [
    409,
    'ConflictError',
    'This invitation was withdrawn. If you think that is a mistake, write to us.',
  ],
  taken: [409, 'ConflictError', 'Somebody has claimed this profile already. If it was not you, write to us.'],
  hidden: [
    409,
    'ConflictError',
    'This profile is not shown at present, so it cannot be claimed. Write to us.',
  ],
  gone: [409, 'ConflictError', 'This profile was removed from the directory.'],
  address: [
    403,
    'ForbiddenError',
    'We sent this invitation to another email address. Log in with the account that has that address.',
  ],
  'has-profile': [409, 'ConflictError', 'Your account has a profile already, and can have one only.'],
};

/** Roles of accounts that may get a profile; the others are for staff, or reserved. */
const CLAIMING_ROLES: readonly number[] = [ROLE.customer, ROLE.lawyer, ROLE.firm];

/**
 * Gives the profile of an invitation to the account that uses its link: the account gets the role of the profile's kind
 * first, as the role alone opens nothing, and catalog then the owner of the profile. Repeatable: what an interruption leaves,
 * the next use of the link completes.
 */
export type ClaimProfile = (
  principal: Principal | null,
  token: string,
  via: Actor['via'],
) => Promise<LoggedIn>;

interface ClaimDependencies {
  users: Pick<UserRepository, 'findById' | 'update'>;
  userEvents: UserEvents;
  keyRing: Pick<KeyRing, 'issue'>;
  invitations: Pick<InvitationClient, 'check' | 'claim'>;
  /** Version of the legal agreement that claimants accept now. */
  agreementVersion: string;
  now?: () => Date;
}

/** Returns the outcome that gives the profile; throws the error of every other one. */
function requireUsable(outcome: ClaimOutcome): ClaimOutcome {
  if (outcome.state === 'open' || outcome.state === 'claimed') return outcome;
  const [status, name, message] = REJECTIONS[outcome.state];
  throw new WireError(status, name, message);
}

/** Returns the confirmed address of an account that may claim profiles; throws 403 for others. */
function addressOf({ role, email, confirmed }: User): string {
  if (!CLAIMING_ROLES.includes(role)) throw forbidden('This account cannot have a profile.');
  if (email === null || !confirmed)
    throw forbidden('Please confirm your email address first: we have sent you a link.');
  return email;
}

export function createClaimProfile(dependencies: ClaimDependencies): ClaimProfile {
  const { users, userEvents, keyRing, invitations, agreementVersion, now = () => new Date() } = dependencies;

  /** Stores role and consent, where the account lacks them. */
  async function prepare(
    { userId, tokenVersion }: Principal,
    role: number,
    via: Actor['via'],
  ): Promise<void> {
    await changeAccount(
      users,
      () => users.findById(userId),
      async (user): Promise<AccountChange | null> => {
        assertCurrent(user, tokenVersion);
        addressOf(user);
        const at = now();
        const agreement = {
          purpose: 'legal-agreement' as const,
          version: agreementVersion,
          at: at.toISOString(),
        };
        const hasAgreed = user.consents.some(
          ({ purpose, version }) => purpose === agreement.purpose && version === agreement.version,
        );
        if (user.role === role && hasAgreed) return null;
        const consents = hasAgreed ? user.consents : [...user.consents, agreement];
        const changed = changeUser(user, { role, consents, edited: true }, at);
        const action = user.role === role ? 'update' : 'role_changed';
        const audited = userEvents.audited(user, changed, { actor: ownerOf(user, via), action, at });
        return { user: changed, events: [userEvents.updated(changed, at), audited] };
      },
    );
  }

  return async (principal, token, via) => {
    const user = await findTokenOwner(users, principal);
    if (principal === null) throw forbidden();
    const claimant = { token, userId: user.id, email: addressOf(user) };
    const { state, kind } = requireUsable(await invitations.check(claimant));
    if (state === 'open') {
      await prepare(principal, kind === 'firm' ? ROLE.firm : ROLE.lawyer, via);
      requireUsable(await invitations.claim(claimant));
    }
    const owner = await users.findById(user.id);
    if (owner === null || owner.blocked) throw unauthorized('Invalid credentials');
    return loggedIn(keyRing, owner);
  };
}
