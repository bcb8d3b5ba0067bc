import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isApiToken, scopesAllow } from '@vidhi/contracts/api-tokens.ts';
import { forbidden, unauthorized } from '@vidhi/contracts/errors.ts';
import { hasDesk, type Desk } from '@vidhi/contracts/desks.ts';
import { audienceOfRole, isStaff, type Audience } from '@vidhi/contracts/roles.ts';
import type { Principal, VerifyToken } from './token-verifier.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for an anonymous client. */
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** Responds 401 to reads with an invalid token; without it they are served as anonymous. */
    strictAuth?: boolean;
  }
}

const BEARER = /^bearer ([^\s]+)$/i;
/** Response header of reads that were served as anonymous because their token was invalid. */
export const TOKEN_IGNORED_HEADER = 'x-token-ignored';

/** Returns the bearer token, or null. As in the reference, other schemes are ignored. */
export function bearerToken({ headers: { authorization } }: Pick<FastifyRequest, 'headers'>): string | null {
  return authorization === undefined ? null : (BEARER.exec(authorization)?.[1] ?? null);
}

/** False for a verified token that was revoked: by a new password or role, or a block of the account. */
export type IsCurrent = (principal: Principal) => boolean | Promise<boolean>;

export interface AuthOptions {
  verifyToken: VerifyToken;
  /** Called on every request with a verified token. */
  isCurrent: IsCurrent;
}

/**
 * Sets `request.principal` from the bearer token. Responds 401 to an invalid or revoked token, except on reads, which are
 * served as anonymous with the header `x-token-ignored`; 503 where it would be 401 when the token cannot be verified now.
 * Other software has to notice that its token is not valid: its reads are 401, too, and 403 outside the scopes of the token.
 * A read with a revoked token of staff is 401 too, because an
 * editor must not unknowingly edit the public view of a document.
 */
export const authPlugin = fp<AuthOptions>(async (app, { verifyToken, isCurrent }) => {
  app.decorateRequest('principal', null);
  const authenticate = async (token: string, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const needsToken = !isRead || request.routeOptions.config.strictAuth === true || isApiToken(token);
    const principal = await verifyToken(token).catch((error: unknown) => {
      if (needsToken) throw error;
      return null;
    });
    const isRevoked = principal !== null && !(await isCurrent(principal));
    if (!isRevoked) request.principal = principal;
    const scopes = request.principal?.apiToken?.scopes;
    if (scopes !== undefined && !scopesAllow(scopes, request.method, request.routeOptions.url))
      throw forbidden('The token has no scope for this call');
    if (request.principal !== null) return;
    if (isRevoked && (needsToken || isStaff(principal.role))) throw unauthorized('Invalid credentials');
    if (needsToken) throw unauthorized();
    reply.header(TOKEN_IGNORED_HEADER, '1');
  };
  app.addHook('onRequest', (request, reply, done) => {
    const token = bearerToken(request);
    // Most requests have none, and continue without a promise.
    if (token === null) done();
    else return authenticate(token, request, reply);
    return;
  });
});

/** Returns the audience that this request belongs to, by the role of its principal. */
export const audienceOf = ({ principal }: Pick<FastifyRequest, 'principal'>): Audience =>
  audienceOfRole(principal?.role ?? null);

/** Creates the same for documents whose drafts are read at these desks: staff of others are members. */
export const audienceAtDesks =
  (...anyOf: readonly Desk[]) =>
  (request: Pick<FastifyRequest, 'principal'>): Audience => {
    const audience = audienceOf(request);
    return audience === 'staff' && !hasDesk(request.principal, ...anyOf) ? 'member' : audience;
  };

/** Creates a hook that responds 403 to principals of other roles and, as in the reference, to anonymous clients. */
export function requireRole(...allowed: readonly number[]) {
  return async ({ principal }: FastifyRequest): Promise<void> => {
    if (principal === null || !allowed.includes(principal.role)) throw forbidden();
  };
}

/** Creates a hook that responds 403 to everybody but staff with one of these desks. */
export function requireDesk(...anyOf: readonly Desk[]) {
  return async ({ principal }: FastifyRequest): Promise<void> => {
    if (!hasDesk(principal, ...anyOf)) throw forbidden();
  };
}

/** The service token, or several that are valid while it is changed. */
export type ServiceTokens = string | readonly string[];

function isEqual(received: Buffer, expected: Buffer): boolean {
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/**
 * Creates a hook that responds 403 to requests without one of the service tokens, which only this site's processes have.
 * For `/internal/*`, which the gateway never forwards.
 */
export function requireService(serviceTokens: ServiceTokens) {
  const accepted = [serviceTokens].flat().map((token) => Buffer.from(token));
  return async ({ headers }: FastifyRequest): Promise<void> => {
    const received = Buffer.from(String(headers['x-service-token'] ?? ''));
    if (!accepted.some((token) => isEqual(received, token))) throw forbidden();
  };
}
