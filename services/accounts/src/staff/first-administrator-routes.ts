import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { WireError } from '@vidhi/contracts/errors.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { isLoopback } from '@vidhi/service-kit/client-address.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { FirstAdministrator } from './first-administrator.ts';

const NOBODY = 0;

const MakeBody = Type.Object(
  {
    token: Type.String({ maxLength: 100, description: 'From the link that the start of the site prints' }),
    email: Type.String({ maxLength: 254 }),
    password: Type.String({ maxLength: 1_000 }),
    first_name: Type.Optional(Type.String({ maxLength: 255 })),
    last_name: Type.Optional(Type.String({ maxLength: 255 })),
  },
  { additionalProperties: false },
);

export interface FirstAdministratorRoutesOptions {
  users: Pick<UserRepository, 'hasAdministratorBesides'>;
  firstAdministrator: Pick<FirstAdministrator, 'make'>;
  limits: Pick<RequestLimits, 'admit'>;
}

/**
 * `GET /api/staff/first-administrator`, for the page of a fresh site, and `POST`, which makes the first administrator with the
 * link that `npm start` prints, from the machine of the site alone.
 */
export async function firstAdministratorRoutes(
  app: FastifyInstance,
  { users, firstAdministrator, limits }: FirstAdministratorRoutesOptions,
): Promise<void> {
  // The last administrator stays, so that there is one for ever.
  let exists = false;
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get(
    '/api/staff/first-administrator',
    {
      schema: {
        tags: ['staff'],
        security: [],
        operationId: 'findFirstAdministrator',
        summary: 'Whether the site has an administrator who can log in',
        response: { 200: Type.Object({ exists: Type.Boolean() }), 503: ErrorResponse },
      },
    },
    async () => {
      exists ||= await users.hasAdministratorBesides(NOBODY);
      return { exists };
    },
  );

  app.post<{ Body: Static<typeof MakeBody> }>(
    '/api/staff/first-administrator',
    {
      schema: {
        tags: ['staff'],
        security: [],
        operationId: 'makeFirstAdministrator',
        summary: 'Makes the first administrator of a fresh site, once',
        description:
          'With the token of the link that the start of the site prints, which is good for an hour. Only from the machine that runs the site; 410 once the site has an administrator.',
        body: MakeBody,
        response: {
          201: Type.Object({ data: Type.Object({ email: Type.String() }) }),
          400: ErrorResponse,
          403: ErrorResponse,
          409: ErrorResponse,
          410: ErrorResponse,
          429: ErrorResponse,
        },
      },
    },
    async (request, reply) => {
      if (!isLoopback(request.ip))
        throw new WireError(403, 'ForbiddenError', 'This link works on the machine that runs the site.');
      await limits.admit('useLink', request, reply);
      const { email } = await firstAdministrator.make(request.body, actorOf(request));
      return reply.code(201).send({ data: { email: email ?? '' } });
    },
  );
}

/** `POST /internal/first-administrator-link`, for the launcher; the enclosing scope requires the service token. */
export async function firstAdministratorLinkRoutes(
  app: FastifyInstance,
  { firstAdministrator }: { firstAdministrator: Pick<FirstAdministrator, 'createLink'> },
): Promise<void> {
  const Link = Type.Object({ token: Type.String(), expires_at: Type.String() });
  app.post(
    '/internal/first-administrator-link',
    { schema: { response: { 200: Type.Object({ data: Type.Union([Link, Type.Null()]) }) } } },
    async () => {
      const link = await firstAdministrator.createLink();
      return { data: link === null ? null : { token: link.token, expires_at: link.expiresAt.toISOString() } };
    },
  );
}
