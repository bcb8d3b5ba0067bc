import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { isHead } from '@vidhi/service-kit/head-response.ts';
import type { CartStore } from '../carts/cart-store.ts';
import type { GuestOrders } from './guest-orders.ts';
import { presentRequest } from '../requests/order-requests.ts';
import { presentOrder } from './order-presenter.ts';
import type { PurchaseStore } from './purchase-store.ts';

interface UserDataOptions {
  carts: Pick<CartStore, 'listStored'>;
  purchases: Pick<PurchaseStore, 'listOf'>;
  guestOrders: Pick<GuestOrders, 'claim'>;
}

const Params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) });

/**
 * `GET /internal/users/{id}/data`: cart and orders, for the export of an account, with the lines that were removed
 * and can be restored; the enclosing scope requires the service token.
 */
export async function userDataRoutes(
  app: FastifyInstance,
  { carts, purchases, guestOrders }: UserDataOptions,
): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/internal/users/:id/data',
    { schema: { params: Params } },
    async (request) => {
      const userId = Number(request.params.id);
      if (!isHead(request)) await guestOrders.claim(userId);
      const [lines, bought] = await Promise.all([carts.listStored(userId), purchases.listOf(userId)]);
      return {
        cart: lines.map(({ bookId, quantity, createdAt, removedAt }) => ({
          bookId,
          quantity,
          createdAt,
          ...(removedAt === undefined ? {} : { removedAt }),
        })),
        order_requests: bought.flatMap(({ purchaseNumber = null, requests = [] }) =>
          requests.map((one) => ({ purchase_number: purchaseNumber, ...presentRequest(one) })),
        ),
        orders: bought.flatMap((purchase) => purchase.lines.map((line) => presentOrder(purchase, line))),
      };
    },
  );
}
