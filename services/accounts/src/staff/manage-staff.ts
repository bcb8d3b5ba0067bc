import type { Actor } from '@vidhi/contracts/actor.ts';
import { DESKS, EDITOR_DESKS, type Desk } from '@vidhi/contracts/desks.ts';
import { WireError, notFound } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { RequestMail } from '../mail/request-mail.ts';
import { requestOf } from '../mail/mail-request.ts';
import type { SessionRepository } from '../refresh/session-repository.ts';
import type { UserEvents } from '../users/user-events.ts';
import { changeUser, isStaffAccount, type User } from '../users/user.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { changeStaffAccount } from './change-staff-account.ts';
import { newStaffUser } from './new-staff-user.ts';

export interface StaffMember {
  user: User;
  /** The invitation waits to be accepted. */
  isInvited: boolean;
  sessions: number;
  lastUsedAt: string | null;
}

export interface Invitation {
  email: string;
  role: number;
  desks?: readonly Desk[];
  first_name?: string;
  last_name?: string;
}

export interface StaffPatch {
  /** 10, 11, or 4 for somebody who leaves the staff. */
  role?: number;
  desks?: readonly Desk[];
  blocked?: boolean;
  first_name?: string;
  last_name?: string;
}

/** The work of administrators on the accounts of staff. */
export interface ManageStaff {
  list(): Promise<StaffMember[]>;
  /** Adds what is known of invitation and sessions to an account. */
  describe(user: User): Promise<StaffMember>;
  /** Creates an account without password and mails a link that sets one; a further invitation replaces the link. */
  invite(invitation: Invitation, actor: Actor): Promise<StaffMember>;
  change(id: number, patch: StaffPatch, actor: Actor): Promise<StaffMember>;
  /** Ends all sessions and tokens of the account. */
  endSessions(id: number, actor: Actor): Promise<StaffMember>;
}

interface ManageStaffDependencies {
  users: UserRepository;
  sessions: Pick<SessionRepository, 'listOf' | 'removeOldest'>;
  userEvents: UserEvents;
  requestMail: RequestMail;
  now?: () => Date;
}

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);
const inOrder = (desks: readonly Desk[]): Desk[] => DESKS.filter((desk) => desks.includes(desk));

function actionOf(before: User, after: User): string {
  if (before.blocked !== after.blocked) return after.blocked ? 'block' : 'unblock';
  if (before.role !== after.role) return 'role_changed';
  return inOrder(before.desks ?? []).join() === inOrder(after.desks ?? []).join()
    ? 'update'
    : 'desks_changed';
}

export function createManageStaff(dependencies: ManageStaffDependencies): ManageStaff {
  const { users, sessions, userEvents, requestMail, now = () => new Date() } = dependencies;

  async function describe(user: User): Promise<StaffMember> {
    const open = await sessions.listOf(user.id);
    return {
      user,
      isInvited: user.passwordHash === null && requestOf(user, 'staff-invitation', now()) !== null,
      sessions: open.filter(({ tokenVersion }) => tokenVersion === user.tokenVersion).length,
      lastUsedAt: open[0]?.rotatedAt.toISOString() ?? null,
    };
  }

  /** Returns the account with the mail of its invitation. */
  function invited(user: User, before: User | null, actor: Actor, at: Date) {
    const { user: requested, event } = requestMail(user, {
      template: 'staff-invitation',
      email: user.email,
      at,
    });
    const audited = userEvents.audited(before, requested, { actor, action: 'staff_invited', at });
    const state = before === null ? userEvents.registered(requested, at) : userEvents.updated(requested, at);
    return { user: requested, events: [state, event, audited] };
  }

  async function create({ email, role, desks, first_name, last_name }: Invitation, actor: Actor) {
    const at = now();
    const account = newStaffUser({
      id: await users.nextStaffId(),
      email,
      first_name,
      last_name,
      role,
      desks: role === ROLE.editor ? inOrder(desks ?? EDITOR_DESKS) : [],
      passwordHash: null,
      at,
    });
    const { user, events } = invited(account, null, actor, at);
    if ((await users.insert(user, ...events)) !== 'written')
      throw conflict('Another account has this e-mail address');
    return user;
  }

  return {
    describe,
    async list() {
      return Promise.all((await users.listStaff()).map(describe));
    },
    async invite(invitation, actor) {
      const existing = await users.findByEmail(invitation.email);
      if (existing === null) return describe(await create(invitation, actor));
      if (!isStaffAccount(existing) || existing.passwordHash !== null)
        throw conflict('Another account has this e-mail address');
      const written = await changeStaffAccount(
        users,
        () => users.findById(existing.id),
        async (user) => {
          if (user === null || !isStaffAccount(user)) throw notFound();
          if (user.passwordHash !== null) throw conflict('The invitation was accepted already');
          const { role, desks = user.desks ?? EDITOR_DESKS } = invitation;
          const patch = { role, desks: role === ROLE.editor ? inOrder(desks) : [], edited: true };
          return invited(changeUser(user, patch, now()), user, actor, now());
        },
      );
      return describe(written ?? existing);
    },
    async change(id, patch, actor) {
      if (patch.blocked === true && actor.id === id) throw conflict('Nobody blocks the own account');
      let current: User | null = null;
      const written = await changeStaffAccount(
        users,
        () => users.findById(id),
        async (user) => {
          current = user;
          if (user === null || !isStaffAccount(user)) throw notFound();
          const role = patch.role ?? user.role;
          const wanted =
            patch.desks ?? (user.role === ROLE.editor ? user.desks : EDITOR_DESKS) ?? EDITOR_DESKS;
          const desks = role === ROLE.editor ? inOrder(wanted) : [];
          const at = now();
          const changed = changeUser(user, { ...patch, role, desks, edited: true }, at);
          const action = actionOf(user, changed);
          const audited = userEvents.audited(user, changed, { actor, action, at });
          return { user: changed, events: [userEvents.updated(changed, at), audited] };
        },
      );
      const result = written ?? (current as User | null);
      if (result === null) throw notFound();
      if (result.blocked || !isStaffAccount(result)) await sessions.removeOldest(id, 0);
      return describe(result);
    },
    async endSessions(id, actor) {
      const written = await changeStaffAccount(
        users,
        () => users.findById(id),
        async (user) => {
          if (user === null || !isStaffAccount(user)) throw notFound();
          const at = now();
          const changed = changeUser(user, { edited: true }, at);
          const ended = { ...changed, tokenVersion: user.tokenVersion + 1 };
          const audited = userEvents.audited(user, ended, { actor, action: 'sessions_ended', at });
          return { user: ended, events: [userEvents.updated(ended, at), audited] };
        },
      );
      if (written === null) throw notFound();
      await sessions.removeOldest(id, 0);
      return describe(written);
    },
  };
}
