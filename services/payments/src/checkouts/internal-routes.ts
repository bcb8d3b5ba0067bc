import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { notFound } from '@vidhi/contracts/errors.ts';
import { PaidCheckout } from '@vidhi/contracts/purchases.ts';
import { presentPaid } from './checkout-presenter.ts';
import type { CheckoutStore } from './checkout-store.ts';

const Id = Type.Object({ id: Type.String({ maxLength: 60 }) });
type Id = Static<typeof Id>;

export interface InternalRoutesOptions {
  checkouts: Pick<CheckoutStore, 'find' | 'findByPayment' | 'refundDue'>;
  /** Called after a refund became due. */
  onRefundDue: () => void;
}

/**
 * Routes for cart-orders: paid checkouts, and refunds of purchases that it cancelled. The enclosing scope requires the
 * service token.
 */
export async function internalRoutes(
  app: FastifyInstance,
  { checkouts, onRefundDue }: InternalRoutesOptions,
): Promise<void> {
  const schema = { params: Id, response: { 200: PaidCheckout } };
  app.get<{ Params: Id }>('/internal/checkouts/:id', { schema }, async ({ params }) => {
    const paid = presentPaid(await checkouts.find(params.id));
    if (paid === null) throw notFound();
    return paid;
  });
  app.get<{ Params: Id }>('/internal/payments/:id/checkout', { schema }, async ({ params }) => {
    const paid = presentPaid(await checkouts.findByPayment(params.id));
    if (paid === null) throw notFound();
    return paid;
  });
  app.post<{ Params: Id }>(
    '/internal/checkouts/:id/refund',
    { schema: { params: Id } },
    async ({ params }) => {
      const checkout = await checkouts.find(params.id);
      if (checkout?.paymentId === undefined) throw notFound();
      const { _id, paymentId, snapshot } = checkout;
      await checkouts.refundDue(_id, { paymentId, amountPaise: snapshot.totalPaise, reason: 'cancelled' });
      onRefundDue();
      return {};
    },
  );
}
