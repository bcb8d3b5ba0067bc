import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { notFound } from '@vidhi/contracts/errors.ts';
import type { Checkout } from './checkout.ts';
import type { CheckoutStore } from './checkout-store.ts';
import type { IsMailed } from './mails-client.ts';

export interface StatusRoutesOptions {
  checkouts: Pick<CheckoutStore, 'find'>;
  isMailed: IsMailed;
}

const Params = Type.Object({ id: Type.String({ maxLength: 60 }) });
const PurchaseStatus = Type.Object({
  data: Type.Object({
    id: Type.String(),
    /** The last stage that is reached. `cancelled`: the payment goes back; `refunded`: it has. */
    stage: Type.Enum(['reserved', 'paid', 'confirmed', 'mailed', 'cancelled', 'refunded']),
    /** Whether it was not paid in time; a late payment still counts. */
    isExpired: Type.Boolean(),
    totalPaise: Type.Integer(),
    lines: Type.Array(Type.Object({ title: Type.String(), quantity: Type.Integer() })),
  }),
});
type Stage = Static<typeof PurchaseStatus>['data']['stage'];

/**
 * `GET /api/payment/status/{checkout_id}`: the stage of a purchase. Needs no login, because guests buy too: the id is
 * random, and the response has no contact data.
 */
export async function statusRoutes(
  app: FastifyInstance,
  { checkouts, isMailed }: StatusRoutesOptions,
): Promise<void> {
  async function stageOf({ status, purchaseId, paymentId, refunds }: Checkout): Promise<Stage> {
    const refund = refunds.find((one) => one.paymentId === paymentId);
    if (refund !== undefined) return refund.state === 'DONE' ? 'refunded' : 'cancelled';
    if (status === 'PAID') return 'paid';
    if (status !== 'FULFILLED') return 'reserved';
    return purchaseId !== undefined && (await isMailed(purchaseId)) ? 'mailed' : 'confirmed';
  }
  app.get<{ Params: Static<typeof Params> }>(
    '/api/payment/status/:id',
    {
      schema: {
        summary: 'How far a purchase is',
        operationId: 'getPurchaseStatus',
        tags: ['payments'],
        security: [],
        params: Params,
        response: { 200: PurchaseStatus },
      },
    },
    async ({ params }, reply) => {
      const checkout = await checkouts.find(params.id);
      if (checkout === null) throw notFound();
      const { _id: id, status, snapshot } = checkout;
      reply.header('cache-control', 'no-store');
      return {
        data: {
          id,
          stage: await stageOf(checkout),
          isExpired: status === 'EXPIRED',
          totalPaise: snapshot.totalPaise,
          lines: snapshot.lines.map(({ title, quantity }) => ({ title, quantity })),
        },
      };
    },
  );
}
