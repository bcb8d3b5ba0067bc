import { isDeepStrictEqual } from 'node:util';
import { desksOf, type Desk } from '@vidhi/contracts/desks.ts';
import { ROLE, isStaff } from '@vidhi/contracts/roles.ts';
import type { OutboxFields } from '@vidhi/outbox/outbox-document.ts';
import { spendRequests, storedRequests, type MailRequest } from '../mail/mail-request.ts';
import type { UserDocument } from './user-collection.ts';

/** Remaining rights of a registration; null for accounts that did not register here, and after a new password or a block. */
export type Registration = NonNullable<UserDocument['registration']>;
export type Consent = NonNullable<UserDocument['consents']>[number];

/** An account, as services use it: what a document may lack is null or empty. */
export interface User extends Omit<
  UserDocument,
  keyof OutboxFields | '_id' | 'email' | 'username' | 'desks' | 'mailRequests' | 'registration' | 'consents'
> {
  id: number;
  username: string | null;
  email: string | null;
  desks?: readonly Desk[];
  /** Incremented by every write that emits an event. */
  rev: number;
  mailRequests: readonly MailRequest[];
  registration: Registration | null;
  consents: readonly Consent[];
}

export const LOCAL_PROVIDER = 'local';

/**
 * Ids of staff accounts created here start far above the ids of archives, which imports preserve, and below
 * 2^31, which clients of the reference expect.
 */
export const STAFF_ID_BASE = 2_000_000_000;

export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** Roles that an archive may grant: never staff, and only by id. */
export const importableRole = (role: unknown): number =>
  typeof role === 'number' && Number.isInteger(role) && role >= ROLE.customer && role <= ROLE.judge
    ? role
    : ROLE.customer;

export const isStaffAccount = ({ role }: Pick<User, 'role'>): boolean => isStaff(role);

type Changeable = Omit<User, 'id' | 'createdAt' | 'updatedAt' | 'rev' | 'tokenVersion'>;

/**
 * Returns the account after a change: with a new revision, and a new token version if the change revokes tokens. A new
 * password and a block void every link and ticket that was issued before; a new role does not, as a registration changes
 * it while its link is under way.
 */
export function changeUser(user: User, patch: Partial<Changeable>, at: Date): User {
  const changed = { ...user, ...patch };
  const endsRequests = changed.passwordHash !== user.passwordHash || (changed.blocked && !user.blocked);
  const revokes =
    endsRequests || changed.role !== user.role || !isDeepStrictEqual(desksOf(changed), desksOf(user));
  const tokenVersion = user.tokenVersion + (revokes ? 1 : 0);
  const requests =
    changed.confirmed && !user.confirmed
      ? spendRequests(changed.mailRequests, 'email-confirmation')
      : changed.mailRequests;
  const mailRequests = requests.map((request) =>
    !endsRequests && request.tokenVersion === user.tokenVersion ? { ...request, tokenVersion } : request,
  );
  return {
    ...changed,
    mailRequests: storedRequests({ ...changed, tokenVersion, mailRequests }, at),
    // A ticket is in the browser that registered.
    registration: endsRequests ? null : changed.registration,
    tokenVersion,
    updatedAt: at.toISOString(),
    rev: user.rev + 1,
  };
}
