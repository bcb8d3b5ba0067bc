import { desksOf } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import type { User } from './user.ts';

/** Returns the claims of an access token for this account. Administrators have all desks by their role. */
export const principalOf = ({
  id,
  role,
  tokenVersion,
  desks = [],
}: Pick<User, 'id' | 'role' | 'tokenVersion' | 'desks'>): Principal => ({
  userId: id,
  role,
  tokenVersion,
  ...(role === ROLE.editor ? { desks: desksOf({ role, desks }) } : {}),
});
