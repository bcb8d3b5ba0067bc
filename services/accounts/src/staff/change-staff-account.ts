import { WireError } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { AccountChange } from '../users/change-account.ts';
import type { User } from '../users/user.ts';
import type { UserRepository } from '../users/user-repository.ts';

export type StaffRepository = Pick<UserRepository, 'update' | 'hasAdministratorBesides'>;

/** Returns whether somebody can log in to this account as an administrator. */
export const isActiveAdministrator = ({
  role,
  blocked,
  passwordHash,
}: Pick<User, 'role' | 'blocked' | 'passwordHash'>): boolean =>
  role === ROLE.administrator && !blocked && passwordHash !== null;

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);
const LAST = 'A site needs an administrator: this is the last one';
const MAX_TRIES = 20;

/**
 * Changes an account like `changeAccount`. Rejects with 409 a change that would leave the site without an
 * administrator, even when several such changes run at the same time.
 *
 * Before administrators lose their role or access, their account is marked (`stepsDown`). Marked accounts do not count
 * as administrators: of two that are changed at the same time, the second sees the mark of the first, and its change is
 * rejected. Each write names the revision before it. If the process dies after the mark is set, the account is not
 * counted until it is changed again: there may be one administrator more than counted, never one fewer.
 * `last-administrator.test.ts` explores the orders of these steps.
 */
export async function changeStaffAccount(
  users: StaffRepository,
  find: () => Promise<User | null>,
  change: (user: User | null) => Promise<AccountChange | null>,
): Promise<User | null> {
  /** Resolves with the marked account; null when another write was faster. */
  async function mark(user: User): Promise<User | null> {
    if (user.stepsDown === true) return user;
    const marked: User = { ...user, stepsDown: true, rev: user.rev + 1 };
    return (await users.update(marked)) === 'written' ? marked : null;
  }

  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const user = await find();
    const planned = await change(user);
    if (planned === null) return null;
    const steps = user !== null && isActiveAdministrator(user) && !isActiveAdministrator(planned.user);
    const marked = steps ? await mark(user) : user;
    if (steps && marked === null) continue;
    if (steps && marked !== null && !(await users.hasAdministratorBesides(marked.id))) {
      await users.update({ ...marked, stepsDown: false, rev: marked.rev + 1 });
      throw conflict(LAST);
    }
    const written = marked === user ? planned : await change(marked);
    if (written === null) return null;
    const outcome = await users.update({ ...written.user, stepsDown: false }, ...written.events);
    if (outcome === 'written') return written.user;
    if (outcome === 'taken') throw conflict('Another account has this e-mail address');
  }
  throw conflict('This account is being changed');
}
