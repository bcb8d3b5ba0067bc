import type { FastifyInstance } from 'fastify';
import { notFound } from '@vidhi/contracts/errors.ts';
import { PurchaseDetails } from '@vidhi/contracts/purchases.ts';
import type { Purchase } from './purchase.ts';
import type { PurchaseStore } from './purchase-store.ts';

function presentDetails(purchase: Purchase): PurchaseDetails {
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
    ...(purchase.cancelledFor === undefined ? {} : { cancelledFor: purchase.cancelledFor }),
  };
}

/** Purchases by their state, for notify; the enclosing scope requires the service token. */
export async function internalPurchaseRoutes(
  app: FastifyInstance,
  { purchases }: { purchases: Pick<PurchaseStore, 'find'> },
): Promise<void> {
  const schema = { response: { 200: PurchaseDetails } };
  const find = async (id: string, isCancelled: boolean): Promise<PurchaseDetails> => {
    const purchase = await purchases.find(id);
    if (purchase === null || (purchase.status === 'CANCELLED') !== isCancelled) throw notFound();
    return presentDetails(purchase);
  };
  // Of a cancelled purchase no mail confirms anything.
  app.get<{ Params: { id: string } }>('/internal/purchases/:id', { schema }, ({ params }) =>
    find(params.id, false),
  );
  app.get<{ Params: { id: string } }>('/internal/cancelled-purchases/:id', { schema }, ({ params }) =>
    find(params.id, true),
  );
}
