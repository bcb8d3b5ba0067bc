import { createHmac, randomBytes } from 'node:crypto';

// Standard Webhooks (https://www.standardwebhooks.com), for which most languages have a library.

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

const signatureOf = (secret: string, signed: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(signed)
    .digest('base64');

export interface SignedParts {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/** Returns the headers of a delivery; with several secrets, a signature by each. */
export function signedHeaders(
  { id, timestamp, body }: SignedParts,
  secrets: readonly string[],
): Record<string, string> {
  const signed = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(secret, signed)}`).join(' '),
  };
}
