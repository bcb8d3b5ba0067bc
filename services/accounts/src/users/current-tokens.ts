import { isStaff } from '@vidhi/contracts/roles.ts';
import type { IsCurrent } from '@vidhi/service-kit/auth.ts';
import type { UserRepository } from './user-repository.ts';

/**
 * Checks tokens of staff for revocation in the account store, without a cache, so that a change takes effect
 * in every instance at once. For other users `GET /api/users/me` checks it, the only route that accepts their
 * tokens.
 */
export function currentTokensIn(users: Pick<UserRepository, 'findById'>): IsCurrent {
  return async ({ userId, role, tokenVersion }) => {
    if (!isStaff(role)) return true;
    const user = await users.findById(userId);
    return user !== null && !user.blocked && tokenVersion >= user.tokenVersion;
  };
}
