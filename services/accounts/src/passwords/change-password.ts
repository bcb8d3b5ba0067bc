import type { Actor } from '@vidhi/contracts/actor.ts';
import { attributeErrors, unauthorized, validationError } from '@vidhi/contracts/errors.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { RequestMail } from '../mail/request-mail.ts';
import { ownerOf } from '../users/account-audit.ts';
import { changeAccount } from '../users/change-account.ts';
import type { UserEvents } from '../users/user-events.ts';
import { changeUser, type User } from '../users/user.ts';
import { assertCurrent } from '../users/token-owner.ts';
import { principalOf } from '../users/principal-of.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { isSamePassword } from './opaque-password.ts';
import type { PasswordProblem } from './password-rules.ts';

export interface LoggedIn {
  jwt: string;
  user: User;
}

export interface PasswordDependencies {
  users: Pick<UserRepository, 'findById' | 'findByTokenHash' | 'update'>;
  hasher: PasswordHasher;
  userEvents: UserEvents;
  keyRing: Pick<KeyRing, 'issue'>;
  requestMail: RequestMail;
  passwordProblem: PasswordProblem;
  now?: () => Date;
}

/** Throws 400 when the account may not have this password. */
export function rejectUnfitPassword(problemOf: PasswordProblem, password: string, { role }: User): void {
  const message = problemOf(password, role);
  if (message !== null) throw attributeErrors([{ path: ['password'], message }]);
}

/**
 * Returns the account with a new password: its tokens are revoked, everything that was requested before is void, and its
 * owner gets a mail.
 */
export function withPassword(
  user: User,
  passwordHash: string,
  write: {
    at: Date;
    requestMail: RequestMail;
    userEvents: UserEvents;
    via: Actor['via'];
    action: 'password_changed' | 'password_reset' | 'invitation_accepted';
  },
) {
  const { at, requestMail, userEvents, via, action } = write;
  const changed = changeUser(user, { passwordHash, edited: true }, at);
  const audited = userEvents.audited(user, changed, { actor: ownerOf(user, via), action, at });
  if (changed.email === null) return { user: changed, events: [userEvents.updated(changed, at), audited] };
  const { user: notified, event } = requestMail(changed, {
    template: 'password-changed-notice',
    email: changed.email,
    at,
  });
  return { user: notified, events: [userEvents.updated(notified, at), event, audited] };
}

export const loggedIn = async (keyRing: Pick<KeyRing, 'issue'>, user: User): Promise<LoggedIn> => ({
  jwt: await keyRing.issue(principalOf(user)),
  user,
});

/**
 * Changes the password of a logged-in user. Throws 400 with the reference's messages.
 * @param admit called once the passwords are verified; rejects when too many changes, which are mailed, were made
 */
export type ChangePassword = (
  principal: Principal,
  passwords: { currentPassword: string; password: string; via: Actor['via'] },
  admit: (user: User) => Promise<void>,
) => Promise<LoggedIn>;

export function createChangePassword(dependencies: PasswordDependencies): ChangePassword {
  const {
    users,
    hasher,
    userEvents,
    keyRing,
    requestMail,
    passwordProblem,
    now = () => new Date(),
  } = dependencies;
  return async ({ userId, tokenVersion }, { currentPassword, password, via }, admit) => {
    let isAdmitted = false;
    const written = await changeAccount(
      users,
      () => users.findById(userId),
      async (user) => {
        assertCurrent(user, tokenVersion);
        if (!(await hasher.verify(currentPassword, user.passwordHash)))
          throw validationError('The provided current password is invalid');
        if (isSamePassword(currentPassword, password))
          throw validationError('Your new password must be different than your current password');
        rejectUnfitPassword(passwordProblem, password, user);
        if (!isAdmitted) await admit(user);
        isAdmitted = true;
        return withPassword(user, await hasher.hash(password), {
          at: now(),
          requestMail,
          userEvents,
          via,
          action: 'password_changed',
        });
      },
    );
    if (written === null) throw unauthorized('Invalid credentials');
    return loggedIn(keyRing, written);
  };
}
