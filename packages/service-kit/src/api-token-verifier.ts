import { createHash } from 'node:crypto';
import { VerifyApiTokenResponse, desksOfScopes, type VerifiedApiToken } from '@vidhi/contracts/api-tokens.ts';
import { tooManyRequests, unavailable } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { createRemoteKeys, type RemoteKeys } from './remote-keys.ts';
import { createServiceClient } from './service-client.ts';
import { accountsUrlOf } from './service-env.ts';
import { createTokenVerifier, type Principal, type VerifyToken } from './token-verifier.ts';

export interface ApiTokenVerifierOptions {
  /** Resolves with what accounts knows of a token. */
  find: (token: string) => Promise<VerifiedApiToken>;
  /** Milliseconds, monotonic. */
  now?: () => number;
}

/** Half of the second within which a revocation is in effect. */
const CACHED_MS = 500;
const MAX_CACHED = 1_000;
const WINDOW_MS = 60_000;
/** Requests of one token at one process. */
export const MAX_TOKEN_REQUESTS = 600;
const TIMEOUT_MS = 2_000;

interface CacheEntry {
  found: Promise<Principal | null>;
  until: number;
}

/** The principal of a token: an editor with the desks of its scopes, never the role of the administrator behind it. */
const principalOf = ({
  id,
  name,
  scopes,
  userId,
  tokenVersion,
}: NonNullable<VerifiedApiToken>): Principal => ({
  userId,
  role: ROLE.editor,
  tokenVersion,
  desks: desksOfScopes(scopes),
  apiToken: { id, name, scopes },
});

/**
 * Creates a verifier of API tokens. It resolves null for one that is unknown, revoked or expired, rejects with 503 while
 * accounts does not respond, and with 429 when the token has made its requests of this minute.
 */
export function createApiTokenVerifier({
  find,
  now = () => performance.now(),
}: ApiTokenVerifierOptions): VerifyToken {
  /** By hash: a dump of the memory shows no token. */
  const cache = new Map<string, CacheEntry>();
  const windows = new Map<string, { until: number; count: number }>();

  function lookUp(token: string): Promise<Principal | null> {
    const key = createHash('sha256').update(token).digest('base64');
    const cached = cache.get(key);
    if (cached !== undefined && cached.until > now()) return cached.found;
    if (cache.size >= MAX_CACHED) cache.clear();
    const found = find(token).then((verified) => (verified === null ? null : principalOf(verified)));
    cache.set(key, { found, until: now() + CACHED_MS });
    // The next request tries again.
    found.catch(() => cache.delete(key));
    return found;
  }

  function count(id: string): void {
    const at = now();
    const current = windows.get(id);
    if (current === undefined || current.until <= at) {
      for (const [other, { until }] of windows) if (until <= at) windows.delete(other);
      windows.set(id, { until: at + WINDOW_MS, count: 1 });
      return;
    }
    current.count += 1;
    if (current.count > MAX_TOKEN_REQUESTS) throw tooManyRequests();
  }

  return async (token) => {
    const principal = await lookUp(token);
    if (principal?.apiToken !== undefined) count(principal.apiToken.id);
    return principal;
  };
}

/** Creates a verifier that queries accounts. */
function openApiTokenVerifier(config: TrustSettings): VerifyToken {
  const accounts = createServiceClient({
    url: accountsUrlOf(config),
    serviceToken: config.SERVICE_TOKEN,
    timeoutMs: TIMEOUT_MS,
    toError: () => unavailable(),
  });
  return createApiTokenVerifier({
    find: async (token) =>
      (await accounts.post('/internal/api-tokens/verify', VerifyApiTokenResponse, { token })).token,
  });
}

interface TrustSettings {
  readonly JWKS_URL: string;
  readonly JWKS_FILE?: string;
  readonly SERVICE_TOKEN: string;
}

/** Returns the source of the keys of access tokens. */
export const remoteKeysOf = ({ JWKS_URL: url, JWKS_FILE: file }: TrustSettings): RemoteKeys =>
  createRemoteKeys({ url, file });

/** Creates the verifier of a service for access tokens and API tokens. */
export const openTokenVerifier = (config: TrustSettings, keys = remoteKeysOf(config)): VerifyToken =>
  createTokenVerifier(keys, openApiTokenVerifier(config));
