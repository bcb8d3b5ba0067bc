import { isDeepStrictEqual } from 'node:util';
import { COMMAND } from '@vidhi/contracts/actor.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { DESKS, EDITOR_DESKS, isDesk, type Desk } from '@vidhi/contracts/desks.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { validationError } from '@vidhi/contracts/errors.ts';
import { generatePassword } from '../passwords/generated-password.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { changeStaffAccount } from './change-staff-account.ts';
import { newStaffUser } from './new-staff-user.ts';
import { toStaffRole } from '../users/role.ts';
import type { UserEvents } from '../users/user-events.ts';
import { LOCAL_PROVIDER, changeUser, normaliseEmail, type User } from '../users/user.ts';
import type { UserRepository } from '../users/user-repository.ts';

export interface StaffRequest {
  email: string;
  role: string | number;
  /** Desks of an editor: those of every new editor where absent, and those that the account has. */
  desks?: readonly string[];
  password?: string;
  first_name?: string;
  last_name?: string;
  /** Does not change an existing account. */
  ifAbsent?: boolean;
}

export interface StaffOutcome {
  id: number;
  email: string;
  role: number;
  outcome: 'created' | 'changed' | 'unchanged';
  /** Only when this call generated one; it is not stored. */
  generatedPassword?: string;
}

export type AddStaff = (request: StaffRequest) => Promise<StaffOutcome>;

/** Staff access drafts and settings: their passwords must be longer than visitors'. */
const MIN_PASSWORD_LENGTH = 10;

interface StaffDependencies {
  users: UserRepository;
  hasher: PasswordHasher;
  userEvents: UserEvents;
  now?: () => Date;
}

/** Returns the requested desks; throws for an unknown one, and for an administrator, who has all. */
function desksFor({ desks }: StaffRequest, role: number): Desk[] | undefined {
  if (desks === undefined) return undefined;
  if (role !== ROLE.editor) throw validationError('desks are for editors: an administrator has all');
  const unknown = desks.find((desk) => !isDesk(desk));
  if (unknown !== undefined) throw validationError(`desks must be of ${DESKS.join(', ')}: not ${unknown}`);
  return DESKS.filter((desk) => desks.includes(desk));
}

/** Creates a staff account, or changes role, name or password of an existing account. */
export function createAddStaff({
  users,
  hasher,
  userEvents,
  now = () => new Date(),
}: StaffDependencies): AddStaff {
  const createdEvents = (user: User, at: Date) => [
    userEvents.registered(user, at),
    userEvents.audited(null, user, { actor: COMMAND, action: 'staff_added', at }),
  ];

  async function create(request: StaffRequest, email: string, role: number): Promise<StaffOutcome> {
    const generated = request.password === undefined ? generatePassword() : null;
    const passwordHash = await hasher.hash(request.password ?? generated ?? '');
    const at = now();
    const user = newStaffUser({
      id: await users.nextStaffId(),
      email,
      first_name: request.first_name,
      last_name: request.last_name,
      role,
      desks: desksFor(request, role) ?? (role === ROLE.editor ? EDITOR_DESKS : []),
      passwordHash,
      at,
    });
    const written = await users.insert(user, ...createdEvents(user, at));
    // Created concurrently, or the e-mail address is another account's username: look up by e-mail address.
    if (written === 'taken') return addWithoutUsername(user, request, at, generated);
    return created(user, generated);
  }

  async function addWithoutUsername(user: User, request: StaffRequest, at: Date, generated: string | null) {
    const { email } = user;
    const existing = email === null ? null : await users.findByEmail(email);
    if (existing !== null) return change(existing, request, user.role);
    const nameless = { ...user, username: null };
    const written = await users.insert(nameless, ...createdEvents(nameless, at));
    if (written !== 'written') throw validationError('This account is being changed by somebody else');
    return created(nameless, generated);
  }

  const created = ({ id, email, role }: User, generated: string | null): StaffOutcome => ({
    id,
    email: email ?? '',
    role,
    outcome: 'created',
    ...(generated === null ? {} : { generatedPassword: generated }),
  });

  async function change(existing: User, request: StaffRequest, role: number): Promise<StaffOutcome> {
    const { password, first_name = existing.first_name, last_name = existing.last_name } = request;
    const keepsPassword =
      password === undefined
        ? existing.passwordHash !== null
        : await hasher.verify(password, existing.passwordHash);
    const generated = password === undefined && !keepsPassword ? generatePassword() : null;
    const passwordHash = keepsPassword
      ? existing.passwordHash
      : await hasher.hash(password ?? generated ?? '');
    const known = existing.role === ROLE.editor ? existing.desks : EDITOR_DESKS;
    const desks = role === ROLE.editor ? (desksFor(request, role) ?? known ?? EDITOR_DESKS) : [];
    const patch = {
      role,
      desks,
      first_name,
      last_name,
      passwordHash,
      confirmed: true,
      blocked: false,
      stepsDown: false,
    };
    const { id, email } = existing;
    const account = { id, email: email ?? '', role };
    const before = { desks: [], stepsDown: false, ...existing };
    const isSame = Object.entries(patch).every(([name, value]) =>
      isDeepStrictEqual(before[name as keyof typeof patch], value),
    );
    if (isSame) return { ...account, outcome: 'unchanged' };
    await changeStaffAccount(
      users,
      () => users.findById(id),
      async (current) => {
        if (current === null) throw validationError('This account was removed meanwhile');
        const at = now();
        const changed = changeUser(current, { ...patch, provider: LOCAL_PROVIDER, edited: true }, at);
        const audited = userEvents.audited(current, changed, { actor: COMMAND, action: 'staff_changed', at });
        return { user: changed, events: [userEvents.updated(changed, at), audited] };
      },
    );
    return {
      ...account,
      outcome: 'changed',
      ...(generated === null ? {} : { generatedPassword: generated }),
    };
  }

  return async (request) => {
    const email = normaliseEmail(request.email);
    const role = toStaffRole(request.role);
    if (!isMailable(email)) throw validationError('email must be a valid email');
    if (role === null) throw validationError('role must be editor (10) or administrator (11)');
    if (request.password !== undefined && request.password.length < MIN_PASSWORD_LENGTH)
      throw validationError(`password must be at least ${MIN_PASSWORD_LENGTH} characters`);
    const existing = await users.findByEmail(email);
    if (existing === null) return create(request, email, role);
    if (request.ifAbsent === true)
      return { id: existing.id, email, role: existing.role, outcome: 'unchanged' };
    return change(existing, request, role);
  };
}
