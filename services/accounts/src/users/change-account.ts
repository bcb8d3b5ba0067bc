import { WireError } from '@vidhi/contracts/errors.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import type { User } from './user.ts';
import type { UserRepository, WriteOutcome } from './user-repository.ts';

/** The account as it is to be written, with its events. */
export interface AccountChange {
  user: User;
  events: readonly OutboxEntry[];
}

const MAX_TRIES = 5;

const isConflict = (error: unknown): boolean => error instanceof WireError && error.status === 409;

/**
 * Changes an account at its current revision: `change` is called again with the account as it is then whenever another
 * write was faster, and throws to reject. Resolves with the written account; null when `change` leaves it as it is.
 * @param onTaken creates the error for an e-mail address or username that belongs to another account
 */
export async function changeAccount(
  users: Pick<UserRepository, 'update'>,
  find: () => Promise<User | null>,
  change: (user: User | null) => Promise<AccountChange | null>,
  onTaken: () => Error = () => new WireError(409, 'ConflictError', 'This account is being changed'),
): Promise<User | null> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const changed = await change(await find());
    if (changed === null) return null;
    const outcome: WriteOutcome = await users.update(changed.user, ...changed.events);
    if (outcome === 'written') return changed.user;
    if (outcome === 'taken') throw onTaken();
  }
  throw new WireError(409, 'ConflictError', 'This account is being changed');
}

/**
 * Changes an account for a call whose response must not tell whether the account exists: resolves also when other requests
 * change it all the time.
 */
export async function changeUndisclosed(...change: Parameters<typeof changeAccount>): Promise<void> {
  await changeAccount(...change).catch((error: unknown) => {
    if (!isConflict(error)) throw error;
  });
}
