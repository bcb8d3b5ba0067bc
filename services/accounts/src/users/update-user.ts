import type { Actor } from '@vidhi/contracts/actor.ts';
import { attributeErrors, forbidden, notFound } from '@vidhi/contracts/errors.ts';
import { ROLE, isStaff } from '@vidhi/contracts/roles.ts';
import type { RegistrationTicket } from '@vidhi/service-kit/registration-ticket.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import { objectOf, optionalName } from '../bodies/read-body.ts';
import { toRegistrableRole } from '../registration/registration-role.ts';
import { ownerOf } from './account-audit.ts';
import { changeAccount, type AccountChange } from './change-account.ts';
import type { UserEvents } from './user-events.ts';
import { changeUser, isStaffAccount, type User } from './user.ts';
import type { UserRepository } from './user-repository.ts';

export interface UserUpdate {
  id: number;
  body: unknown;
  /** Account of the token; `ticket` names the registration that the request continues. */
  principal: Principal | null;
  ticket: RegistrationTicket | null;
  via: Actor['via'];
}

/** Resolves with the account after the update. */
export type UpdateUser = (update: UserUpdate) => Promise<User>;

interface UpdateDependencies {
  users: Pick<UserRepository, 'findById' | 'update'>;
  userEvents: UserEvents;
  now?: () => Date;
}

type Values = Readonly<Record<string, unknown>>;
type Patch = Partial<
  Pick<User, 'first_name' | 'last_name' | 'role' | 'blocked' | 'confirmed' | 'registration'>
>;

/** Roles that an administrator may assign to an account that is not staff. */
const ASSIGNABLE_ROLES: readonly number[] = [ROLE.customer, ROLE.lawyer, ROLE.firm, ROLE.judge];

function namesOf(values: Values): Patch {
  const patch: Patch = {};
  for (const name of ['first_name', 'last_name'] as const) {
    if (values[name] === undefined) continue;
    const text = optionalName(name, values[name]);
    if (text === null) throw attributeErrors([{ path: [name], message: `${name} is a required field` }]);
    patch[name] = text;
  }
  return patch;
}

/** Returns the requested role, from `{ role }` or `{ data: { role } }`. */
function requestedRole(values: Values): unknown {
  const { role, data } = values;
  if (role !== undefined) return role;
  return typeof data === 'object' && data !== null ? (data as { role?: unknown }).role : undefined;
}

function assignedRole(value: unknown): number {
  const role = typeof value === 'string' ? Number(value) : value;
  if (typeof role === 'number' && ASSIGNABLE_ROLES.includes(role)) return role;
  throw attributeErrors([
    { path: ['role'], message: `role must be one of the following values: ${ASSIGNABLE_ROLES.join(', ')}` },
  ]);
}

/** Returns the changes that an administrator may make to another account. */
function administeredPatch(user: User, values: Values): Patch {
  if (isStaffAccount(user)) throw forbidden();
  const role = requestedRole(values);
  return {
    ...namesOf(values),
    ...(role === undefined ? {} : { role: assignedRole(role) }),
    ...(typeof values['blocked'] === 'boolean' ? { blocked: values['blocked'] } : {}),
    ...(typeof values['confirmed'] === 'boolean' ? { confirmed: values['confirmed'] } : {}),
  };
}

/** Returns the only change of role that a registration allows: from customer to lawyer or firm. */
function ticketPatch({ role, registration }: User, values: Values): Patch {
  const requested = toRegistrableRole(requestedRole(values));
  if (registration === null || requested === null || requested === role || requested === ROLE.customer)
    return {};
  if (role !== ROLE.customer || registration.hasChangedRole) return {};
  return { role: requested, registration: { ...registration, hasChangedRole: true } };
}

/** Returns the verb of the audit log for a change. */
function actionOf(before: User, { role, blocked }: User): string {
  if (role !== before.role) return 'role_changed';
  if (blocked !== before.blocked) return blocked ? 'block' : 'unblock';
  return 'update';
}

/**
 * `PUT /api/users/{id}`: people change their names, a registration ticket changes the role once, administrators what is
 * theirs to decide. Everything else in a body is ignored, as an account of the reference's clients expects.
 */
export function createUpdateUser({
  users,
  userEvents,
  now = () => new Date(),
}: UpdateDependencies): UpdateUser {
  return async ({ id, body, principal, ticket, via }) => {
    const values = objectOf(body);
    const isOwn = principal?.userId === id;
    const hasTicket = ticket?.userId === id;
    const isAdministrator = principal?.role === ROLE.administrator;
    if (!isOwn && !hasTicket && !isAdministrator) throw forbidden();

    let current: User | null = null;
    const written = await changeAccount(
      users,
      () => users.findById(id),
      async (user): Promise<AccountChange | null> => {
        current = user;
        if (user === null) throw isAdministrator ? notFound('User not found') : forbidden();
        const ticketHolds = hasTicket && !user.blocked && user.registration?.ticketId === ticket.ticketId;
        if (!isOwn && !isAdministrator && !ticketHolds) throw forbidden();
        const patch: Patch = {
          ...(isOwn ? namesOf(values) : {}),
          ...(isAdministrator && !isOwn ? administeredPatch(user, values) : {}),
          ...(ticketHolds && !isStaff(user.role) ? ticketPatch(user, values) : {}),
        };
        if (Object.keys(patch).length === 0) return null;
        const at = now();
        const changed = changeUser(user, { ...patch, edited: true }, at);
        const actor =
          principal === null ? ownerOf(user, via) : { id: principal.userId, role: principal.role, via };
        const audited = userEvents.audited(user, changed, { actor, action: actionOf(user, changed), at });
        return { user: changed, events: [userEvents.updated(changed, at), audited] };
      },
    );
    const result = written ?? (current as User | null);
    if (result === null) throw forbidden();
    return result;
  };
}
