import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { forbidden, notFound, unauthorized } from '@vidhi/contracts/errors.ts';
import { OwnSession, SessionResponse } from '@vidhi/contracts/account-responses.ts';
import { methodNotAllowed } from '@vidhi/service-kit/error-responses.ts';
import { WHOLE_USER, presentUser } from '../users/user-presenter.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import { isFromOwnPage } from '@vidhi/service-kit/own-page.ts';
import type { RefreshSessions } from './refresh-sessions.ts';
import type { HostCookie } from '@vidhi/service-kit/host-cookie.ts';

export interface RefreshOptions {
  refreshSessions: RefreshSessions;
  cookie: HostCookie;
  publicUrl: URL;
}

const REFRESH_DOCUMENTATION = {
  operationId: 'refreshSession',
  security: [],
  summary: 'A new token for the session that the cookie names',
  description:
    'For pages of this site only. The cookie is replaced with each call; one that was replaced before ends the session, except its direct predecessor within ten seconds.',
  tags: ['accounts'],
  response: {
    200: SessionResponse,
    401: ErrorResponse,
    403: ErrorResponse,
    503: ErrorResponse,
  },
};

const LOGOUT_DOCUMENTATION = {
  operationId: 'endSession',
  security: [],
  summary: 'End the session that the cookie names',
  description: 'For pages of this site only. Tokens that were issued already live out their ten minutes.',
  tags: ['accounts'],
  response: { 204: Type.Null({ description: 'There is no session any more' }), 403: ErrorResponse },
};

const SESSIONS_DOCUMENTATION = {
  operationId: 'listSessions',
  security: [],
  summary: 'The sessions of the account, for a page of this site',
  tags: ['accounts'],
  response: {
    200: Type.Array(OwnSession),
    401: ErrorResponse,
    403: ErrorResponse,
  },
};

const END_ONE_DOCUMENTATION = {
  operationId: 'endOneSession',
  security: [],
  summary: 'Ends one session of the account',
  description: 'Access tokens live out their ten minutes.',
  tags: ['accounts'],
  params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
  response: {
    204: Type.Null({ description: 'It is over' }),
    401: ErrorResponse,
    403: ErrorResponse,
    404: ErrorResponse,
  },
};

const END_OTHERS_DOCUMENTATION = {
  operationId: 'endOtherSessions',
  security: [],
  summary: 'Ends all sessions of the account but this one',
  description: 'Access tokens live out their ten minutes.',
  tags: ['accounts'],
  response: {
    204: Type.Null({ description: 'The others are over' }),
    401: ErrorResponse,
    403: ErrorResponse,
  },
};

/** Routes `POST /api/auth/refresh` and `POST /api/auth/logout`. */
export async function refreshRoutes(
  app: FastifyInstance,
  { refreshSessions, cookie, publicUrl }: RefreshOptions,
): Promise<void> {
  const ownPagesOnly = async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store');
    if (!isFromOwnPage(headers, publicUrl)) throw forbidden();
  };
  const tokenOf = ({ headers }: FastifyRequest): string | null => cookie.read(headers.cookie);

  app.post(
    '/api/auth/refresh',
    { schema: REFRESH_DOCUMENTATION, onRequest: ownPagesOnly },
    async (request, reply) => {
      const refreshed = await refreshSessions.refresh(tokenOf(request));
      if (refreshed === null) {
        reply.header('set-cookie', cookie.drop());
        throw unauthorized();
      }
      const { jwt, user, token, maxAgeSeconds } = refreshed;
      reply.header('set-cookie', cookie.keep(token, maxAgeSeconds));
      return { jwt, user: presentUser(user, WHOLE_USER) };
    },
  );

  app.post(
    '/api/auth/logout',
    { schema: LOGOUT_DOCUMENTATION, onRequest: ownPagesOnly },
    async (request, reply) => {
      await refreshSessions.end(tokenOf(request));
      return reply.header('set-cookie', cookie.drop()).code(204).send(null);
    },
  );

  app.get(
    '/api/auth/sessions',
    { schema: SESSIONS_DOCUMENTATION, onRequest: ownPagesOnly },
    async (request) => {
      const listed = await refreshSessions.list(tokenOf(request));
      if (listed === null) throw unauthorized();
      return listed.map(({ id, browser, isCurrent, lastUsedAt, endsAt }) => ({
        id,
        browser,
        isCurrent,
        lastUsedAt: lastUsedAt.toISOString(),
        endsAt: endsAt.toISOString(),
      }));
    },
  );

  app.delete<{ Params: { id: string } }>(
    '/api/auth/sessions/:id',
    { schema: END_ONE_DOCUMENTATION, onRequest: ownPagesOnly },
    async (request, reply) => {
      const token = tokenOf(request);
      if ((await refreshSessions.list(token)) === null) throw unauthorized();
      if (!(await refreshSessions.endOne(token, request.params.id))) throw notFound();
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/auth/logout-others',
    { schema: END_OTHERS_DOCUMENTATION, onRequest: ownPagesOnly },
    async (request, reply) => {
      if (!(await refreshSessions.endOthers(tokenOf(request)))) throw unauthorized();
      return reply.code(204).send(null);
    },
  );

  for (const url of ['/api/auth/refresh', '/api/auth/logout'])
    app.route({
      method: ['PUT', 'PATCH', 'DELETE'],
      url,
      schema: { hide: true },
      handler: async (_request, reply) => methodNotAllowed(reply, ['POST']),
    });
}
