import { readFile, rename, writeFile } from 'node:fs/promises';
import {
  createLocalJWKSet,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';

/** Who a verified access token speaks for. */
export interface Principal {
  userId: number;
  role: number;
  /** Grows with each change of password or role; older tokens carry a smaller one. */
  tokenVersion: number;
}

export const TOKEN_ISSUER = 'vidhi-accounts';
export const TOKEN_AUDIENCE = 'vidhi';
export const TOKEN_TYPE = 'at+jwt';
export const TOKEN_LIFE_SECONDS = 600;

const CACHE_MS = 10 * 60_000;
const COOLDOWN_MS = 5_000;
const FETCH_MS = 3_000;
const MAX_TOKEN_CHARS = 4_096;
const USER_ID = /^[1-9]\d{0,14}$/;

/** Resolves null when the token is not one of ours, or no longer. */
export type VerifyToken = (token: string) => Promise<Principal | null>;

export interface KeySource {
  /** Where accounts publishes its keys. */
  url: string;
  /** A copy on disk, so that tokens are verified while accounts is away. Written after each fetch. */
  file?: string | undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function toPrincipal({ sub, ...claims }: JWTPayload): Principal | null {
  const { role, tv } = claims as { role?: unknown; tv?: unknown };
  if (typeof sub !== 'string' || !USER_ID.test(sub) || !isCount(role) || !isCount(tv)) return null;
  return { userId: Number(sub), role, tokenVersion: tv };
}

/** Checks one access token against these keys; null or a jose error when it is not one of ours. */
export async function verifyAccessToken(token: string, keys: JWTVerifyGetKey): Promise<Principal | null> {
  if (token.length > MAX_TOKEN_CHARS) return null;
  const { payload } = await jwtVerify(token, keys, {
    issuer: TOKEN_ISSUER,
    audience: TOKEN_AUDIENCE,
    algorithms: ['EdDSA', 'Ed25519'],
    typ: TOKEN_TYPE,
    clockTolerance: 5,
    maxTokenAge: TOKEN_LIFE_SECONDS,
    requiredClaims: ['sub', 'exp', 'iat'],
  });
  return toPrincipal(payload);
}

/**
 * Verifies Ed25519 access tokens against the published keys. An unknown key id fetches the set again,
 * at most every five seconds; when accounts does not answer, the last known set serves.
 */
export function createTokenVerifier({ url, file }: KeySource): VerifyToken {
  let keys: JWTVerifyGetKey | null = null;
  let fetchedAt = -Infinity;
  let triedAt = -Infinity;
  let pending: Promise<void> | null = null;

  async function fetchKeys(): Promise<void> {
    triedAt = Date.now();
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
      if (!answer.ok) throw new Error(`the key set answered ${answer.status}`);
      const set = (await answer.json()) as JSONWebKeySet;
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

  async function verify(token: string): Promise<Principal | null> {
    if (keys === null) await refresh();
    else if (Date.now() - fetchedAt > CACHE_MS && Date.now() - triedAt > COOLDOWN_MS) void refresh();
    return keys === null ? null : verifyAccessToken(token, keys);
  }

  return async (token) => {
    try {
      return await verify(token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || Date.now() - triedAt < COOLDOWN_MS) return null;
    }
    try {
      await refresh();
      return await verify(token);
    } catch {
      return null;
    }
  };
}
