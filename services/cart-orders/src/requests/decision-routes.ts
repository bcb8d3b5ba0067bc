import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { DecisionBody, OrderRequest } from '@vidhi/contracts/order-requests.ts';
import { notFound } from '@vidhi/contracts/errors.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { auditedChange } from '../desk/audited-change.ts';
import { documentedForShop, findPurchase } from '../desk/desk-routes.ts';
import type { DeskWriteRoutesOptions } from '../desk/desk-write-routes.ts';
import { refundId } from '../desk/refunds.ts';
import { requireRefund } from '../desk/shop-guards.ts';
import type { PurchaseEvents } from '../purchases/purchase-events.ts';
import type { BuyerRequest, Purchase } from '../purchases/purchase.ts';
import { cancellationRefund, decisionChange, presentRequest, type Decision } from './order-requests.ts';

export interface DecisionRoutesOptions extends Omit<DeskWriteRoutesOptions, 'events'> {
  events: Pick<PurchaseEvents, 'requested' | 'audited'>;
}

const Params = Type.Object({
  id: Type.String({ maxLength: 60 }),
  request: Type.String({ pattern: '^[1-9]\\d{0,5}$' }),
});

interface Acceptance {
  purchase: Purchase;
  request: BuyerRequest;
  decision: Decision;
  actor: Actor;
  /** Largest sum that this member of staff may refund; null: everything. */
  limitPaise: number | null;
}

/** Decisions of the shop about requests of buyers. */
export async function decisionRoutes(app: FastifyInstance, options: DecisionRoutesOptions): Promise<void> {
  const { purchases, changes, partRefunds, index, events, notify, settings } = options;

  const auditOf = (purchase: Purchase, { data, id, at }: Decision, actor: Actor) =>
    events.audited(purchase, {
      actor,
      action: data.state === 'accepted' ? 'accept_request' : 'decline_request',
      at,
      changes: [{ path: `requests.${id}.state`, from: 'open', to: data.state }],
    });

  /** Stores decision and refund in one write: what was accepted is neither shipped nor left unpaid. */
  async function acceptCancellation(acceptance: Acceptance): Promise<void> {
    const { purchase, request, decision, actor, limitPaise } = acceptance;
    const { _id } = purchase;
    const order = {
      id: refundId(_id, `request-${request.id}`),
      request: (read: Purchase) => cancellationRefund(read, request),
      by: decision.by,
      limitPaise,
    };
    await partRefunds.order(_id, order, (read, refund, at) => {
      const change = decisionChange(read, decision);
      if (change === null) return { events: [] };
      return {
        set: change.set,
        events: [
          events.requested(_id, change.request, at),
          auditOf(read, decision, actor),
          events.audited(read, {
            actor,
            action: 'refund',
            at,
            changes: [{ path: `refunds.${refund.id}`, to: refund.amountPaise }],
          }),
        ],
      };
    });
  }

  async function decide(purchase: Purchase, decision: Decision, actor: Actor): Promise<void> {
    const { _id } = purchase;
    await changes.change(
      _id,
      auditedChange(
        events,
        {
          actor,
          action: decision.data.state === 'accepted' ? 'accept_request' : 'decline_request',
          changes: [{ path: `requests.${decision.id}.state`, from: 'open', to: decision.data.state }],
        },
        (read) => {
          const change = decisionChange(read, decision);
          return change && { set: change.set, events: [events.requested(_id, change.request, decision.at)] };
        },
      ),
    );
  }

  app.put<{ Params: Static<typeof Params>; Body: DecisionBody }>(
    '/api/purchases/:id/requests/:request',
    {
      onRequest: requireRefund,
      schema: {
        ...documentedForShop('Accept or decline a request of the buyer', 'decideRequest'),
        params: Params,
        body: DecisionBody,
        response: { 200: Type.Object({ data: OrderRequest }) },
      },
    },
    async (httpRequest: FastifyRequest<{ Params: Static<typeof Params>; Body: DecisionBody }>, reply) => {
      const { params, body, principal } = httpRequest;
      void reply.header('cache-control', 'no-store');
      const purchase = await findPurchase(purchases, params.id);
      const id = Number(params.request);
      const request = purchase.requests?.find((one) => one.id === id);
      if (request === undefined) throw notFound();
      const decision: Decision = { id, data: body.data, at: new Date(), by: principal?.userId ?? null };
      const actor = actorOf(httpRequest);
      const isRefund =
        request.kind === 'cancel' && request.state === 'open' && body.data.state === 'accepted';
      if (isRefund) {
        const limitPaise = hasDesk(principal, 'refund') ? null : (await settings.read()).refund_limit_paise;
        await acceptCancellation({ purchase, request, decision, actor, limitPaise });
      } else await decide(purchase, decision, actor);
      await index.refresh(purchase._id);
      notify(purchase._id);
      const after = (await purchases.find(purchase._id))?.requests?.find((one) => one.id === id);
      return { data: presentRequest(after ?? request) };
    },
  );
}
