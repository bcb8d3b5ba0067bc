import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

export const VISITOR_COOKIE = 'vidhi_visitor';
const VISITOR_ID = /^[\w-]{22}$/;
const YEAR_SECONDS = 365 * 24 * 3600;

export interface Visitor {
  /** Whose views are counted once: a cookie's value, or a hash of address and agent. */
  key: string;
  /** A new cookie for whoever came without one. */
  newCookie: string | null;
  /** Who that visitor is once the cookie comes back. */
  newKey: string | null;
}

function cookieOf(header: string | undefined): string | null {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at !== -1 && part.slice(0, at).trim() === VISITOR_COOKIE) {
      const value = part.slice(at + 1).trim();
      return VISITOR_ID.test(value) ? value : null;
    }
  }
  return null;
}

/** The gateway is the only one who sends this header, with the one address it saw. */
function addressOf({ headers, ip }: FastifyRequest): string {
  const given = headers['x-forwarded-for'];
  const text = Array.isArray(given) ? given[0] : given;
  return text?.split(',')[0]?.trim() || ip;
}

const cookie = (value: string, isSecure: boolean): string =>
  `${VISITOR_COOKIE}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/**
 * The cookie says who it is. Without one it is the address and the browser, so that somebody who takes no
 * cookies is counted once too; the answer offers a cookie.
 */
export function visitorOf(request: FastifyRequest, isSecure: boolean): Visitor {
  const known = cookieOf(request.headers.cookie);
  if (known !== null) return { key: `c:${known}`, newCookie: null, newKey: null };
  const who = `${addressOf(request)}\n${request.headers['user-agent'] ?? ''}`;
  const offered = randomBytes(16).toString('base64url');
  return {
    key: `a:${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`,
    newCookie: cookie(offered, isSecure),
    newKey: `c:${offered}`,
  };
}
