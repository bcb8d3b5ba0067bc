import type { Actor } from '@vidhi/contracts/actor.ts';
import { forbidden, validationError } from '@vidhi/contracts/errors.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import type { ConsoleViewRepository } from '../console-views/console-view-repository.ts';
import type { KnownClientRepository } from '../devices/known-client-repository.ts';
import type { SavedArticleRepository } from '../saved-articles/saved-article-repository.ts';
import type { SessionRepository } from '../refresh/session-repository.ts';
import { ownerOf } from '../users/account-audit.ts';
import { changeAccount } from '../users/change-account.ts';
import type { UserEvents } from '../users/user-events.ts';
import { changeUser, isStaffAccount, type User } from '../users/user.ts';
import type { EraseByAddress } from './stored-elsewhere.ts';
import { assertCurrent } from '../users/token-owner.ts';
import type { UserRepository } from '../users/user-repository.ts';

interface EraseDependencies {
  users: Pick<UserRepository, 'findById' | 'update'>;
  sessions: Pick<SessionRepository, 'removeOldest'>;
  savedArticles: Pick<SavedArticleRepository, 'removeAllOf'>;
  knownClients: Pick<KnownClientRepository, 'removeAllOf'>;
  /** Somebody who was of the staff once has views of the console. */
  consoleViews: Pick<ConsoleViewRepository, 'removeAllOf'>;
  /** Events about the account that could not be applied have its name. */
  deadLetters: Pick<DeadLetterStore, 'removeByKey'>;
  /** Name of the topic of accounts. */
  usersTopic: string;
  userEvents: UserEvents;
  /** Erases the data that other services store by address: after the erasure of the account the address is unknown. */
  eraseByAddress: EraseByAddress;
  now?: () => Date;
}

/** Returns the account without personal data. Nobody can log in to it, and an import does not restore it. */
export function erasedUser(user: User, at: Date): User {
  const changed = changeUser(
    user,
    {
      email: null,
      username: null,
      first_name: null,
      last_name: null,
      mobile: null,
      passwordHash: null,
      confirmed: false,
      blocked: true,
      edited: true,
      mailRequests: [],
      registration: null,
      consents: [],
      ...(user.secondStep === undefined ? {} : { secondStep: null }),
    },
    at,
  );
  return { ...changed, tokenVersion: user.tokenVersion + 1, erasedAt: at.toISOString() };
}

export interface Erasure {
  /** Throws to reject; is called again after a concurrent change. */
  check: (user: User | null) => Promise<void>;
  actorOf: (user: User) => Actor;
  /** For the audit log, which has no personal data. */
  reason?: string;
}

/**
 * Erases an account. What remains is its id, which orders refer to, without anything about the person. The event replaces
 * the former ones on the compacted topic, and makes catalog remove the profile with its pictures.
 */
export type EraseUser = (id: number, erasure: Erasure) => Promise<void>;

export function createEraseUser(dependencies: EraseDependencies): EraseUser {
  const { users, sessions, savedArticles, userEvents, eraseByAddress } = dependencies;
  const { knownClients, consoleViews, deadLetters, usersTopic, now = () => new Date() } = dependencies;
  return async (id, { check, actorOf, reason }) => {
    await changeAccount(
      users,
      () => users.findById(id),
      async (user) => {
        await check(user);
        // Staff is removed by an administrator.
        if (user === null || isStaffAccount(user)) throw forbidden();
        // First, because an erasure that is interrupted after the account's write is not repeated.
        await savedArticles.removeAllOf(id);
        await knownClients.removeAllOf(id);
        await consoleViews.removeAllOf(id);
        await deadLetters.removeByKey(usersTopic, String(id));
        await eraseByAddress(user);
        const at = now();
        const changed = erasedUser(user, at);
        const audited = userEvents.audited(user, changed, {
          actor: actorOf(user),
          action: 'erase',
          at,
          ...(reason === undefined ? {} : { reason }),
        });
        return { user: changed, events: [userEvents.updated(changed, at), audited] };
      },
    );
    await sessions.removeOldest(id, 0);
  };
}

/** Erases the caller's account, with the password. */
export type EraseAccount = (principal: Principal, currentPassword: string) => Promise<void>;

export const createEraseAccount =
  (eraseUser: EraseUser, hasher: Pick<PasswordHasher, 'verify'>): EraseAccount =>
  ({ userId, tokenVersion }, currentPassword) =>
    eraseUser(userId, {
      actorOf: (user) => ownerOf(user, 'site'),
      async check(user) {
        assertCurrent(user, tokenVersion);
        if (isStaffAccount(user)) throw forbidden();
        if (!(await hasher.verify(currentPassword, user.passwordHash)))
          throw validationError('The provided current password is invalid');
      },
    });
