import { readFile, rename, writeFile } from 'node:fs/promises';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { unavailable } from '@vidhi/contracts/errors.ts';

const CACHE_MS = 10 * 60_000;
const COOLDOWN_MS = 5_000;
/** Cooldown after a failed fetch, also sent as Retry-After. */
const RETRY_SECONDS = 1;
const FETCH_TIMEOUT_MS = 3_000;
const NO_KEYS = createLocalJWKSet({ keys: [] });

export interface KeySource {
  /** URL of the JSON Web Key Set of the accounts service. */
  url: string;
  /** Copy of the key set on disk, written after each fetch and read while accounts is unavailable. */
  file?: string | undefined;
}

export interface RemoteKeys {
  /**
   * Verifies something with the keys. Resolves null when `verify` does or rejects. Rejects with 503 when the key that it
   * needs is unknown and cannot be fetched from accounts, so that the token is neither valid nor invalid.
   */
  use<Result>(verify: (keys: JWTVerifyGetKey) => Promise<Result | null>): Promise<Result | null>;
}

/**
 * The published keys of accounts. The set is cached for ten minutes; an unknown key id refetches it, at most every five
 * seconds. While accounts is unavailable the last fetched set is used, and an unknown key id refetches it every second.
 */
export function createRemoteKeys({ url, file }: KeySource): RemoteKeys {
  let keys: JWTVerifyGetKey | null = null;
  let fetchedAt = -Infinity;
  let triedAt = -Infinity;
  let hasFailed = false;
  let pending: Promise<void> | null = null;

  /** Resolves with the copy on disk; null without a readable one. */
  async function readCopy(): Promise<JWTVerifyGetKey | null> {
    if (file === undefined) return null;
    try {
      return createLocalJWKSet(JSON.parse(await readFile(file, 'utf8')) as JSONWebKeySet);
    } catch {
      return null;
    }
  }

  async function writeCopy(set: JSONWebKeySet): Promise<void> {
    if (file === undefined) return;
    await writeFile(`${file}.${process.pid}`, JSON.stringify(set), { mode: 0o600 });
    await rename(`${file}.${process.pid}`, file);
  }

  async function fetchKeys(): Promise<void> {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
      if (!response.ok) throw new Error(`fetching the key set: status ${response.status}`);
      const set = (await response.json()) as JSONWebKeySet;
      keys = createLocalJWKSet(set);
      fetchedAt = Date.now();
      hasFailed = false;
      // The keys are usable without the copy.
      await writeCopy(set).catch(() => undefined);
    } catch {
      hasFailed = true;
      keys ??= await readCopy();
    }
  }

  const refresh = (): Promise<void> =>
    (pending ??= fetchKeys().finally(() => {
      triedAt = Date.now();
      pending = null;
    }));

  const mayFetch = (): boolean => Date.now() - triedAt >= (hasFailed ? RETRY_SECONDS * 1_000 : COOLDOWN_MS);

  return {
    async use(verify) {
      if (keys === null) await refresh();
      else if (Date.now() - fetchedAt > CACHE_MS && mayFetch()) void refresh();
      try {
        return await verify(keys ?? NO_KEYS);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) return null;
      }
      if (mayFetch()) await refresh();
      try {
        return await verify(keys ?? NO_KEYS);
      } catch (error) {
        if (hasFailed && error instanceof errors.JWKSNoMatchingKey) throw unavailable(RETRY_SECONDS);
        return null;
      }
    },
  };
}
