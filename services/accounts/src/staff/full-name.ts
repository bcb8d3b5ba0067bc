import type { User } from '../users/user.ts';

/** Returns the name by which colleagues know somebody; the number of the account where there is none. */
export const fullNameOf = ({ first_name, last_name, id }: User): string =>
  [first_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ') ||
  `Account ${id}`;
