import type { Actor } from '@vidhi/contracts/actor.ts';
import { erasureConfirmation, type CustomerAction } from '@vidhi/contracts/customers.ts';
import { WireError, forbidden, notFound, validationError } from '@vidhi/contracts/errors.ts';
import type { FindProfileOf } from '../mail/resolve-mail-request.ts';
import type { EraseUser } from '../privacy/erase-account.ts';
import type { RefreshSession } from '../refresh/refresh-session.ts';
import type { SessionRepository } from '../refresh/session-repository.ts';
import { changeAccount } from '../users/change-account.ts';
import type { UserEvents } from '../users/user-events.ts';
import { changeUser, type User } from '../users/user.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { isCustomer, type CustomerSearch, type FoundCustomers } from './customer-search.ts';

export interface CustomerDetails {
  user: User;
  sessions: RefreshSession[];
  /** Undefined while the directory is unavailable. */
  profile: { id: number; title: string } | null | undefined;
}

export interface CustomerDeed {
  action: CustomerAction;
  reason?: string | undefined;
  actor: Actor;
}

/** The work of administrators on accounts that are not staff's. Those of staff, and erased ones, are 404. */
export interface ManageCustomers {
  list(search: CustomerSearch): Promise<FoundCustomers>;
  find(id: number): Promise<User>;
  describe(user: User): Promise<CustomerDetails>;
  /** Confirms, blocks or unblocks the account, or ends its sessions. One that is so already stays as it is. */
  act(id: number, deed: CustomerDeed): Promise<User>;
  /** Erases the account as its owner would; `confirmation` names it, so that no other one is erased by mistake. */
  erase(id: number, request: { confirmation: string; reason: string; actor: Actor }): Promise<void>;
}

interface ManageCustomersDependencies {
  users: Pick<UserRepository, 'findById' | 'update' | 'listCustomers'>;
  sessions: Pick<SessionRepository, 'listOf' | 'removeOldest'>;
  userEvents: UserEvents;
  findProfileOf?: FindProfileOf | undefined;
  eraseUser: EraseUser;
  now?: () => Date;
}

type Patch = Partial<Pick<User, 'confirmed' | 'blocked'>>;
const PATCHES: Readonly<Record<CustomerAction, Patch>> = {
  confirm: { confirmed: true },
  block: { blocked: true },
  unblock: { blocked: false },
  end_sessions: {},
};

/** Verbs of the audit log, as other changes of accounts have them. */
const VERBS: Readonly<Record<CustomerAction, string>> = {
  confirm: 'confirm',
  block: 'block',
  unblock: 'unblock',
  end_sessions: 'sessions_ended',
};

function requireCustomer(user: User | null): User {
  if (user === null || !isCustomer(user)) throw notFound();
  return user;
}

export function createManageCustomers(dependencies: ManageCustomersDependencies): ManageCustomers {
  const { users, sessions, userEvents, eraseUser, now = () => new Date() } = dependencies;
  const { findProfileOf = async () => null } = dependencies;
  return {
    list: (search) => users.listCustomers(search),
    find: async (id) => requireCustomer(await users.findById(id)),
    async describe(user) {
      const [open, profile] = await Promise.all([
        sessions.listOf(user.id),
        // The account can be blocked while the directory is unavailable.
        findProfileOf(user.id).catch(() => undefined),
      ]);
      const current = open.filter(({ tokenVersion }) => tokenVersion === user.tokenVersion);
      return { user, sessions: current, profile };
    },
    async act(id, { action, reason, actor }) {
      if (actor.id === id) throw forbidden();
      let current: User | null = null;
      const written = await changeAccount(
        users,
        () => users.findById(id),
        async (found) => {
          const user = requireCustomer(found);
          current = user;
          const patch = PATCHES[action];
          const isSo = (Object.keys(patch) as (keyof Patch)[]).every((name) => user[name] === patch[name]);
          if (isSo && action !== 'end_sessions') return null;
          if (action === 'confirm' && user.email === null)
            throw new WireError(409, 'ConflictError', 'This account has no e-mail address.');
          const at = now();
          const changed = changeUser(user, { ...patch, edited: true }, at);
          const after =
            action === 'end_sessions' ? { ...changed, tokenVersion: user.tokenVersion + 1 } : changed;
          const audited = userEvents.audited(user, after, {
            actor,
            action: VERBS[action],
            at,
            ...(reason === undefined ? {} : { reason }),
          });
          return { user: after, events: [userEvents.updated(after, at), audited] };
        },
      );
      const result = written ?? (current as User | null);
      if (result === null) throw notFound();
      if (result.blocked || action === 'end_sessions') await sessions.removeOldest(id, 0);
      return result;
    },
    async erase(id, { confirmation, reason, actor }) {
      if (actor.id === id) throw forbidden();
      await eraseUser(id, {
        reason,
        actorOf: () => actor,
        async check(found) {
          const expected = erasureConfirmation(requireCustomer(found));
          if (confirmation.trim().toLowerCase() !== expected.toLowerCase())
            throw validationError(
              'Please type the e-mail address of the account, or its number without one.',
            );
        },
      });
    },
  };
}
