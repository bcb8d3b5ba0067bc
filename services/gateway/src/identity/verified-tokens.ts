import { LRUCache } from 'lru-cache';
import type { Principal, VerifyToken } from '@vidhi/service-kit/token-verifier.ts';

const MAX_TOKENS = 5_000;
/** A rejected token may belong to a signing key that has not been fetched yet. */
const REJECTED_TTL_MS = 1_000;
const MAX_WAIT_MS = 500;
/** Time for which no request waits for the key set, after a verification that took longer than MAX_WAIT_MS. */
const PAUSE_MS = 1_000;

export interface VerifiedTokensOptions {
  verifyToken: VerifyToken;
  /** Milliseconds, monotonic. */
  now?: () => number;
  maxWaitMs?: number;
}

/** The principals of access tokens, remembered until the tokens expire. */
export interface VerifiedTokens {
  /** Null for a token that did not verify, undefined for one that `verify` has to check. */
  peek(token: string): Principal | null | undefined;
  /**
   * Resolves null for a token that does not verify, and also when the key set is not there in time.
   * Never rejects.
   */
  verify(token: string): Promise<Principal | null>;
}

/** Seconds since 1970, from a token whose signature has been checked. */
function expiryOf(token: string): number {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  try {
    const { exp } = JSON.parse(payload) as { exp?: unknown };
    return typeof exp === 'number' ? exp : 0;
  } catch {
    return 0;
  }
}

export function createVerifiedTokens({
  verifyToken,
  now = () => performance.now(),
  maxWaitMs = MAX_WAIT_MS,
}: VerifiedTokensOptions): VerifiedTokens {
  const tokens = new LRUCache<string, { principal: Principal | null }>({
    max: MAX_TOKENS,
    ttlResolution: 0,
    perf: { now },
  });
  const pending = new Map<string, Promise<Principal | null>>();
  let pausedUntil = -Infinity;

  async function check(token: string): Promise<Principal | null> {
    const principal = await verifyToken(token).catch(() => null);
    const ttl = principal === null ? REJECTED_TTL_MS : expiryOf(token) * 1_000 - Date.now();
    if (ttl > 0) tokens.set(token, { principal }, { ttl });
    return principal;
  }

  function shared(token: string): Promise<Principal | null> {
    const started = pending.get(token);
    if (started !== undefined) return started;
    const checked = check(token).finally(() => pending.delete(token));
    pending.set(token, checked);
    return checked;
  }

  return {
    peek: (token) => tokens.get(token)?.principal,
    async verify(token) {
      const checked = shared(token);
      if (now() < pausedUntil) return null;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(() => {
          pausedUntil = now() + PAUSE_MS;
          resolve(null);
        }, maxWaitMs);
      });
      try {
        return await Promise.race([checked, late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
