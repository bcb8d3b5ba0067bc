import { EDITOR_DESKS, type Desk } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { exportJWK, generateKeyPair, SignJWT, type JSONWebKeySet } from 'jose';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const ISSUER = 'vidhi-accounts';
const AUDIENCE = 'vidhi';
const LIFE_SECONDS = 600;
const KEY_ID = 'test-key';
const VERIFIED_MS = 300_000;
const POLL_MS = 20;

export interface TokenClaims {
  userId: number;
  role: number;
  tokenVersion?: number;
  /** Desks of an editor: those that an editor has by default where absent. */
  desks?: readonly Desk[];
}

export interface TokenOverrides {
  issuer?: string;
  audience?: string;
  typ?: string;
  /** Seconds from now; negative for a token that has expired. */
  expiresInSeconds?: number;
}

export interface TokenMaker {
  jwks: JSONWebKeySet;
  /** Resolves with an access token like those of accounts, with the given overrides. */
  accessToken: (claims: TokenClaims, overrides?: TokenOverrides) => Promise<string>;
  /** Resolves with the request header that authenticates as this user. */
  bearer: (claims: TokenClaims) => Promise<{ authorization: string }>;
}

/** Creates a key pair, and tokens signed with it. A service accepts them when JWKS_URL serves `jwks` (see `serveKeys`). */
export async function createTokenMaker(): Promise<TokenMaker> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'EdDSA', use: 'sig' }] };

  const accessToken: TokenMaker['accessToken'] = (
    { userId, role, tokenVersion = 1, desks = EDITOR_DESKS },
    { issuer = ISSUER, audience = AUDIENCE, typ = 'at+jwt', expiresInSeconds = LIFE_SECONDS } = {},
  ) => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ role, tv: tokenVersion, ...(role === ROLE.editor ? { desks } : {}) })
      .setProtectedHeader({ alg: 'EdDSA', typ, kid: KEY_ID })
      .setSubject(String(userId))
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(Math.min(now, now + expiresInSeconds - 1))
      .setExpirationTime(now + expiresInSeconds)
      .sign(privateKey);
  };
  return {
    jwks,
    accessToken,
    bearer: async (claims) => ({ authorization: `Bearer ${await accessToken(claims)}` }),
  };
}

export interface KeyServer {
  /** Value for JWKS_URL. */
  url: string;
  close: () => Promise<void>;
}

/** Serves a key set on loopback, as accounts does. */
export async function serveKeys(jwks: JSONWebKeySet): Promise<KeyServer> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(jwks));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/jwks.json`,
    close: () =>
      new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve()))),
  };
}

/** Sends a GET request to a gateway. */
type GetFromGateway = (path: string, init: RequestInit) => Promise<Response>;

/**
 * Resolves when the gateway has verified the token, which it remembers from then on. A read whose token takes longer than
 * half a second to verify, such as the first one on an overloaded machine, is served as anonymous.
 */
export async function untilVerified(token: string, get: GetFromGateway): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  for (const end = Date.now() + VERIFIED_MS; Date.now() < end; await delay(POLL_MS)) {
    const response = await get('/api/lawyers?fields=id', { headers });
    await response.arrayBuffer();
    if (response.ok && response.headers.get('x-token-ignored') === null) return;
  }
  throw new Error('the gateway does not verify the token');
}
