import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { WireError, notFound } from '@vidhi/contracts/errors.ts';
import { RefundResponse, SettleRefundBody } from '@vidhi/contracts/shop-refunds.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import type { Purchase, ShopRefund } from '../purchases/purchase.ts';
import { auditedChange, type DeskAct } from './audited-change.ts';
import { presentRefund } from './desk-presenter.ts';
import { documentedForShop, findPurchase } from './desk-routes.ts';
import type { DeskWriteRoutesOptions } from './desk-write-routes.ts';
import type { PurchaseChange } from './purchase-changes.ts';
import { isOwed, linesAfter, withSettlement } from './refunds.ts';
import { requireRefund } from './shop-guards.ts';

type SettleRefundOptions = Pick<
  DeskWriteRoutesOptions,
  'purchases' | 'changes' | 'index' | 'events' | 'notify'
>;

const Params = Type.Object({
  id: Type.String({ maxLength: 60 }),
  refund: Type.String({ pattern: '^[a-z0-9]{8,40}$' }),
});

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);
/** Notes of one refund that were taken back. */
const MAX_UNSETTLED = 20;

function findRefund({ refunds = [] }: Purchase, id: string): ShopRefund {
  const refund = refunds.find((one) => one.id === id);
  if (refund === undefined) throw notFound();
  return refund;
}

const changeTo = (purchase: Purchase, refunds: ShopRefund[]): PurchaseChange => ({
  set: { refunds, lines: linesAfter(purchase, refunds) },
});

/** Returns the change that notes how a failed refund was paid back; null where that is noted already. */
function settlement(
  purchase: Purchase,
  id: string,
  settled: NonNullable<ShopRefund['settled']>,
): PurchaseChange | null {
  const refund = findRefund(purchase, id);
  if (refund.state !== 'FAILED') throw conflict('This refund has not failed');
  if (refund.settled !== undefined) return null;
  if (purchase.status === 'CANCELLED')
    throw conflict('The cancellation of this order refunds everything that was left');
  if (!isOwed(purchase, refund)) throw conflict('What this refund was of has gone back since then');
  return changeTo(purchase, withSettlement(purchase, id, settled));
}

/** Returns the change that takes such a note back; null where there is none. */
function unsettlement(
  purchase: Purchase,
  id: string,
  undone: { at: Date; by: number | null },
): PurchaseChange | null {
  const { settled, unsettled = [], ...refund } = findRefund(purchase, id);
  if (settled === undefined) return null;
  if (purchase.status === 'CANCELLED') throw conflict('The order is cancelled');
  if (unsettled.length >= MAX_UNSETTLED) throw conflict('This note was taken back too often');
  const reopened: ShopRefund = {
    ...refund,
    unsettled: [...unsettled, { ...settled, undoneAt: undone.at, undoneBy: undone.by }],
  };
  return changeTo(
    purchase,
    (purchase.refunds ?? []).map((one) => (one.id === id ? reopened : one)),
  );
}

/**
 * `/api/purchases/{id}/refunds/{refund}/settlement`: `PUT` notes that a failed refund was paid back another way, `DELETE` that
 * it was not. Neither moves money.
 */
export async function settleRefundRoutes(app: FastifyInstance, options: SettleRefundOptions): Promise<void> {
  const { purchases, changes, index, events, notify } = options;
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  /** Stores a change of a refund with its entry of the audit log. */
  async function write(
    { id, refund: refundId }: Static<typeof Params>,
    act: DeskAct,
    change: (purchase: Purchase) => PurchaseChange | null,
  ): Promise<Static<typeof RefundResponse>> {
    const { _id } = await findPurchase(purchases, id);
    const changed = [{ path: `refunds.${refundId}.settled` }];
    const after = await changes.change(_id, auditedChange(events, { ...act, changes: changed }, change));
    await index.refresh(_id);
    notify(_id);
    return { data: presentRefund(findRefund(after, refundId), after) };
  }

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
      const actor = actorOf(request);
      const at = new Date();
      const settled = { at, by: actor.id, reason: request.body.data.reason.trim() };
      return write(request.params, { actor, action: 'settle_refund', at }, (purchase) =>
        settlement(purchase, request.params.refund, settled),
      );
    },
  );

  app.delete<{ Params: Static<typeof Params> }>(
    '/api/purchases/:id/refunds/:refund/settlement',
    {
      onRequest: requireRefund,
      schema: {
        ...documentedForShop('Take back that a failed refund was paid back another way', 'unsettleRefund'),
        params: Params,
        response: { 200: RefundResponse },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const at = new Date();
      return write(request.params, { actor, action: 'unsettle_refund', at }, (purchase) =>
        unsettlement(purchase, request.params.refund, { at, by: actor.id }),
      );
    },
  );
}
