import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { HostCookie } from '@vidhi/service-kit/host-cookie.ts';
import { isFromOwnPage } from '@vidhi/service-kit/own-page.ts';
import type { RefreshSessions } from '../refresh/refresh-sessions.ts';
import { WHOLE_USER, presentUser, type UserAnswer } from '../users/user-presenter.ts';
import { UserAnswerSchema } from '../users/user-schemas.ts';
import type { User } from '../users/user.ts';

export const SessionAnswerSchema = Type.Object({ jwt: Type.String(), user: UserAnswerSchema });

/** Header of pages that request a session. Forms of other sites cannot send it. */
const KEEP_SESSION = 'x-keep-session';

export interface SessionAnswerOptions {
  refreshSessions: RefreshSessions;
  cookie: HostCookie;
  publicUrl: URL;
}

/** Answers with a token, and with the cookie of a new session when a page of this site asks for one. */
export type AnswerSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: { jwt: string; user: User },
) => Promise<{ jwt: string; user: UserAnswer }>;

export const createAnswerSession =
  ({ refreshSessions, cookie, publicUrl }: SessionAnswerOptions): AnswerSession =>
  async ({ headers }, reply, { jwt, user }) => {
    if (headers[KEEP_SESSION] === '1' && isFromOwnPage(headers, publicUrl)) {
      const { token, keepSeconds } = await refreshSessions.begin(user, cookie.read(headers.cookie));
      reply.header('set-cookie', cookie.keep(token, keepSeconds));
    }
    return { jwt, user: presentUser(user, WHOLE_USER) };
  };
