/** All spaces, also those of typography and of other scripts (RFC 8265, 4.2.2). */
const SPACE = /\p{Zs}/gu;

/**
 * Returns the form in which passwords are hashed and compared: non-ASCII spaces as U+0020, and canonical composition (NFC),
 * as the profile OpaqueString of RFC 8265 has it. Devices encode the same letters in different ways. Control characters,
 * which the profile rejects, are accepted: accounts have them.
 */
export const toOpaque = (password: string): string => password.replace(SPACE, ' ').normalize('NFC');

/** Whether two typed passwords are the same. */
export const isSamePassword = (one: string, other: string): boolean => toOpaque(one) === toOpaque(other);

/**
 * Returns the texts that may have been hashed for this password: the prepared one that is hashed now, and those that
 * archives and earlier releases hashed: as typed, composed (NFC) or decomposed (NFD). For most passwords they are the
 * same.
 */
export const hashedForms = (password: string): string[] => [
  ...new Set([toOpaque(password), password, password.normalize('NFC'), password.normalize('NFD')]),
];
