import { jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { RemoteKeys } from './remote-keys.ts';
import { MAX_TOKEN_CHARS, TOKEN_ISSUER, USER_ID, isCount } from './token-verifier.ts';

/**
 * Permission of somebody who has just registered and is not logged in: one change of the role, some pictures and one
 * profile. Each service counts uses by the ticket's id.
 */
export interface RegistrationTicket {
  ticketId: string;
  userId: number;
  /** Role and token version of the account when the ticket was issued. */
  role: number;
  tokenVersion: number;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** Differs from the type of access tokens, so that neither is accepted as the other. */
export const TICKET_TYPE = 'registration-ticket+jwt';
export const TICKET_AUDIENCE = 'vidhi-registration';
export const TICKET_LIFE_SECONDS = 3_600;

const TICKET_ID = /^[\w-]{22}$/;

/** Resolves null for an invalid or expired ticket. Rejects with 503 when the key to verify it with cannot be fetched. */
export type VerifyTicket = (ticket: string) => Promise<RegistrationTicket | null>;

/** Verifies a ticket against these keys. Resolves null or rejects with a jose error when it is invalid. */
export async function verifyRegistrationTicket(
  ticket: string,
  keys: JWTVerifyGetKey,
): Promise<RegistrationTicket | null> {
  if (ticket.length > MAX_TOKEN_CHARS) return null;
  const { payload } = await jwtVerify(ticket, keys, {
    issuer: TOKEN_ISSUER,
    audience: TICKET_AUDIENCE,
    algorithms: ['EdDSA', 'Ed25519'],
    typ: TICKET_TYPE,
    clockTolerance: 5,
    maxTokenAge: TICKET_LIFE_SECONDS,
    requiredClaims: ['sub', 'exp', 'iat', 'jti'],
  });
  const { sub, jti, exp, role, tv } = payload as Record<string, unknown>;
  if (typeof sub !== 'string' || !USER_ID.test(sub) || typeof jti !== 'string' || !TICKET_ID.test(jti))
    return null;
  if (!isCount(role) || !isCount(tv) || !isCount(exp)) return null;
  return { ticketId: jti, userId: Number(sub), role, tokenVersion: tv, expiresAt: exp };
}

/** Creates a verifier of tickets with the published keys. */
export const createTicketVerifier =
  (keys: RemoteKeys): VerifyTicket =>
  (ticket) =>
    keys.use((set) => verifyRegistrationTicket(ticket, set));
