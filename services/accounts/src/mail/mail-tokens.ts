import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_BYTES = 16;

/** A random id of 128 bits in base32 (RFC 4648, lower case, without padding). */
export function newRequestId(): string {
  const bits = [...randomBytes(ID_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

/** The stored form of a token, which cannot be used in a link. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The form of every token; anything else is rejected before the database is asked. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{43}$/.test(value);

/** Derives the token of a mail's link from the id of its request, so that repeated sending gives the same link. */
export interface MailTokens {
  tokenOf(requestId: string): string;
}

/** @param secret must stay the same: links that were mailed before a change do not work after it. */
export function createMailTokens(secret: string): MailTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vidhi mail links', 32));
  return { tokenOf: (requestId) => createHmac('sha256', key).update(requestId).digest('base64url') };
}
