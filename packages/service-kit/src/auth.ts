import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { forbidden, unauthorized } from '@vidhi/contracts/errors.ts';
import { audienceOfRole, type Audience } from '@vidhi/contracts/roles.ts';
import type { Principal, VerifyToken } from './token-verifier.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for an anonymous caller. */
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** A bad token is refused here even on a read; elsewhere a read with one is anonymous. */
    strictAuth?: boolean;
  }
}

const BEARER = /^bearer ([^\s]+)$/i;
/** Tells a client that its token was not taken, on reads that answer without one. */
export const TOKEN_IGNORED_HEADER = 'x-token-ignored';

/** The bearer token, or null; any other scheme counts as none, as in the reference. */
export function bearerToken({ headers: { authorization } }: Pick<FastifyRequest, 'headers'>): string | null {
  return authorization === undefined ? null : (BEARER.exec(authorization)?.[1] ?? null);
}

/**
 * Sets `request.principal` from the bearer token. A token that does not verify is 401, except on reads,
 * which go on as anonymous and say so in a header.
 */
export const authPlugin = fp<{ verifyToken: VerifyToken }>(async (app, { verifyToken }) => {
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request, reply) => {
    const token = bearerToken(request);
    if (token === null) return;
    request.principal = await verifyToken(token);
    if (request.principal !== null) return;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.routeOptions.config.strictAuth === true) throw unauthorized();
    reply.header(TOKEN_IGNORED_HEADER, '1');
  });
});

export const audienceOf = ({ principal }: Pick<FastifyRequest, 'principal'>): Audience =>
  audienceOfRole(principal?.role ?? null);

/** Lets only these roles pass; anonymous callers are refused like everybody else, as in the reference. */
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
