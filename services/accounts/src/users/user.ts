import { isDeepStrictEqual } from 'node:util';
import { desksOf, type Desk } from '@vidhi/contracts/desks.ts';
import { ROLE, isStaff } from '@vidhi/contracts/roles.ts';
import { spendRequests, storedRequests, type MailRequest } from '../mail/mail-request.ts';
import type { SecondStep } from '../second-step/stored-second-step.ts';

/** Remaining rights of a registration; null for accounts that did not register here, and after a new password or a block. */
export interface Registration {
  /** Id (`jti`) of the ticket that was issued for it. */
  ticketId: string;
  /** Whether the ticket's only change of role is spent. */
  hasChangedRole: boolean;
}

/** A consent, with the text that was agreed to named by its version. */
export interface Consent {
  purpose: 'legal-agreement' | 'adult';
  version: string;
  at: string;
}

/** A stored account. Attributes have their wire names. */
export interface User {
  id: number;
  username: string | null;
  email: string | null;
  provider: string | null;
  confirmed: boolean;
  blocked: boolean;
  first_name: string | null;
  last_name: string | null;
  mobile: string | null;
  role: number;
  /** Desks of an editor; of no effect for other roles. */
  desks?: readonly Desk[];
  /** True while an administrator is being removed, and after a process died meanwhile; see `change-staff-account.ts`. */
  stepsDown?: boolean;
  /** Second step of the login, of effect for staff; absent or null when it is off. */
  secondStep?: SecondStep | null;
  /** Null when there is no usable password. */
  passwordHash: string | null;
  /** Incremented by each change of password, role, desks or block; tokens with a lower one are rejected. */
  tokenVersion: number;
  createdAt: string;
  updatedAt: string;
  /** Incremented by every write that emits an event. */
  rev: number;
  /** True after a change here; then an import does not overwrite it. */
  edited: boolean;
  /** Hash of the imported content, to detect changes; null for accounts created here. */
  importHash: string | null;
  /** Requested mails that may still be sent, with the tokens of their links. */
  mailRequests: readonly MailRequest[];
  registration: Registration | null;
  consents: readonly Consent[];
  /** Present when its owner erased it: nothing about the person is left. */
  erasedAt?: string;
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
