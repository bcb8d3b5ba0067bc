import type { FastifyInstance } from 'fastify';
import qs from 'qs';
import { Type } from 'typebox';
import { forbidden, unauthorized } from '@vidhi/contracts/errors.ts';
import { presentUser, readUserView } from './user-presenter.ts';
import type { UserRepository } from './user-repository.ts';
import { ErrorAnswer, UserAnswerSchema } from './user-schemas.ts';

const ME_DOCUMENTATION = {
  operationId: 'getOwnAccount',
  summary: 'The account that the token belongs to',
  tags: ['accounts'],
  security: [{ bearer: [] }],
  querystring: Type.Object(
    {
      fields: Type.Optional(Type.Unknown({ description: 'Attributes to answer; all when absent' })),
      populate: Type.Optional(Type.Unknown({ description: '`role` or `*` adds the role' })),
    },
    { additionalProperties: true },
  ),
  response: { 200: UserAnswerSchema, 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer },
};

const queryOf = (url: string): Record<string, unknown> => {
  const at = url.indexOf('?');
  return at === -1 ? {} : qs.parse(url.slice(at + 1), { depth: 5, parameterLimit: 100 });
};

/** `GET /api/users/me`. Reads the account itself, so that a block or a new password takes effect at once. */
export async function userRoutes(
  app: FastifyInstance,
  { users }: { users: Pick<UserRepository, 'findById'> },
): Promise<void> {
  app.get(
    '/api/users/me',
    { schema: ME_DOCUMENTATION, config: { strictAuth: true } },
    async ({ principal, url }, reply) => {
      if (principal === null) throw forbidden();
      const view = readUserView(queryOf(url));
      const user = await users.findById(principal.userId);
      if (user === null || user.blocked || user.tokenVersion !== principal.tokenVersion)
        throw unauthorized('Invalid credentials');
      return reply.header('cache-control', 'no-store').send(presentUser(user, view));
    },
  );
}
