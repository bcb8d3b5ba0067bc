import { REGISTRATION_COOKIE } from '@vidhi/contracts/host-cookies.ts';
import { createHostCookie } from '@vidhi/service-kit/host-cookie.ts';
import { createReadTicket } from '@vidhi/service-kit/read-ticket.ts';
import type { RegistrationTicket, VerifyTicket } from '@vidhi/service-kit/registration-ticket.ts';

export const PUBLIC_URL = 'https://vidhi.example/';

const FORM = /^ticket-(\d+)-(\d+)-(\d+)-(\w+)$/;

/** Tickets of the tests name the user, the role, the token version and the ticket. */
export const verifyTestTicket: VerifyTicket = async (text) => {
  const [, userId, role, tokenVersion, ticketId] = FORM.exec(text) ?? [];
  return userId === undefined
    ? null
    : {
        userId: Number(userId),
        role: Number(role),
        tokenVersion: Number(tokenVersion),
        ticketId: ticketId ?? '',
        expiresAt: 4_000_000_000,
      };
};

const publicUrl = new URL(PUBLIC_URL);
export const readTestTicket = createReadTicket({
  cookie: createHostCookie(REGISTRATION_COOKIE, publicUrl),
  publicUrl,
  verifyTicket: verifyTestTicket,
});

/** Headers that a browser sends with the requests of the site's own pages. */
export const OWN_PAGE = { origin: publicUrl.origin, 'sec-fetch-site': 'same-origin' };

/** Headers of a page of this site in the browser that registered. */
export const withTicket = (
  ticket: Pick<RegistrationTicket, 'userId' | 'role'> & Partial<RegistrationTicket>,
): Record<string, string> => {
  const { userId, role, tokenVersion = 1, ticketId = `of${userId}` } = ticket;
  return {
    ...OWN_PAGE,
    cookie: `__Host-${REGISTRATION_COOKIE}=ticket-${userId}-${role}-${tokenVersion}-${ticketId}`,
  };
};
