import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { VISITOR_COOKIE } from '@vidhi/contracts/visitor-cookie.ts';
import { clientNetwork } from '@vidhi/service-kit/client-address.ts';

const ID_CHARS = 11;
const VISITOR_ID = /^[\w-]{22}$/;
const YEAR_SECONDS = 365 * 24 * 3600;

export interface Visitor {
  /** Identity for counting views, the value of a cookie of ours; null without one. */
  key: string | null;
  /** Address of the client; for IPv6 its /64 network. */
  address: string;
}

/** Identifies visitors by signed cookies. */
export interface Visitors {
  of(request: FastifyRequest): Visitor;
  /** A new cookie: its `Set-Cookie` header, and the key of the visitor who sends it. */
  create(): { setCookie: string; key: string };
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

/** Returns the client's address, for IPv6 its /64 network. Only the gateway sends this header. */
export function clientAddressOf({ headers, ip }: FastifyRequest): string {
  const forwarded = headers['x-forwarded-for'];
  const text = Array.isArray(forwarded) ? forwarded[0] : forwarded;
  return clientNetwork(text?.split(',')[0]?.trim() || ip).address;
}

/** Returns the value of the cookie of one visitor: 11 characters of id and 11 of their HMAC. */
export function signVisitor(id: string, secret: string): string {
  const mac = createHmac('sha256', secret).update(`visitor cookie ${id}`).digest('base64url');
  return id + mac.slice(0, ID_CHARS);
}

interface VisitorsOptions {
  /** The first signs; the others, which replace it or were replaced, are accepted too. */
  secrets: readonly [string, ...string[]];
  isSecure: boolean;
}

export function createVisitors({ secrets, isSecure }: VisitorsOptions): Visitors {
  const isOurs = (value: string): boolean =>
    secrets.some((secret) =>
      timingSafeEqual(Buffer.from(value), Buffer.from(signVisitor(value.slice(0, ID_CHARS), secret))),
    );
  return {
    of(request) {
      const address = clientAddressOf(request);
      const value = cookieOf(request.headers.cookie);
      return { key: value !== null && isOurs(value) ? `c:${value}` : null, address };
    },
    create() {
      const value = signVisitor(randomBytes(9).toString('base64url').slice(0, ID_CHARS), secrets[0]);
      const attributes = `Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
      return { setCookie: `${VISITOR_COOKIE}=${value}; ${attributes}`, key: `c:${value}` };
    },
  };
}
