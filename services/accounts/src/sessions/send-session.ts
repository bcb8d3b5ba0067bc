import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { HostCookie } from '@vidhi/service-kit/host-cookie.ts';
import { isFromOwnPage } from '@vidhi/service-kit/own-page.ts';
import type { RefreshSessions } from '../refresh/refresh-sessions.ts';
import { WHOLE_USER, presentUser, type UserResponse } from '../users/user-presenter.ts';
import { UserResponseSchema } from '../users/user-schemas.ts';
import type { User } from '../users/user.ts';

export const SessionResponseSchema = Type.Object({ jwt: Type.String(), user: UserResponseSchema });

/** Header of pages that request a session. Forms of other sites cannot send it. */
const KEEP_SESSION = 'x-keep-session';

export interface SendSessionOptions {
  refreshSessions: RefreshSessions;
  cookie: HostCookie;
  publicUrl: URL;
}

/** Response body with a token; sets the cookie of a new session when a page of this site requests one. */
export type SendSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  loggedIn: { jwt: string; user: User },
) => Promise<{ jwt: string; user: UserResponse }>;

export const createSendSession =
  ({ refreshSessions, cookie, publicUrl }: SendSessionOptions): SendSession =>
  async ({ headers }, reply, { jwt, user }) => {
    if (headers[KEEP_SESSION] === '1' && isFromOwnPage(headers, publicUrl)) {
      const { token, maxAgeSeconds } = await refreshSessions.begin(user, cookie.read(headers.cookie));
      reply.header('set-cookie', cookie.keep(token, maxAgeSeconds));
    }
    return { jwt, user: presentUser(user, WHOLE_USER) };
  };
