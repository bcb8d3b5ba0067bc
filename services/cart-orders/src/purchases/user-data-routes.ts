import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { userOwner } from '../carts/cart-line.ts';
import type { CartStore } from '../carts/cart-store.ts';
import { presentOrder } from './order-presenter.ts';
import type { PurchaseStore } from './purchase-store.ts';

interface UserDataOptions {
  carts: Pick<CartStore, 'list'>;
  purchases: Pick<PurchaseStore, 'listOf'>;
}

const Params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) });

/**
 * `GET /internal/users/{id}/data`: cart and orders, for the export of an account; the enclosing scope requires the
 * service token.
 */
export async function userDataRoutes(
  app: FastifyInstance,
  { carts, purchases }: UserDataOptions,
): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/internal/users/:id/data',
    { schema: { params: Params } },
    async ({ params }) => {
      const userId = Number(params.id);
      const [lines, bought] = await Promise.all([carts.list([userOwner(userId)]), purchases.listOf(userId)]);
      return {
        cart: lines.map(({ bookId, quantity, createdAt }) => ({ bookId, quantity, createdAt })),
        orders: bought.flatMap((purchase) => purchase.lines.map((line) => presentOrder(purchase, line))),
      };
    },
  );
}
