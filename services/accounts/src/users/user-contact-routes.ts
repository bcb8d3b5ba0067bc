import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '@vidhi/contracts/errors.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { UserContact } from '@vidhi/contracts/purchases.ts';
import { isStaffAccount, type User } from './user.ts';
import type { UserRepository } from './user-repository.ts';

const Params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) });

const nameOf = ({ first_name: first, last_name: last }: User): string | null =>
  [first, last].filter((part) => part !== null).join(' ') || null;

/**
 * `GET /internal/users/{id}/contact`, for notify and cart-orders, and `GET /internal/newsroom/{id}/contact`, for notify, which is
 * 404 for everybody who is not of the newsroom. The enclosing scope requires the service token.
 */
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
      return { address: user.email, name: nameOf(user), isConfirmed: user.confirmed };
    },
  );
  app.get<{ Params: { id: string } }>(
    '/internal/newsroom/:id/contact',
    { schema: { params: Params, response: { 200: UserContact } } },
    async ({ params }): Promise<UserContact> => {
      const user = await users.findById(Number(params.id));
      if (user === null || user.email === null) throw notFound();
      if (!isStaffAccount(user) || user.blocked || !hasDesk(user, 'news', 'publish')) throw notFound();
      return { address: user.email, name: nameOf(user), isConfirmed: user.confirmed };
    },
  );
}
