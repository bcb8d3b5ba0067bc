import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { WireError, notFound } from '@vidhi/contracts/errors.ts';
import { RefundResponse, SettleRefundBody } from '@vidhi/contracts/shop-refunds.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { auditedChange } from './audited-change.ts';
import { presentRefund } from './desk-presenter.ts';
import { documentedForShop, findPurchase } from './desk-routes.ts';
import type { DeskWriteRoutesOptions } from './desk-write-routes.ts';
import type { PurchaseChange } from './purchase-changes.ts';
import { requireRefund } from './shop-guards.ts';

type SettleRefundOptions = Pick<
  DeskWriteRoutesOptions,
  'purchases' | 'changes' | 'index' | 'events' | 'notify'
>;

const Params = Type.Object({
  id: Type.String({ maxLength: 60 }),
  refund: Type.String({ pattern: '^[a-z0-9]{8,40}$' }),
});

/** Returns the change that notes how a failed refund was paid back; null where that is noted already. */
function settlement(
  { refunds = [], status }: Purchase,
  id: string,
  settled: { at: Date; by: number | null; reason: string },
): PurchaseChange | null {
  const refund = refunds.find((one) => one.id === id);
  if (refund === undefined) throw notFound();
  if (refund.state !== 'FAILED') throw new WireError(409, 'ConflictError', 'This refund has not failed');
  if (refund.settled !== undefined) return null;
  if (status === 'CANCELLED')
    throw new WireError(
      409,
      'ConflictError',
      'The cancellation of this order refunds everything that was left',
    );
  return { set: { refunds: refunds.map((one) => (one === refund ? { ...one, settled } : one)) } };
}

/** `PUT /api/purchases/{id}/refunds/{refund}/settlement`: a failed refund was paid back another way. Moves no money. */
export async function settleRefundRoutes(app: FastifyInstance, options: SettleRefundOptions): Promise<void> {
  const { purchases, changes, index, events, notify } = options;
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.put<{ Params: Static<typeof Params>; Body: Static<typeof SettleRefundBody> }>(
    '/api/purchases/:id/refunds/:refund/settlement',
    {
      onRequest: requireRefund,
      schema: {
        ...documentedForShop('Note that a failed refund was paid back another way', 'settleRefund'),
        params: Params,
        body: SettleRefundBody,
        response: { 200: RefundResponse },
      },
    },
    async (request) => {
      const { id, refund: refundId } = request.params;
      const { _id } = await findPurchase(purchases, id);
      const actor = actorOf(request);
      const at = new Date();
      const act = { actor, action: 'settle_refund', at, changes: [{ path: `refunds.${refundId}.settled` }] };
      const settled = { at, by: actor.id, reason: request.body.data.reason.trim() };
      const { refunds = [] } = await changes.change(
        _id,
        auditedChange(events, act, (purchase) => settlement(purchase, refundId, settled)),
      );
      await index.refresh(_id);
      notify(_id);
      const refund = refunds.find((one) => one.id === refundId);
      if (refund === undefined) throw notFound();
      return { data: presentRefund(refund) };
    },
  );
}
