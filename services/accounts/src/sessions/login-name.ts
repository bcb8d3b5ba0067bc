import { createHash } from 'node:crypto';

/** Invisible characters: zero-width ones, direction marks, soft hyphens. */
const INVISIBLE = /[\p{Cf}\p{Cc}]/gu;

export interface LoginName {
  /** The stored form of an e-mail address. */
  email: string;
  /** Spellings under which a username may be stored. */
  usernames: readonly string[];
  /** Key for counting attempts: equal for all spellings of a name, whether or not it exists. */
  key: string;
}

const withoutInvisible = (name: string): string => name.normalize('NFKC').replace(INVISIBLE, '').trim();

/** Equal for this spelling alone: other spellings may name no account. */
export const spellingKey = (name: string): string => createHash('sha256').update(name).digest('base64url');

/** Equal for all spellings of an e-mail address or username. */
export const loginNameKey = (name: string): string => spellingKey(withoutInvisible(name).toLowerCase());

/**
 * Normalizes an entered login name once, before any lookup: Unicode form, case, surrounding spaces and
 * invisible characters are not significant.
 */
export function toLoginName(identifier: string): LoginName {
  const spelled = withoutInvisible(identifier);
  return {
    email: spelled.toLowerCase(),
    usernames: [identifier.trim(), spelled],
    key: loginNameKey(identifier),
  };
}
