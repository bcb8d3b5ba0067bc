import { forbidden } from '@vidhi/contracts/errors.ts';
import { isEmail, normaliseEmail } from './user.ts';
import type { UserRepository } from './user-repository.ts';

/** The only answer to a list of users: whether this e-mail address belongs to an account. */
export type EmailExists = (query: Readonly<Record<string, unknown>>) => Promise<{ id: 0; email: string }[]>;

/** The address of `filters[email][$eq]=…&fields[0]=email`; throws 403 for any other query. */
function readAddress({ filters, fields, ...others }: Readonly<Record<string, unknown>>): string {
  const names = Array.isArray(fields) ? fields : [fields];
  const isExact =
    Object.keys(others).length === 0 &&
    names.length === 1 &&
    names[0] === 'email' &&
    typeof filters === 'object' &&
    filters !== null &&
    Object.keys(filters).join() === 'email';
  const { email } = (isExact ? filters : {}) as { email?: unknown };
  if (typeof email !== 'object' || email === null || Object.keys(email).join() !== '$eq') throw forbidden();
  const { $eq: address } = email as { $eq?: unknown };
  if (typeof address !== 'string') throw forbidden();
  return address;
}

/**
 * @param alwaysTrue answers that every address exists, so that nobody learns who has an account; "Email doesn't match our
 * records." is then never shown
 */
export function createEmailExists(
  users: Pick<UserRepository, 'findByEmail'>,
  alwaysTrue: boolean,
): EmailExists {
  return async (query) => {
    const address = readAddress(query);
    // Asked in every case, so that a known address takes as long as an unknown one.
    const found = await users.findByEmail(normaliseEmail(address));
    const exists = alwaysTrue ? isEmail(normaliseEmail(address)) : found !== null;
    return exists ? [{ id: 0, email: address }] : [];
  };
}
