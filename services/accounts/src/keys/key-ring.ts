import {
  SignJWT,
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
} from 'jose';
import {
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  TOKEN_LIFE_SECONDS,
  TOKEN_TYPE,
  verifyAccessToken,
  type Principal,
  type VerifyToken,
} from '@vidhi/service-kit/token-verifier.ts';
import type { KeyRepository } from './key-repository.ts';
import { nextGeneration, retiredKeys, signingKeyAt, type SigningKey } from './signing-key.ts';

const ALGORITHM = 'Ed25519';

export interface KeyRing {
  /** Loads the keys of all processes; creates the first one, or the next one when it is due. */
  refresh(): Promise<void>;
  /** A token of ten minutes for this account. */
  issue(principal: Principal): Promise<string>;
  verify: VerifyToken;
  /** The public key set (JWKS). */
  published(): JSONWebKeySet;
}

interface RingOptions {
  rotationDays: number;
  now?: () => Date;
}

async function makeKey(generation: number, signsFrom: Date): Promise<SigningKey> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  return {
    generation,
    kid,
    privateJwk: await exportJWK(pair.privateKey),
    publicJwk: { ...publicJwk, kid, use: 'sig', alg: ALGORITHM },
    signsFrom,
  };
}

/** The signing keys of access tokens. Call `refresh` once before anything else. */
export function createKeyRing(repository: KeyRepository, options: RingOptions): KeyRing {
  const { rotationDays, now = () => new Date() } = options;
  const imported = new Map<string, Awaited<ReturnType<typeof importJWK>>>();
  let keys: readonly SigningKey[] = [];
  let lookUp: ReturnType<typeof createLocalJWKSet> | null = null;

  const published = (): JSONWebKeySet => ({ keys: keys.map(({ publicJwk }) => publicJwk) });

  async function privateKeyOf({ kid, privateJwk }: SigningKey) {
    const cachedKey = imported.get(kid);
    if (cachedKey !== undefined) return cachedKey;
    const key = await importJWK(privateJwk, ALGORITHM);
    imported.set(kid, key);
    return key;
  }

  return {
    async refresh() {
      let found = await repository.list();
      const next = nextGeneration(found, now(), rotationDays);
      if (next !== null) {
        await repository.insert(await makeKey(next.generation, next.signsFrom));
        // The first process's key is used.
        found = await repository.list();
      }
      const retired = retiredKeys(found, now());
      for (const { generation } of retired) await repository.remove(generation);
      keys = found.filter((key) => !retired.includes(key));
      lookUp = createLocalJWKSet(published());
    },
    async issue({ userId, role, tokenVersion }) {
      const key = signingKeyAt(keys, now());
      if (key === null) throw new Error('no key may sign yet');
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ id: userId, role, tv: tokenVersion })
        .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE, kid: key.kid })
        .setSubject(String(userId))
        .setIssuer(TOKEN_ISSUER)
        .setAudience(TOKEN_AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + TOKEN_LIFE_SECONDS)
        .sign(await privateKeyOf(key));
    },
    async verify(token) {
      if (lookUp === null) return null;
      try {
        return await verifyAccessToken(token, lookUp);
      } catch {
        return null;
      }
    },
    published,
  };
}
