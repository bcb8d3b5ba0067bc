import type { IncomingHttpHeaders } from 'node:http';
import type { HostCookie } from './host-cookie.ts';
import { isFromOwnPage } from './own-page.ts';
import type { RegistrationTicket, VerifyTicket } from './registration-ticket.ts';

/**
 * Resolves with the registration ticket in the cookie of a request; null when there is none, when it is invalid or
 * expired, and when the request does not come from a page of this site (CSRF protection).
 */
export type ReadTicket = (headers: IncomingHttpHeaders) => Promise<RegistrationTicket | null>;

export const createReadTicket =
  (options: { cookie: HostCookie; publicUrl: URL; verifyTicket: VerifyTicket }): ReadTicket =>
  async (headers) => {
    const { cookie, publicUrl, verifyTicket } = options;
    const ticket = cookie.read(headers.cookie);
    return ticket === null || !isFromOwnPage(headers, publicUrl) ? null : verifyTicket(ticket);
  };
