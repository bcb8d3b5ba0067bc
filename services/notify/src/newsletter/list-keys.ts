import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Connection } from 'mongoose';
import { modelOf, required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';

/** Random values of this site, made once. */
export const SECRETS = storedCollection('secrets', { _id: required(String), value: required(String) });

const SECRET_BYTES = 32;
/** 32 characters of base64url. */
const KEY_BYTES = 24;

/**
 * Keys are derived from the site's secret and their purpose; none is stored: the links to unsubscribe in a newsletter
 * stay valid however many issues follow.
 */
export interface ListKeys {
  sign(purpose: string): Promise<string>;
  isValid(purpose: string, key: string): Promise<boolean>;
}

/** Creates the keys. The secret is in the database, so that it comes back with a backup. */
export function mongoListKeys(connection: Connection): ListKeys {
  const secrets = modelOf(connection, SECRETS);
  let secret: string | null = null;

  async function readSecret(): Promise<string> {
    if (secret !== null) return secret;
    const stored = await secrets.findOneAndUpdate(
      { _id: 'list-keys' },
      { $setOnInsert: { value: randomBytes(SECRET_BYTES).toString('base64url') } },
      { upsert: true, returnDocument: 'after' },
    );
    if (stored === null) throw new Error('the secret of the list keys was not stored');
    secret = stored.value;
    return secret;
  }
  const keyOf = async (purpose: string): Promise<Buffer> =>
    createHmac('sha256', await readSecret())
      .update(purpose)
      .digest()
      .subarray(0, KEY_BYTES);

  return {
    sign: async (purpose) => (await keyOf(purpose)).toString('base64url'),
    async isValid(purpose, key) {
      const received = Buffer.from(key, 'base64url');
      return received.length === KEY_BYTES && timingSafeEqual(received, await keyOf(purpose));
    },
  };
}

export const unsubscribePurpose = (subscriberId: string): string => `unsubscribe\n${subscriberId}`;
export const previewPurpose = (issueId: number, until: number): string => `preview\n${issueId}\n${until}`;
