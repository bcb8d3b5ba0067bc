import { setTimeout as delay } from 'node:timers/promises';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { withDatabase } from '@vidhi/local/services.mjs';
import type { Product } from '../product.ts';

const DAY_MS = 86_400_000;
/** Longer than the default of `KEY_ROTATION_DAYS`. */
const AGE_MS = 91 * DAY_MS;
/** accounts reads its keys once a minute. */
const PUBLISHED_MS = 120_000;
/** A key is published 20 minutes before it signs. */
const SIGNING_MS = 25 * 60_000;
const POLL_MS = 1_000;

/** Id of the key that signed a token. */
export function keyIdOf(token: string): string {
  const [header = ''] = token.split('.');
  return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }).kid;
}

async function until(isTrue: () => Promise<boolean>, withinMs: number, ended: AbortSignal): Promise<void> {
  for (const end = Date.now() + withinMs; !ended.aborted; await delay(POLL_MS)) {
    if (await isTrue()) return;
    if (Date.now() > end) throw new Error(`not within ${withinMs / 1_000} s`);
  }
}

/** Makes the keys old enough to be changed. Resolves when accounts has published the next one. */
export async function ageSigningKeys(product: Product, ended: AbortSignal): Promise<void> {
  const connection = await connectMongo(withDatabase(product.engineUrl('mongo'), 'vidhi_accounts'));
  try {
    const signsFrom = new Date(Date.now() - AGE_MS);
    await connection.collection('signing_keys').updateMany({}, { $set: { signsFrom } });
  } finally {
    await connection.close();
  }
  const { accounts } = product.addresses().services;
  await until(
    async () => {
      const response = await fetch(`${accounts}/.well-known/jwks.json`).catch(() => null);
      return response?.ok === true && ((await response.json()) as { keys: unknown[] }).keys.length > 1;
    },
    PUBLISHED_MS,
    ended,
  );
}

/** Resolves when new tokens are signed by another key than this one. */
export const untilSignedByAnother = (
  keyId: string,
  token: () => string | null,
  ended: AbortSignal,
): Promise<void> => until(async () => keyIdOf(token() ?? '') !== keyId, SIGNING_MS, ended);
