import { COMMAND } from '@vidhi/contracts/actor.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { notFound, validationError } from '@vidhi/contracts/errors.ts';
import { changeStaffAccount, type StaffRepository } from './change-staff-account.ts';
import type { UserEvents } from '../users/user-events.ts';
import { changeUser, normaliseEmail } from '../users/user.ts';
import type { UserRepository } from '../users/user-repository.ts';

export interface BlockRequest {
  email: string;
  blocked: boolean;
}

export interface BlockOutcome {
  id: number;
  email: string;
  role: number;
  outcome: 'blocked' | 'unblocked' | 'unchanged';
}

/** Blocks or unblocks an account, also one of staff; its access tokens are revoked. Throws 404 when there is none. */
export type BlockAccount = (request: BlockRequest) => Promise<BlockOutcome>;

interface BlockDependencies {
  users: Pick<UserRepository, 'findByEmail'> & StaffRepository;
  userEvents: UserEvents;
  now?: () => Date;
}

export function createBlockAccount({
  users,
  userEvents,
  now = () => new Date(),
}: BlockDependencies): BlockAccount {
  return async ({ email: input, blocked }) => {
    const email = normaliseEmail(input);
    if (!isMailable(email)) throw validationError('email must be a valid email');
    let account = { id: 0, role: 0 };
    const written = await changeStaffAccount(
      users,
      () => users.findByEmail(email),
      async (user) => {
        if (user === null) throw notFound('There is no account with this e-mail address');
        account = user;
        if (user.blocked === blocked) return null;
        const at = now();
        const changed = changeUser(user, { blocked, edited: true }, at);
        const action = blocked ? 'block' : 'unblock';
        const audited = userEvents.audited(user, changed, { actor: COMMAND, action, at });
        return { user: changed, events: [userEvents.updated(changed, at), audited] };
      },
    );
    const { id, role } = account;
    return { id, email, role, outcome: written === null ? 'unchanged' : blocked ? 'blocked' : 'unblocked' };
  };
}
