import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { DESKS, desksOf, hasDesk } from '@vidhi/contracts/desks.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { User } from '../users/user.ts';
import type { UserRepository } from '../users/user-repository.ts';

const Colleague = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  desks: Type.Array(Type.Enum([...DESKS])),
});

const nameOf = ({ first_name, last_name, id }: User): string =>
  [first_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ') ||
  `Account ${id}`;

/** `GET /api/staff/newsroom`: names of those who write and publish, for reviews and mentions. No address, no session. */
export async function newsroomRoutes(
  app: FastifyInstance,
  { users }: { users: Pick<UserRepository, 'listStaff'> },
): Promise<void> {
  app.get(
    '/api/staff/newsroom',
    {
      onRequest: requireDesk('news', 'publish'),
      config: { strictAuth: true },
      schema: {
        tags: ['staff'],
        security: [{ bearer: [] }],
        summary: 'The people of the newsroom, by name',
        operationId: 'listNewsroom',
        response: {
          200: Type.Object({ data: Type.Array(Colleague) }),
          401: ErrorResponse,
          403: ErrorResponse,
        },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      const staff = await users.listStaff();
      const present = staff.filter((user) => !user.blocked && hasDesk(user, 'news', 'publish'));
      return { data: present.map((user) => ({ id: user.id, name: nameOf(user), desks: desksOf(user) })) };
    },
  );
}
