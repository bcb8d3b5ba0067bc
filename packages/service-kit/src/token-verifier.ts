import { isApiToken } from '@vidhi/contracts/api-tokens.ts';
import { isDesk, type Desk } from '@vidhi/contracts/desks.ts';
import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { createRemoteKeys, type KeySource, type RemoteKeys } from './remote-keys.ts';

/** The user that a verified access token identifies. */
export interface Principal {
  userId: number;
  role: number;
  /** Incremented by each change of password, role or desks, which revokes tokens with a smaller one. */
  tokenVersion: number;
  /** Desks of an editor; absent where there are none. See `hasDesk`. */
  desks?: readonly Desk[];
  /** The token of other software that acts for the user; absent where people act themselves. */
  apiToken?: { id: string; name: string; scopes: readonly string[] };
}

export const TOKEN_ISSUER = 'vidhi-accounts';
export const TOKEN_AUDIENCE = 'vidhi';
export const TOKEN_TYPE = 'at+jwt';
export const TOKEN_LIFE_SECONDS = 600;

export const MAX_TOKEN_CHARS = 4_096;
export const USER_ID = /^[1-9]\d{0,14}$/;

/** Resolves null for an invalid or expired token. Rejects with 503 when the key to verify it with cannot be fetched. */
export type VerifyToken = (token: string) => Promise<Principal | null>;

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function toPrincipal({ sub, ...claims }: JWTPayload): Principal | null {
  const { role, tv, desks } = claims as { role?: unknown; tv?: unknown; desks?: unknown };
  if (typeof sub !== 'string' || !USER_ID.test(sub) || !isCount(role) || !isCount(tv)) return null;
  const principal = { userId: Number(sub), role, tokenVersion: tv };
  // Unknown ones are of a newer release.
  return Array.isArray(desks) ? { ...principal, desks: desks.filter(isDesk) } : principal;
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

/** Creates a verifier of access tokens with the published keys, and of API tokens where a verifier of these is given. */
export const createTokenVerifier = (
  source: KeySource | RemoteKeys,
  verifyApiToken: VerifyToken = async () => null,
): VerifyToken => {
  const keys = 'use' in source ? source : createRemoteKeys(source);
  return (token) =>
    isApiToken(token) ? verifyApiToken(token) : keys.use((set) => verifyAccessToken(token, set));
};
