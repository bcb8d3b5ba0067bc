import { isStaff } from '@vidhi/contracts/roles.ts';
import type { IsCurrent } from '@vidhi/service-kit/auth.ts';
import type { UserRepository } from './user-repository.ts';

/**
 * Tells revoked tokens of staff by the accounts themselves, without a cache, so that a change counts in every instance
 * at once. Of others `GET /api/users/me` checks it, the only route that takes their tokens.
 */
export function currentTokensIn(users: Pick<UserRepository, 'findById'>): IsCurrent {
  return async ({ userId, role, tokenVersion }) => {
    if (!isStaff(role)) return true;
    const user = await users.findById(userId);
    return user !== null && !user.blocked && tokenVersion >= user.tokenVersion;
  };
}
