import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HostCookie } from '@vidhi/service-kit/host-cookie.ts';
import { isFromOwnPage } from '@vidhi/service-kit/own-page.ts';
import type { DeviceCookie } from '../devices/device-cookie.ts';
import type { KnownClients } from '../devices/known-clients.ts';
import type { RefreshSessions } from '../refresh/refresh-sessions.ts';
import { WHOLE_USER, presentUser, type UserResponse } from '../users/user-presenter.ts';
import type { User } from '../users/user.ts';
import { browserOf } from './browser-of.ts';

/** Header of pages that request a session. Forms of other sites cannot send it. */
const KEEP_SESSION = 'x-keep-session';

export interface SendSessionOptions {
  refreshSessions: RefreshSessions;
  cookie: HostCookie;
  deviceCookie: DeviceCookie;
  knownClients: Pick<KnownClients, 'remember'>;
  publicUrl: URL;
}

/**
 * Response body with a token. Remembers address and browser of the login; a page of this site gets the cookie of its device,
 * and that of a new session when it requests one.
 */
export type SendSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  loggedIn: { jwt: string; user: User },
) => Promise<{ jwt: string; user: UserResponse }>;

export const createSendSession =
  (options: SendSessionOptions): SendSession =>
  async ({ headers, ip }, reply, { jwt, user }) => {
    const { refreshSessions, cookie, publicUrl, deviceCookie, knownClients } = options;
    const isOwnPage = isFromOwnPage(headers, publicUrl);
    const device = deviceCookie.read(headers.cookie) ?? (isOwnPage ? deviceCookie.newId() : null);
    await knownClients.remember(user.id, { ip, device });
    if (headers[KEEP_SESSION] === '1' && isOwnPage) {
      const { token, maxAgeSeconds } = await refreshSessions.begin(
        user,
        cookie.read(headers.cookie),
        browserOf(headers['user-agent']),
      );
      reply.header('set-cookie', cookie.keep(token, maxAgeSeconds));
    }
    if (isOwnPage && device !== null) reply.header('set-cookie', deviceCookie.keep(device));
    return { jwt, user: presentUser(user, WHOLE_USER) };
  };
