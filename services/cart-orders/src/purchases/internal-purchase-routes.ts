import type { FastifyInstance } from 'fastify';
import { notFound } from '@vidhi/contracts/errors.ts';
import { PurchaseDetails } from '@vidhi/contracts/purchases.ts';
import type { PurchaseStore } from './purchase-store.ts';

/** `GET /internal/purchases/{id}`, for notify; the enclosing scope requires the service token. */
export async function internalPurchaseRoutes(
  app: FastifyInstance,
  { purchases }: { purchases: Pick<PurchaseStore, 'find'> },
): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/internal/purchases/:id',
    { schema: { response: { 200: PurchaseDetails } } },
    async ({ params: { id } }): Promise<PurchaseDetails> => {
      const purchase = await purchases.find(id);
      // Of a cancelled purchase no mail confirms anything.
      if (purchase === null || purchase.status === 'CANCELLED') throw notFound();
      const { orderId, paymentId, userId, lines, shippingPaise, totalPaise, billing, shipping } = purchase;
      return {
        orderId,
        paymentId,
        userId,
        lines: lines.map(({ title, listPaise, unitPaise, quantity }) => ({
          title,
          listPaise,
          unitPaise,
          quantity,
        })),
        shippingPaise,
        totalPaise,
        billing,
        shipping,
        createdAt: purchase.createdAt.toISOString(),
      };
    },
  );
}
