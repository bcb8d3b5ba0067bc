import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '@vidhi/contracts/errors.ts';
import { UserContact } from '@vidhi/contracts/purchases.ts';
import type { UserRepository } from './user-repository.ts';

const Params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) });

/** `GET /internal/users/{id}/contact`, for notify and cart-orders; the enclosing scope requires the service token. */
export async function userContactRoutes(
  app: FastifyInstance,
  { users }: { users: Pick<UserRepository, 'findById'> },
): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/internal/users/:id/contact',
    { schema: { params: Params, response: { 200: UserContact } } },
    async ({ params }): Promise<UserContact> => {
      const user = await users.findById(Number(params.id));
      if (user === null || user.email === null) throw notFound();
      const name = [user.first_name, user.last_name].filter((part) => part !== null).join(' ');
      return { address: user.email, name: name === '' ? null : name, isConfirmed: user.confirmed };
    },
  );
}
