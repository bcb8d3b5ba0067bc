import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_BYTES = 16;

/** Returns a random id of 128 bits in base32 (RFC 4648, lower case, without padding). */
export function newRequestId(): string {
  const bits = [...randomBytes(ID_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

/** Returns the stored form of a token, which cannot be used in a link. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Returns whether a value has the form of a token; anything else is rejected without a query to the database. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{43}$/.test(value);

/** Derives the token of a mail's link from the id of its request, so that repeated sending gives the same link. */
export interface LinkTokens {
  /** The token of a new request. */
  tokenOf(requestId: string): string;
  /** The token of a stored request by its hash; null when none of the secrets gives it. */
  findToken(requestId: string, tokenHash: string): string | null;
}

/**
 * @param purpose of the links: the same secret gives other tokens for another purpose
 * @param secret of new links
 * @param further of links that wait to be mailed: the next or the former secret while it is changed
 */
export function createLinkTokens(purpose: string, secret: string, ...further: readonly string[]): LinkTokens {
  const keyOf = (one: string): Buffer => Buffer.from(hkdfSync('sha256', one, '', purpose, 32));
  const tokenBy = (key: Buffer, requestId: string): string =>
    createHmac('sha256', key).update(requestId).digest('base64url');
  const key = keyOf(secret);
  const keys = [key, ...further.map(keyOf)];
  return {
    tokenOf: (requestId) => tokenBy(key, requestId),
    findToken: (requestId, tokenHash) =>
      keys.map((one) => tokenBy(one, requestId)).find((token) => hashToken(token) === tokenHash) ?? null,
  };
}
