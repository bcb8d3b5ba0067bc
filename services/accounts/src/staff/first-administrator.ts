import { randomBytes } from 'node:crypto';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { WireError, attributeErrors } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { hashToken, isToken } from '@vidhi/service-kit/link-tokens.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { PasswordProblem } from '../passwords/password-rules.ts';
import type { UserEvents } from '../users/user-events.ts';
import { normaliseEmail, type User } from '../users/user.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { FirstAdministratorLink } from './first-administrator-link.ts';
import { newStaffUser } from './new-staff-user.ts';

export interface NewAdministrator {
  token: string;
  email: string;
  password: string;
  first_name?: string | undefined;
  last_name?: string | undefined;
}

export interface FirstAdministrator {
  /** Makes a link, in place of the one before. Null for a site that has an administrator, blocked or invited ones, too. */
  createLink(): Promise<{ token: string; expiresAt: Date } | null>;
  /** Makes the administrator, once. Throws 410 for a link that is used, expired or void. */
  make(request: NewAdministrator, actor: Actor): Promise<User>;
}

interface FirstAdministratorDependencies {
  users: Pick<UserRepository, 'findByEmail' | 'insert' | 'listStaff' | 'nextStaffId'>;
  link: FirstAdministratorLink;
  hasher: Pick<PasswordHasher, 'hash'>;
  userEvents: UserEvents;
  passwordProblem: PasswordProblem;
  now?: () => Date;
}

const TOKEN_BYTES = 32;
const LIFE_MS = 60 * 60 * 1_000;

const gone = (): WireError =>
  new WireError(410, 'GoneError', 'This link is used or void. Start the site again to get another one.');
const taken = (): WireError =>
  new WireError(409, 'ConflictError', 'Another account has this e-mail address. Please take another one.');

export function createFirstAdministrator(dependencies: FirstAdministratorDependencies): FirstAdministrator {
  const { users, link, hasher, userEvents, passwordProblem, now = () => new Date() } = dependencies;

  const exists = async (): Promise<boolean> =>
    (await users.listStaff()).some(({ role }) => role === ROLE.administrator);

  /** Throws for what the form can mend, before the link is used up. */
  async function requireFit({ email, password }: { email: string; password: string }): Promise<void> {
    if (!isMailable(email))
      throw attributeErrors([{ path: ['email'], message: 'email must be a valid email' }]);
    const problem = passwordProblem(password, ROLE.administrator);
    if (problem !== null) throw attributeErrors([{ path: ['password'], message: problem }]);
    if ((await users.findByEmail(email)) !== null) throw taken();
  }

  async function insert(account: User, actor: Actor, at: Date): Promise<User> {
    // The address may be the username of another account.
    for (const user of [account, { ...account, username: null }]) {
      const audited = userEvents.audited(null, user, { actor, action: 'first_administrator', at });
      if ((await users.insert(user, userEvents.registered(user, at), audited)) === 'written') return user;
    }
    throw taken();
  }

  return {
    async createLink() {
      if (await exists()) return null;
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const expiresAt = new Date(now().getTime() + LIFE_MS);
      await link.replace({ tokenHash: hashToken(token), expiresAt });
      return { token, expiresAt };
    },
    async make({ token, password, first_name, last_name, ...rest }, actor) {
      if (!isToken(token)) throw gone();
      const tokenHash = hashToken(token);
      if (!(await link.isValid(tokenHash, now())) || (await exists())) throw gone();
      const email = normaliseEmail(rest.email);
      await requireFit({ email, password });
      const passwordHash = await hasher.hash(password);
      const at = now();
      if (!(await link.use(tokenHash, at))) throw gone();
      const id = await users.nextStaffId();
      const role = ROLE.administrator;
      return insert(
        newStaffUser({ id, email, first_name, last_name, role, desks: [], passwordHash, at }),
        actor,
        at,
      );
    },
  };
}
