import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { SessionResponse } from '@vidhi/contracts/account-responses.ts';
import { methodNotAllowed } from '@vidhi/service-kit/error-responses.ts';
import { removeLimitHeaders, setLimitHeaders } from '../limits/limit-headers.ts';
import { refreshRoutes } from '../refresh/refresh-routes.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import { readCredentials } from './credentials.ts';
import { createSendSession, type SendSessionOptions } from './send-session.ts';
import type { LogIn } from './log-in.ts';

const LOGIN_DOCUMENTATION = {
  operationId: 'logIn',
  security: [],
  summary: 'Log in with an e-mail address or a username',
  description:
    'Takes JSON or a form: `identifier` and `password`, both text. A page of this site that sends `x-keep-session: 1` is given the cookie of a session too. An account with a second step gets 401, `SecondStepError`, whose details have `second_step`: the token for `POST /api/auth/second-step`.',
  tags: ['accounts'],
  consumes: ['application/json', 'application/x-www-form-urlencoded'],
  body: Type.Object({ identifier: Type.String(), password: Type.String() }),
  response: {
    200: SessionResponse,
    400: ErrorResponse,
    401: ErrorResponse,
    413: ErrorResponse,
    429: ErrorResponse,
    503: ErrorResponse,
  },
};

/** `POST /api/auth/local`, and the session routes. */
export async function sessionRoutes(
  app: FastifyInstance,
  { logIn, ...session }: SendSessionOptions & { logIn: LogIn },
): Promise<void> {
  const sendSession = createSendSession(session);

  // `readCredentials` validates the body, with the messages of the reference; its schema is documentation
  // only.
  const options = { schema: LOGIN_DOCUMENTATION, validatorCompiler: () => () => true };
  app.post('/api/auth/local', options, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { jwt, user } = await logIn({
      ...readCredentials(request.body),
      ip: request.ip,
      device: session.deviceCookie.read(request.headers.cookie),
      onRejected: (admission) => setLimitHeaders(reply, admission),
    });
    // A success is not counted (published difference A3), so it has no limit headers.
    removeLimitHeaders(reply);
    return sendSession(request, reply, { jwt, user });
  });

  app.route({
    method: ['PUT', 'PATCH', 'DELETE'],
    url: '/api/auth/local',
    schema: { hide: true },
    handler: async (_request, reply) => methodNotAllowed(reply, ['POST']),
  });

  await app.register(refreshRoutes, session);
}
