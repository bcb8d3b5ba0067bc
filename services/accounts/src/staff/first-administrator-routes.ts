import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { UserRepository } from '../users/user-repository.ts';
import { ErrorResponse } from '../users/user-schemas.ts';

const NOBODY = 0;

/**
 * `GET /api/staff/first-administrator`, for the page of a fresh site that says how to make one. Nobody can make one through
 * it.
 */
export async function firstAdministratorRoutes(
  app: FastifyInstance,
  { users }: { users: Pick<UserRepository, 'hasAdministratorBesides'> },
): Promise<void> {
  // The last administrator stays, so that there is one for ever.
  let exists = false;
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
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      exists ||= await users.hasAdministratorBesides(NOBODY);
      return { exists };
    },
  );
}
