import { createHash, createHmac, randomBytes } from 'node:crypto';

/** What a browser's cookie says: which session, and the secret that only its holder knows. */
export interface RefreshToken {
  sessionId: string;
  secret: string;
}

const SECRET_BYTES = 32;
const FORM = /^([\w-]{22})\.([\w-]{43})$/;

export const newSessionId = (): string => randomBytes(16).toString('base64url');
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** All that is stored of a secret: whoever reads the database cannot sign in with it. */
export const fingerprint = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');

/**
 * The secret that follows. Made from the one before and a key of the session, so that a second tab, which asks
 * with the same predecessor, gets the same successor although neither is stored.
 */
export const successorOf = (secret: string, sessionKey: string): string =>
  createHmac('sha256', sessionKey).update(secret).digest('base64url');

export const printToken = ({ sessionId, secret }: RefreshToken): string => `${sessionId}.${secret}`;

/** Null for what no token of ours looks like. */
export function parseToken(text: string | null): RefreshToken | null {
  const [, sessionId, secret] = FORM.exec(text ?? '') ?? [];
  return sessionId === undefined || secret === undefined ? null : { sessionId, secret };
}
