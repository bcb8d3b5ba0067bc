import type { IncomingHttpHeaders } from 'node:http';
import type { HostCookie } from './host-cookie.ts';
import { isFromOwnPage } from './own-page.ts';
import type { RegistrationTicket, VerifyTicket } from './registration-ticket.ts';

/** The valid ticket of a request that a page of this site sent; null without one. */
export type ReadTicket = (headers: IncomingHttpHeaders) => Promise<RegistrationTicket | null>;

export const createReadTicket =
  (options: { cookie: HostCookie; publicUrl: URL; verifyTicket: VerifyTicket }): ReadTicket =>
  async (headers) => {
    const { cookie, publicUrl, verifyTicket } = options;
    const ticket = cookie.read(headers.cookie);
    return ticket === null || !isFromOwnPage(headers, publicUrl) ? null : verifyTicket(ticket);
  };
