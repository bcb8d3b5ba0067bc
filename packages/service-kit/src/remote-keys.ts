import { readFile, rename, writeFile } from 'node:fs/promises';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

const CACHE_MS = 10 * 60_000;
const COOLDOWN_MS = 5_000;
const FETCH_TIMEOUT_MS = 3_000;

export interface KeySource {
  /** URL of the JSON Web Key Set of the accounts service. */
  url: string;
  /** Copy of the key set on disk, written after each fetch and read while accounts is unavailable. */
  file?: string | undefined;
}

export interface RemoteKeys {
  /** Verifies something with the keys. Resolves null when `verify` does, or rejects, or there are no keys. */
  use<Result>(verify: (keys: JWTVerifyGetKey) => Promise<Result | null>): Promise<Result | null>;
}

/**
 * The published keys of accounts. The set is cached for ten minutes; an unknown key id refetches it, at most every five
 * seconds. While accounts is unavailable the last fetched set is used.
 */
export function createRemoteKeys({ url, file }: KeySource): RemoteKeys {
  let keys: JWTVerifyGetKey | null = null;
  let fetchedAt = -Infinity;
  let triedAt = -Infinity;
  let pending: Promise<void> | null = null;

  async function fetchKeys(): Promise<void> {
    triedAt = Date.now();
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
      if (!response.ok) throw new Error(`fetching the key set: status ${response.status}`);
      const set = (await response.json()) as JSONWebKeySet;
      keys = createLocalJWKSet(set);
      fetchedAt = Date.now();
      if (file !== undefined) {
        await writeFile(`${file}.${process.pid}`, JSON.stringify(set), { mode: 0o600 });
        await rename(`${file}.${process.pid}`, file);
      }
    } catch (error) {
      if (keys !== null) return;
      if (file === undefined) throw error;
      keys = createLocalJWKSet(JSON.parse(await readFile(file, 'utf8')) as JSONWebKeySet);
    }
  }

  const refresh = (): Promise<void> => (pending ??= fetchKeys().finally(() => (pending = null)));

  async function verifyOnce<Result>(
    verify: (keys: JWTVerifyGetKey) => Promise<Result | null>,
  ): Promise<Result | null> {
    if (keys === null) await refresh();
    else if (Date.now() - fetchedAt > CACHE_MS && Date.now() - triedAt > COOLDOWN_MS) void refresh();
    return keys === null ? null : verify(keys);
  }

  return {
    async use(verify) {
      try {
        return await verifyOnce(verify);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || Date.now() - triedAt < COOLDOWN_MS) return null;
      }
      try {
        await refresh();
        return await verifyOnce(verify);
      } catch {
        return null;
      }
    },
  };
}
