import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { forbidden, unauthorized } from '@vidhi/contracts/errors.ts';
import { audienceOfRole, isStaff, type Audience } from '@vidhi/contracts/roles.ts';
import type { Principal, VerifyToken } from './token-verifier.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for an anonymous caller. */
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** A read with an invalid token is 401 here; elsewhere it is anonymous. */
    strictAuth?: boolean;
  }
}

const BEARER = /^bearer ([^\s]+)$/i;
/** On responses to reads whose token was invalid: they were served as to an anonymous client. */
export const TOKEN_IGNORED_HEADER = 'x-token-ignored';

/** The bearer token, or null; any other scheme counts as none, as in the reference. */
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
 * Sets `request.principal` from the bearer token. A token that does not verify or was revoked is 401, except on reads,
 * which go on as anonymous and say so in a header. With a revoked token of staff reads are 401 too: what an editor
 * works on must not turn into the visitors' view of it unnoticed.
 */
export const authPlugin = fp<AuthOptions>(async (app, { verifyToken, isCurrent }) => {
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request, reply) => {
    const token = bearerToken(request);
    if (token === null) return;
    const principal = await verifyToken(token);
    const isRevoked = principal !== null && !(await isCurrent(principal));
    if (!isRevoked) request.principal = principal;
    if (request.principal !== null) return;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const needsToken = !isRead || request.routeOptions.config.strictAuth === true;
    if (isRevoked && (needsToken || isStaff(principal.role))) throw unauthorized('Invalid credentials');
    if (needsToken) throw unauthorized();
    reply.header(TOKEN_IGNORED_HEADER, '1');
  });
});

export const audienceOf = ({ principal }: Pick<FastifyRequest, 'principal'>): Audience =>
  audienceOfRole(principal?.role ?? null);

/** Lets only these roles pass; everybody else, anonymous clients included, is 403, as in the reference. */
export function requireRole(...allowed: readonly number[]) {
  return async ({ principal }: FastifyRequest): Promise<void> => {
    if (principal === null || !allowed.includes(principal.role)) throw forbidden();
  };
}

/** Lets only our own processes pass, for `/internal/*`; the gateway never forwards those. */
export function requireService(serviceToken: string) {
  const expected = Buffer.from(serviceToken);
  return async ({ headers }: FastifyRequest): Promise<void> => {
    const given = Buffer.from(String(headers['x-service-token'] ?? ''));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw forbidden();
  };
}
