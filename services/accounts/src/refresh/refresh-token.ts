import { createHash, createHmac, randomBytes } from 'node:crypto';

/** The content of a session cookie: session id and secret. */
export interface RefreshToken {
  sessionId: string;
  secret: string;
}

const SECRET_BYTES = 32;
const FORM = /^([\w-]{22})\.([\w-]{43})$/;

export const newSessionId = (): string => randomBytes(16).toString('base64url');
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Returns the stored fingerprint of a secret, which cannot be used to log in. */
export const fingerprint = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');

/**
 * Derives the next secret from the previous one and the session's key. A second tab that sends the same previous secret
 * gets the same successor, although no secret is stored.
 */
export const successorOf = (secret: string, sessionKey: string): string =>
  createHmac('sha256', sessionKey).update(secret).digest('base64url');

export const printToken = ({ sessionId, secret }: RefreshToken): string => `${sessionId}.${secret}`;

/** Null for a malformed token. */
export function parseToken(text: string | null): RefreshToken | null {
  const [, sessionId, secret] = FORM.exec(text ?? '') ?? [];
  return sessionId === undefined || secret === undefined ? null : { sessionId, secret };
}
