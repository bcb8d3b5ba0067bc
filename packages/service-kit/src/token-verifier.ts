import { readFile, rename, writeFile } from 'node:fs/promises';
import {
  createLocalJWKSet,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';

/** The user that a verified access token identifies. */
export interface Principal {
  userId: number;
  role: number;
  /** Incremented by each change of password or role, which revokes tokens with a smaller one. */
  tokenVersion: number;
}

export const TOKEN_ISSUER = 'vidhi-accounts';
export const TOKEN_AUDIENCE = 'vidhi';
export const TOKEN_TYPE = 'at+jwt';
export const TOKEN_LIFE_SECONDS = 600;

const CACHE_MS = 10 * 60_000;
const COOLDOWN_MS = 5_000;
const FETCH_TIMEOUT_MS = 3_000;
const MAX_TOKEN_CHARS = 4_096;
const USER_ID = /^[1-9]\d{0,14}$/;

/** Resolves null for an invalid or expired token. Never rejects. */
export type VerifyToken = (token: string) => Promise<Principal | null>;

export interface KeySource {
  /** URL of the JSON Web Key Set of the accounts service. */
  url: string;
  /** Copy of the key set on disk, written after each fetch and read while accounts is unavailable. */
  file?: string | undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function toPrincipal({ sub, ...claims }: JWTPayload): Principal | null {
  const { role, tv } = claims as { role?: unknown; tv?: unknown };
  if (typeof sub !== 'string' || !USER_ID.test(sub) || !isCount(role) || !isCount(tv)) return null;
  return { userId: Number(sub), role, tokenVersion: tv };
}

/** Verifies an access token against these keys. Resolves null or rejects with a jose error when it is invalid. */
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
 * Creates a verifier of Ed25519 access tokens. The key set is cached for ten minutes; an unknown key id refetches it, at
 * most every five seconds. While accounts is unavailable the last fetched set is used.
 */
export function createTokenVerifier({ url, file }: KeySource): VerifyToken {
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
