import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { notFound } from '@vidhi/contracts/errors.ts';
import { PaidCheckout } from '@vidhi/contracts/purchases.ts';
import { presentPaid } from './checkout-presenter.ts';
import type { CheckoutStore } from './checkout-store.ts';

const Id = Type.Object({ id: Type.String({ maxLength: 60 }) });
type Id = Static<typeof Id>;

/** For cart-orders: what was paid for. The enclosing scope requires the service token. */
export async function internalRoutes(
  app: FastifyInstance,
  { checkouts }: { checkouts: Pick<CheckoutStore, 'find' | 'findByPayment'> },
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
}
