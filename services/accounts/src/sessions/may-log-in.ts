import { applicationError, type WireError } from '@vidhi/contracts/errors.ts';
import type { User } from '../users/user.ts';

/** Returns the error that rejects a login in spite of the right password, or null. */
export type MayLogIn = (user: Pick<User, 'role' | 'confirmed' | 'blocked'>) => WireError | null;

export const createMayLogIn =
  (confirmedEmailRoles: readonly number[]): MayLogIn =>
  ({ role, confirmed, blocked }) => {
    if (confirmedEmailRoles.includes(role) && !confirmed)
      return applicationError('Your account email is not confirmed');
    return blocked ? applicationError('Your account has been blocked by an administrator') : null;
  };
