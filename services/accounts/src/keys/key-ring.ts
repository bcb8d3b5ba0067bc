import {
  SignJWT,
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
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
import {
  TICKET_AUDIENCE,
  TICKET_LIFE_SECONDS,
  TICKET_TYPE,
  verifyRegistrationTicket,
  type RegistrationTicket,
  type VerifyTicket,
} from '@vidhi/service-kit/registration-ticket.ts';
import type { KeyRepository } from './key-repository.ts';
import { nextGeneration, retiredKeys, signingKeyAt, type SigningKey } from './signing-key.ts';

const ALGORITHM = 'Ed25519';

export interface KeyRing {
  /** Loads the keys, which all processes share; creates the first one, and the next one when it is due. */
  refresh(): Promise<void>;
  /** Resolves with an access token for this account, valid for `TOKEN_LIFE_SECONDS`. */
  issue(principal: Principal): Promise<string>;
  /**
   * Resolves with a registration ticket, valid for `TICKET_LIFE_SECONDS`.
   * @param expiresAt expiry of the ticket that this one replaces, in seconds since 1970
   */
  issueTicket(ticket: Omit<RegistrationTicket, 'expiresAt'>, expiresAt?: number): Promise<IssuedTicket>;
  verify: VerifyToken;
  verifyTicket: VerifyTicket;
  /** The public key set (JWKS). */
  published(): JSONWebKeySet;
}

export interface IssuedTicket {
  ticket: string;
  maxAgeSeconds: number;
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

/** Creates the signer and verifier of access tokens and registration tickets. Call `refresh` before anything else. */
export function createKeyRing(repository: KeyRepository, options: RingOptions): KeyRing {
  const { rotationDays, now = () => new Date() } = options;
  const imported = new Map<string, Awaited<ReturnType<typeof importJWK>>>();
  let keys: readonly SigningKey[] = [];
  let keySet: ReturnType<typeof createLocalJWKSet> | null = null;

  const published = (): JSONWebKeySet => ({ keys: keys.map(({ publicJwk }) => publicJwk) });

  async function privateKeyOf({ kid, privateJwk }: SigningKey) {
    const cachedKey = imported.get(kid);
    if (cachedKey !== undefined) return cachedKey;
    const key = await importJWK(privateJwk, ALGORITHM);
    imported.set(kid, key);
    return key;
  }

  const nowSeconds = (): number => Math.floor(now().getTime() / 1000);

  async function sign(
    claims: JWTPayload,
    complete: (jwt: SignJWT, issuedAt: number) => SignJWT,
    typ = TOKEN_TYPE,
  ): Promise<string> {
    const key = signingKeyAt(keys, now());
    if (key === null) throw new Error('no key may sign yet');
    const issuedAt = nowSeconds();
    const jwt = new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ, kid: key.kid })
      .setIssuer(TOKEN_ISSUER)
      .setIssuedAt(issuedAt);
    return complete(jwt, issuedAt).sign(await privateKeyOf(key));
  }

  async function verifyWith<Result>(
    verify: (set: JWTVerifyGetKey) => Promise<Result | null>,
  ): Promise<Result | null> {
    if (keySet === null) return null;
    try {
      return await verify(keySet);
    } catch {
      return null;
    }
  }

  return {
    async refresh() {
      let found = await repository.list();
      const next = nextGeneration(found, now(), rotationDays);
      if (next !== null) {
        await repository.insert(await makeKey(next.generation, next.signsFrom));
        // Another process may have inserted this generation first; its key is used then.
        found = await repository.list();
      }
      const retired = retiredKeys(found, now());
      for (const { generation } of retired) await repository.remove(generation);
      keys = found.filter((key) => !retired.includes(key));
      keySet = createLocalJWKSet(published());
    },
    issue: ({ userId, role, tokenVersion, desks }) =>
      sign({ id: userId, role, tv: tokenVersion, ...(desks && { desks }) }, (jwt, issuedAt) =>
        jwt
          .setSubject(String(userId))
          .setAudience(TOKEN_AUDIENCE)
          .setExpirationTime(issuedAt + TOKEN_LIFE_SECONDS),
      ),
    async issueTicket(
      { ticketId, userId, role, tokenVersion },
      expiresAt = nowSeconds() + TICKET_LIFE_SECONDS,
    ) {
      const ticket = await sign(
        { role, tv: tokenVersion },
        (jwt) =>
          jwt
            .setSubject(String(userId))
            .setJti(ticketId)
            .setAudience(TICKET_AUDIENCE)
            .setExpirationTime(expiresAt),
        TICKET_TYPE,
      );
      return { ticket, maxAgeSeconds: expiresAt - nowSeconds() };
    },
    verify: (token) => verifyWith((set) => verifyAccessToken(token, set)),
    verifyTicket: (ticket) => verifyWith((set) => verifyRegistrationTicket(ticket, set)),
    published,
  };
}
