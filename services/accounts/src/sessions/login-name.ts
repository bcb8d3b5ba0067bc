import { createHash } from 'node:crypto';

/** Characters that show nothing: zero-width ones, direction marks, soft hyphens. */
const INVISIBLE = /[\p{Cf}\p{Cc}]/gu;

export interface LoginName {
  /** As an e-mail address is stored. */
  email: string;
  /** The spellings under which a username may be stored. */
  usernames: readonly string[];
  /** What attempts are counted under: one for all ways to write a name, whether or not somebody has it. */
  key: string;
}

const withoutInvisible = (name: string): string => name.normalize('NFKC').replace(INVISIBLE, '').trim();

/** The same for an e-mail address or username however it is written. */
export const loginNameKey = (name: string): string =>
  createHash('sha256').update(withoutInvisible(name).toLowerCase()).digest('base64url');

/**
 * Normalises what somebody typed as their name, once, before anything is looked up: Unicode form, case, spaces
 * around it and invisible characters make no other account of it.
 */
export function toLoginName(identifier: string): LoginName {
  const spelled = withoutInvisible(identifier);
  return {
    email: spelled.toLowerCase(),
    usernames: [identifier.trim(), spelled],
    key: loginNameKey(identifier),
  };
}
