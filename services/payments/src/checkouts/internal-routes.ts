import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { WireError, notFound } from '@vidhi/contracts/errors.ts';
import { PartRefundRequest, PartRefundResponse } from '@vidhi/contracts/shop-refunds.ts';
import { PaymentChanged } from '@vidhi/contracts/events.ts';
import { KnownReturns, PaidCheckout } from '@vidhi/contracts/purchases.ts';
import { PaymentFacts } from '@vidhi/contracts/shop-desk.ts';
import type { ProviderEvents } from '../webhooks/provider-events.ts';
import { presentFacts, presentPaid } from './checkout-presenter.ts';
import type { CheckoutStore } from './checkout-store.ts';
import type { PartRefundStore } from './part-refund-store.ts';

const Id = Type.Object({ id: Type.String({ maxLength: 60 }) });
type Id = Static<typeof Id>;

export interface InternalRoutesOptions {
  checkouts: Pick<CheckoutStore, 'find' | 'findByPayment' | 'refundDue'>;
  events: Pick<ProviderEvents, 'listOf'>;
  partRefunds: Pick<PartRefundStore, 'add'>;
  /** Notes that the purchase of a checkout knows these events. */
  acknowledge: (checkoutId: string, eventIds: readonly string[]) => Promise<void>;
  /** Called after a refund became due. */
  onRefundDue: () => void;
}

/**
 * Routes for cart-orders: paid checkouts, and refunds of purchases that it cancelled. The enclosing scope requires the
 * service token.
 */
export async function internalRoutes(
  app: FastifyInstance,
  { checkouts, events, partRefunds, acknowledge, onRefundDue }: InternalRoutesOptions,
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
  app.get<{ Params: Id }>(
    '/internal/checkouts/:id/facts',
    { schema: { params: Id, response: { 200: PaymentFacts } } },
    async ({ params }) => {
      const checkout = await checkouts.find(params.id);
      if (checkout === null) throw notFound();
      return presentFacts(checkout, await events.listOf(params.id));
    },
  );
  app.post<{ Params: Id; Body: KnownReturns }>(
    '/internal/checkouts/:id/returns-known',
    { schema: { params: Id, body: KnownReturns } },
    async ({ params, body }) => {
      const { outbox = [] } = (await checkouts.find(params.id)) ?? {};
      const known = outbox.filter(
        ({ type, data }) =>
          type === PaymentChanged.type && Value.Parse(PaymentChanged.data, data).rev <= body.rev,
      );
      await acknowledge(
        params.id,
        known.map(({ id }) => id),
      );
      return {};
    },
  );
  app.post<{ Params: Id; Body: PartRefundRequest }>(
    '/internal/checkouts/:id/part-refunds',
    { schema: { params: Id, body: PartRefundRequest, response: { 200: PartRefundResponse } } },
    async ({ params, body }) => {
      const refund = await partRefunds.add(params.id, body);
      if (refund === null) throw notFound();
      const { amountPaise, state, failure = null, providerId = null } = refund;
      if (amountPaise !== body.amountPaise)
        throw new WireError(409, 'ConflictError', 'The key is that of another refund');
      onRefundDue();
      return { state: state === 'DECIDED' ? 'DUE' : state, failure, providerId };
    },
  );
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
