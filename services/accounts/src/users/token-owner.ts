import { forbidden, unauthorized } from '@vidhi/contracts/errors.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import type { User } from './user.ts';
import type { UserRepository } from './user-repository.ts';

/** Throws 401 unless the account exists, is not blocked, and has the token version of a token. */
export function assertCurrent(user: User | null, tokenVersion: number): asserts user is User {
  if (user === null || user.blocked || user.tokenVersion !== tokenVersion)
    throw unauthorized('Invalid credentials');
}

/** Resolves with the stored account of a token. Throws 403 without a token, and 401 when the token is revoked. */
export async function findTokenOwner(
  users: Pick<UserRepository, 'findById'>,
  principal: Principal | null,
): Promise<User> {
  if (principal === null) throw forbidden();
  const user = await users.findById(principal.userId);
  assertCurrent(user, principal.tokenVersion);
  return user;
}
