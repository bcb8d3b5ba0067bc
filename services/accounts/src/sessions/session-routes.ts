import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import qs from 'qs';
import { Type } from 'typebox';
import { methodNotAllowed } from '@vidhi/service-kit/error-responses.ts';
import { ErrorAnswer, UserAnswerSchema } from '../users/user-schemas.ts';
import { WHOLE_USER, presentUser } from '../users/user-presenter.ts';
import { readCredentials } from './credentials.ts';
import { isFromOwnPage } from '../refresh/own-page.ts';
import { refreshRoutes, type RefreshOptions } from '../refresh/refresh-routes.ts';
import type { Admission } from './login-throttle.ts';
import type { SignIn } from './sign-in.ts';

const LoginAnswer = Type.Object({ jwt: Type.String(), user: UserAnswerSchema });

const LOGIN_DOCUMENTATION = {
  operationId: 'logIn',
  security: [],
  summary: 'Sign in with an e-mail address or a username',
  description:
    'Takes JSON or a form: `identifier` and `password`, both text. A page of this site that sends `x-keep-session: 1` is given the cookie of a session too.',
  tags: ['accounts'],
  consumes: ['application/json', 'application/x-www-form-urlencoded'],
  body: Type.Object({ identifier: Type.String(), password: Type.String() }),
  response: {
    200: LoginAnswer,
    400: ErrorAnswer,
    413: ErrorAnswer,
    429: ErrorAnswer,
    503: ErrorAnswer,
  },
};

const LIMIT = 'x-ratelimit-limit';
const REMAINING = 'x-ratelimit-remaining';
const RESET = 'x-ratelimit-reset';

const setLimitHeaders = (reply: FastifyReply, { limit, remaining, resetAt }: Admission): void =>
  void reply.headers({ [LIMIT]: limit, [REMAINING]: remaining, [RESET]: Math.ceil(resetAt / 1000) });

/** A success is not counted (published difference A3), so it has no limit headers. */
function removeLimitHeaders(reply: FastifyReply): void {
  for (const name of [LIMIT, REMAINING, RESET]) reply.removeHeader(name);
}

/** Header of pages that request a session. Forms of other sites cannot send it. */
const KEEP_SESSION = 'x-keep-session';

/** `POST /api/auth/local`, and the session routes. */
export async function sessionRoutes(
  app: FastifyInstance,
  { signIn, ...refresh }: RefreshOptions & { signIn: SignIn },
): Promise<void> {
  const { refreshSessions, cookie, publicUrl } = refresh;
  const keepsSession = ({ headers }: FastifyRequest): boolean =>
    headers[KEEP_SESSION] === '1' && isFromOwnPage(headers, publicUrl);

  await app.register(formbody, { parser: (text) => qs.parse(text, { depth: 3, parameterLimit: 100 }) });
  // Like the reference, treats a body of unknown type as empty.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    payload.once('end', () => done(null, undefined));
  });

  // `readCredentials` validates the body, with the messages of the reference; its schema is documentation
  // only.
  const options = { schema: LOGIN_DOCUMENTATION, validatorCompiler: () => () => true };
  app.post('/api/auth/local', options, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { jwt, user } = await signIn({
      ...readCredentials(request.body),
      ip: request.ip,
      onRejected: (admission) => setLimitHeaders(reply, admission),
    });
    removeLimitHeaders(reply);
    if (keepsSession(request)) {
      const { token, keepSeconds } = await refreshSessions.begin(user, cookie.read(request.headers.cookie));
      reply.header('set-cookie', cookie.keep(token, keepSeconds));
    }
    return { jwt, user: presentUser(user, WHOLE_USER) };
  });

  app.route({
    method: ['PUT', 'PATCH', 'DELETE'],
    url: '/api/auth/local',
    schema: { hide: true },
    handler: async (_request, reply) => methodNotAllowed(reply, ['POST']),
  });

  await app.register(refreshRoutes, refresh);
}
