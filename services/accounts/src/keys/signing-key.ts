import type { JWK } from 'jose';

/** One key pair of this service. Generations are numbered without gaps; the id is its thumbprint. */
export interface SigningKey {
  generation: number;
  kid: string;
  privateJwk: JWK;
  publicJwk: JWK;
  /** Start of signing with it; it is published before, so that every verifier has it. */
  signsFrom: Date;
}

const MINUTE_MS = 60_000;
/** Longer than any verifier caches the key set. */
export const PUBLISH_LEAD_MS = 20 * MINUTE_MS;
/** Maximum lifetime of anything signed with it, a registration ticket, plus the lead. */
export const KEEP_AFTER_MS = 80 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

const byGeneration = (keys: readonly SigningKey[]): SigningKey[] =>
  keys.toSorted((a, b) => a.generation - b.generation);

/** Returns the newest key that may sign at this time. */
export const signingKeyAt = (keys: readonly SigningKey[], now: Date): SigningKey | null =>
  byGeneration(keys).findLast(({ signsFrom }) => signsFrom <= now) ?? null;

/** Returns the generation to create now and its start of signing; null while the newest is recent enough. */
export function nextGeneration(
  keys: readonly SigningKey[],
  now: Date,
  rotationDays: number,
): { generation: number; signsFrom: Date } | null {
  const newest = byGeneration(keys).at(-1);
  if (newest === undefined) return { generation: 1, signsFrom: now };
  if (newest.signsFrom.getTime() + rotationDays * DAY_MS > now.getTime()) return null;
  return { generation: newest.generation + 1, signsFrom: new Date(now.getTime() + PUBLISH_LEAD_MS) };
}

/** Keys with which no unexpired token was signed. */
export function retiredKeys(keys: readonly SigningKey[], now: Date): SigningKey[] {
  const ordered = byGeneration(keys);
  return ordered.filter((_key, index) => {
    const successor = ordered[index + 1];
    return successor !== undefined && successor.signsFrom.getTime() + KEEP_AFTER_MS <= now.getTime();
  });
}
